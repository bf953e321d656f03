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
import { maxPreviewBytes, maxPreviewsPerRemote } from '@ve/domain/kernel/release/release-preview';
import { findLiveReleaseCompatibilityProblems, type ServedApiCalls } from './move-if-compatible.ts';

export interface NewPreview {
  preview: string;
  name: string;
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
  | { outcome: 'taken'; name: string }
  | { outcome: 'too-many'; previews: string[] };

const aDay = 86_400_000;

/**
 * Shows a stored release on the host of this name until it expires, or another version where the remote has that
 * preview already. It is checked as if it went live, except that it may fill slots that no page offers yet.
 */
export const previewRelease = async (
  served: Pick<ServedApiCalls, 'differences'>,
  { preview, name, version, days, by, token }: NewPreview,
  { em, now: clock }: Pick<Context, 'em' | 'now'>,
): Promise<PreviewOutcome> => {
  const now = clock();
  const found = await readReleaseForPreview(em, name, version);
  if (found === null) return { outcome: 'unknown-release' };
  const { release } = found;
  const { channels } = await readStoredReleaseChannels(em);
  const { problems } = findLiveReleaseCompatibilityProblems({ release, live: channels, served, emptySlots: 'warn' });
  if (problems.length > 0) return { outcome: 'refused', reasons: problems };
  return em.transactional(async (transaction): Promise<PreviewOutcome> => {
    // Not pruned meanwhile, and counted one after another.
    await lockReleasesOfName(transaction, name);
    const { files = [] } = (await findReleaseFilesForPreview(transaction, name, version)) ?? {};
    if (files.length === 0) return { outcome: 'unknown-release' };
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    if (bytes > maxPreviewBytes) {
      const message = `${name}@${version} has ${String(bytes)} bytes, of which a preview may have ${String(maxPreviewBytes)}`;
      return { outcome: 'refused', reasons: [message] };
    }
    const others = (await listReleasePreviews(transaction, name, now))
      .map((each) => each.preview)
      .filter((each) => each !== preview);
    if (others.length >= maxPreviewsPerRemote) return { outcome: 'too-many', previews: others };
    const expiresAt = new Date(now.getTime() + days * aDay);
    const made = await setReleasePreview(transaction, { preview, name, version, by, token, expiresAt }, now);
    if (made === null) {
      const taken = await findReleasePreview(transaction, preview, now);
      return { outcome: 'taken', name: taken?.name ?? 'another remote' };
    }
    const details = { preview, version, expiresAt: made.expiresAt.toISOString(), token };
    await writeAuditEntry(transaction, { actor: by, action: 'release.previewed', subject: name, details }, now);
    return { outcome: 'set', preview: made };
  });
};

/** Ends a preview of a remote at once; returns whether there was one. */
export const endPreview = (
  { preview, name, by, token }: Pick<NewPreview, 'preview' | 'name' | 'by' | 'token'>,
  { em, now }: Pick<Context, 'em' | 'now'>,
): Promise<boolean> =>
  em.transactional(async (transaction) => {
    const ended = await deleteReleasePreview(transaction, { preview, name });
    if (ended) {
      const record = { actor: by, action: 'release.preview-ended', subject: name, details: { preview, token } };
      await writeAuditEntry(transaction, record, now());
    }
    return ended;
  });
