import { manifestRouteContradictions, type Release } from '@ve/contracts/remote-manifest';
import type { ReleaseFile } from '@ve/data/releases/registry/release-files';
import { maxPreviewBytes } from '@ve/domain/kernel/release/release-preview';
import { ProblemError } from '@ve/app/kernel/problem-error';
import type { ReleaseChannelState, ReleaseMoveRow } from '@ve/data/releases/registry/release-move.repository';
import { formatUtcMinute } from '@ve/domain/kernel/time/utc-minute';

/** Why a release cannot be published, regardless of the live ones: its content does not match its manifest. */
export function* findReleaseProblems(release: Release, files: readonly Pick<ReleaseFile, 'path'>[]): Generator<string> {
  yield* findFileListProblems(files);
  const paths = new Set(files.map(({ path }) => path));
  const { entry, preload, styles, fonts, document, node } = release;
  for (const file of [entry, ...preload, ...styles, ...fonts, document, node]) {
    if (file !== null && !paths.has(file)) yield `${file} is not among its files`;
  }
  for (const path of paths) {
    if (path.endsWith('.map') && !path.startsWith('maps/'))
      yield `${path} would be served: source maps belong into maps/`;
  }
  if ((release.name === 'shell') !== (document !== null)) {
    yield release.name === 'shell' ? 'A shell has a document' : 'Only the shell has a document';
  }
  for (const { path, message } of manifestRouteContradictions(release)) yield `${path.join('.')}: ${message}`;
  for (const { path } of release.feeds) {
    if (/^\/(api|remotes)(\/|$)/.test(path)) yield `${path} belongs to the service itself`;
  }
}

/** Why files are too large for a preview, by the sizes of the list and of what was uploaded. */
export function* findPreviewSizeProblems(
  files: readonly Pick<ReleaseFile, 'size'>[],
  contents: ReadonlyMap<string, Uint8Array>,
): Generator<string> {
  const listed = files.reduce((sum, { size }) => sum + size, 0);
  const uploaded = [...contents.values()].reduce((sum, { length }) => sum + length, 0);
  const bytes = Math.max(listed, uploaded);
  if (bytes > maxPreviewBytes) {
    yield `It has ${String(bytes)} bytes, of which a preview may have ${String(maxPreviewBytes)}`;
  }
}

/** Why a list of files cannot be written to a folder. */
export function* findFileListProblems(files: readonly Pick<ReleaseFile, 'path'>[]): Generator<string> {
  const seen = new Set<string>();
  for (const { path } of files) {
    if (seen.has(path)) yield `${path} is there twice`;
    seen.add(path);
  }
  for (const path of seen) {
    const parts = path.split('/');
    const folder = parts.slice(0, -1).findIndex((_, index) => seen.has(parts.slice(0, index + 1).join('/')));
    if (folder !== -1) yield `${parts.slice(0, folder + 1).join('/')} is a file and a folder`;
  }
}

const maxReasons = 20;

/** A refusal with one reason per line. */
export const releaseRefusedProblem = (reasons: readonly string[]): ProblemError =>
  new ProblemError('release-refused', { detail: reasons.slice(0, maxReasons).join('\n') });

const deepest = 100;

const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/**
 * Why a JSON value cannot be stored: PostgreSQL accepts neither NUL nor half a surrogate pair, and the nesting is
 * limited. Null if it can be stored.
 */
export function findJsonStorageProblem(value: unknown): string | null {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return `is nested more than ${String(deepest)} levels deep`;
    const next: unknown[] = [];
    for (const each of level) {
      if (typeof each === 'string' && !isText(each)) return 'has characters that are no text';
      if (typeof each !== 'object' || each === null) continue;
      if (!Object.keys(each).every(isText)) return 'has characters that are no text';
      next.push(...(Object.values(each) as unknown[]).filter((inner) => ['string', 'object'].includes(typeof inner)));
    }
    level = next;
  }
  return null;
}

/** The message for a caller with outdated channels: the last move, and the releases that visitors are served now. */
export function staleReleaseChannelMessage(
  name: string,
  { channels, last }: { channels: readonly ReleaseChannelState[]; last: ReleaseMoveRow | null },
): string {
  const given = channels.map(({ channel, version, share }) =>
    channel === 'canary' ? `canary ${version} (${String(share)} in 100)` : `stable ${version}`,
  );
  return [
    ...(last === null ? [] : [lastMoveText(last)]),
    `Visitors are given of ${name} now: ${given.length === 0 ? 'nothing' : given.join(', ')}.`,
  ].join('\n');
}

function lastMoveText({ action, from, to, share, createdAt: at, createdBy: by, reason: why }: ReleaseMoveRow): string {
  const what = {
    stable: `${String(to)} was given to all visitors`,
    canary: `${String(to)} was given to ${String(share)} visitors in 100`,
    promote: `The canary ${String(to)} was given to all visitors`,
    rollback: `Stable was taken back from ${String(from)} to ${String(to)}`,
    stop: `The canary ${String(from)} was taken back`,
  }[action];
  return `${what} at ${formatUtcMinute(at.toISOString())} by ${by}${why === null ? '' : ` (${why})`}.`;
}
