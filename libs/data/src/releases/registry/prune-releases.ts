import type { EntityManager } from '@mikro-orm/postgresql';
import { servedRetentionMs, type ServedRelease, prunable } from '@ve/domain/releases/prunable';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { lockAllReleases } from './release-locks.ts';
import { versionBefore } from './release-move.repository.ts';

export interface PrunedReleases {
  releases: number;
  pages: number;
  files: number;
}

/**
 * Deletes the releases that are no longer needed (`domain/releases/prunable`), the prerendered pages without their
 * release or shell, and unused files. Publishing and moving releases is locked meanwhile.
 */
export const pruneReleases = (em: EntityManager, now: Date): Promise<PrunedReleases> =>
  em.transactional(async (transaction) => {
    await lockAllReleases(transaction);
    const rows = tables(transaction);
    const stored = await rows.selectFrom('remote_releases').select(['name', 'version', 'publishedAt']).execute();
    const served = await servedReleases(transaction, now);
    const names = [...new Set(stored.map(({ name }) => name))];
    const before: { name: string; version: string }[] = [];
    for (const name of names) {
      const version = await versionBefore(transaction, name);
      if (version !== null) before.push({ name, version });
    }
    const pruned = prunable(stored, served, before, now);
    for (const { name, version } of pruned) {
      await rows.deleteFrom('remote_releases').where('name', '=', name).where('version', '=', version).execute();
    }
    const pages = await sql`
      delete from prerendered_pages pages where not exists (
        select from remote_releases release where release.name = pages.name and release.version = pages.version
      ) or not exists (
        select from remote_releases shell where shell.name = 'shell' and shell.version = pages.shell_version
      )
    `.execute(rows);
    const files = await sql`
      with had as (
        select jsonb_array_elements(files) ->> 'hash' as hash from remote_releases
        union select jsonb_array_elements(files) ->> 'hash' from prerendered_pages
      )
      delete from release_files where not exists (select from had where had.hash = release_files.hash)
    `.execute(rows);
    return {
      releases: pruned.length,
      pages: Number(pages.numAffectedRows ?? 0n),
      files: Number(files.numAffectedRows ?? 0n),
    };
  });

/** Releases that are in a channel, or were within `servedRetentionMs`: open pages may still request their files. */
const servedReleases = async (em: EntityManager, now: Date): Promise<ServedRelease[]> => {
  const channels = await tables(em).selectFrom('release_channels').select(['name', 'version']).execute();
  const moves = await tables(em)
    .selectFrom('release_moves')
    .select(['name', 'fromVersion as from', 'toVersion as to', 'at'])
    .where('at', '>=', new Date(now.getTime() - servedRetentionMs))
    .execute();
  return [
    ...channels.map(({ name, version }) => ({ name, version, until: null })),
    ...moves.flatMap(({ name, from, to, at }) =>
      [from, to].flatMap((version) => (version === null ? [] : [{ name, version, until: at }])),
    ),
  ];
};
