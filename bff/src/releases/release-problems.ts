import { manifestRouteContradictions, type Release } from '@ve/contracts/remote-manifest';
import type { ReleaseFile } from '@ve/data/releases/registry/release-files';

/** Why a release cannot be published, regardless of the live ones: its content does not match its manifest. */
export function* releaseProblems(release: Release, files: readonly Pick<ReleaseFile, 'path'>[]): Generator<string> {
  yield* fileProblems(files);
  const paths = new Set(files.map(({ path }) => path));
  const { entry, preload, styles, fonts, document, node } = release;
  for (const file of [entry, ...preload, ...styles, ...fonts, document, node]) {
    if (file !== null && !paths.has(file)) yield `${file} is not among its files`;
  }
  if ((release.name === 'shell') !== (document !== null)) {
    yield release.name === 'shell' ? 'A shell has a document' : 'Only the shell has a document';
  }
  for (const { path, message } of manifestRouteContradictions(release)) yield `${path.join('.')}: ${message}`;
  for (const { path } of release.feeds) {
    if (/^\/(api|remotes)(\/|$)/.test(path)) yield `${path} belongs to the service itself`;
  }
}

/** Why a list of files cannot be written to a folder. */
export function* fileProblems(files: readonly Pick<ReleaseFile, 'path'>[]): Generator<string> {
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
