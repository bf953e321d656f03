import type { EntityManager } from '@mikro-orm/postgresql';
import { deleteExpiredReleasePreviews } from '@ve/data/releases/preview/release-preview.repository';
import { lockAllReleases } from '@ve/data/releases/registry/release-locks';
import { findRollbackVersion } from '@ve/data/releases/registry/release-move.repository';
import {
  deleteRelease,
  deleteUnusedReleaseFiles,
  deleteUnusedPrerenderedPages,
  listServedReleases,
  listStoredReleases,
} from '@ve/data/releases/registry/unused-releases.repository';
import { prunableReleases, servedReleaseRetentionMs } from '@ve/domain/releases/prunable-releases';

export interface PrunedReleases {
  releases: number;
  pages: number;
  files: number;
}

/**
 * Deletes the previews that have expired, the releases that are no longer needed (`domain/releases/prunable-releases`),
 * the prerendered pages without their release or shell, and unused files. Publishing and moving releases is locked
 * meanwhile.
 */
export const pruneReleases = (em: EntityManager, now: Date): Promise<PrunedReleases> =>
  em.transactional(async (transaction) => {
    await lockAllReleases(transaction);
    await deleteExpiredReleasePreviews(transaction, now);
    const stored = await listStoredReleases(transaction);
    const served = await listServedReleases(transaction, new Date(now.getTime() - servedReleaseRetentionMs));
    const before: { name: string; version: string }[] = [];
    for (const name of new Set(stored.map((each) => each.name))) {
      const version = await findRollbackVersion(transaction, name);
      if (version !== null) before.push({ name, version });
    }
    const pruned = prunableReleases({ stored, given: served, before }, now);
    for (const release of pruned) await deleteRelease(transaction, release);
    return {
      releases: pruned.length,
      pages: await deleteUnusedPrerenderedPages(transaction),
      files: await deleteUnusedReleaseFiles(transaction),
    };
  });
