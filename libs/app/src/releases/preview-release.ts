import type { Context } from '@ve/data/kernel/context';
import { writeAuditEntry } from '@ve/data/identity/audit-log/audit-log.repository';
import {
  deleteReleasePreview,
  findReleasePreview,
  listReleasePreviews,
  type ReleasePreview,
  setReleasePreview,
} from '@ve/data/releases/preview/release-preview.repository';
import { lockReleasesOfName } from '@ve/data/releases/registry/release-locks';
import {
  findReleaseFilesForPreview,
  readReleaseForPreview,
  readStoredReleaseChannels,
} from '@ve/data/releases/registry/release.repository';
import { maxPreviewBytes, maxPreviewsOfRelease } from '@ve/domain/kernel/release/release-preview';
import { findLiveReleaseCompatibilityProblems, type ServedApiCalls } from './move-if-compatible.ts';

export interface PreviewRequest {
  name: string;
  remote: string;
  version: string;
  days: number;
  /** A token's label, never an e-mail address. */
  by: string;
  /** The id of the token. */
  token: string;
}

export type PreviewOutcome =
  | { outcome: 'set'; preview: ReleasePreview }
  | { outcome: 'unknown-release' }
  /** Why it cannot be shown with the live releases, or is too large. */
  | { outcome: 'refused'; reasons: string[] }
  /** Another remote has a preview of this name. */
  | { outcome: 'taken'; remote: string }
  | { outcome: 'too-many'; names: string[] };

const aDay = 86_400_000;

/**
 * Shows a stored release on the host of this name until it expires, or another version where the remote has that
 * preview already. It is checked as if it went live, except that it may fill slots that no page offers yet.
 */
export const previewRelease = async (
  served: Pick<ServedApiCalls, 'differences'>,
  { name, remote, version, days, by, token }: PreviewRequest,
  { em, now: clock }: Pick<Context, 'em' | 'now'>,
): Promise<PreviewOutcome> => {
  const now = clock();
  const found = await readReleaseForPreview(em, remote, version);
  if (found === null) return { outcome: 'unknown-release' };
  const { release } = found;
  const { channels } = await readStoredReleaseChannels(em);
  const { problems } = findLiveReleaseCompatibilityProblems({ release, live: channels, served, emptySlots: 'warn' });
  if (problems.length > 0) return { outcome: 'refused', reasons: problems };
  return em.transactional(async (transaction): Promise<PreviewOutcome> => {
    // Not pruned meanwhile, and counted one after another.
    await lockReleasesOfName(transaction, remote);
    const { files = [] } = (await findReleaseFilesForPreview(transaction, remote, version)) ?? {};
    if (files.length === 0) return { outcome: 'unknown-release' };
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    if (bytes > maxPreviewBytes) {
      const message = `${remote}@${version} has ${String(bytes)} bytes, of which a preview may have ${String(maxPreviewBytes)}`;
      return { outcome: 'refused', reasons: [message] };
    }
    const others = (await listReleasePreviews(transaction, remote, now)).filter((each) => each.name !== name);
    if (others.length >= maxPreviewsOfRelease) return { outcome: 'too-many', names: others.map((each) => each.name) };
    const expiresAt = new Date(now.getTime() + days * aDay);
    const preview = await setReleasePreview(transaction, { name, remote, version, by, token, expiresAt }, now);
    if (preview === null) {
      const taken = await findReleasePreview(transaction, name, now);
      return { outcome: 'taken', remote: taken?.remote ?? 'another remote' };
    }
    const details = { preview: name, version, expiresAt: preview.expiresAt.toISOString(), token };
    await writeAuditEntry(transaction, { actor: by, action: 'release.previewed', subject: remote, details }, now);
    return { outcome: 'set', preview };
  });
};

/** Ends a preview of a remote at once; returns whether there was one. */
export const endPreview = (
  { name, remote, by, token }: Pick<PreviewRequest, 'name' | 'remote' | 'by' | 'token'>,
  { em, now }: Pick<Context, 'em' | 'now'>,
): Promise<boolean> =>
  em.transactional(async (transaction) => {
    const ended = await deleteReleasePreview(transaction, { name, remote });
    if (ended) {
      const record = { actor: by, action: 'release.preview-ended', subject: remote, details: { preview: name, token } };
      await writeAuditEntry(transaction, record, now());
    }
    return ended;
  });
