import type { EntityManager } from '@mikro-orm/postgresql';
import type { ServedReleasePeriod, StoredRelease } from '@ve/domain/releases/prunable-releases';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

/** Every stored release, with its time of publication. */
export const listStoredReleases = (em: EntityManager): Promise<StoredRelease[]> =>
  tables(em).selectFrom('remote_releases').select(['name', 'version', 'publishedAt', 'previewOnly']).execute();

/** Releases that are in a channel or a preview, or left a channel since `since`: open pages may request their files. */
export const listServedReleases = async (em: EntityManager, since: Date): Promise<ServedReleasePeriod[]> => {
  const channels = await tables(em).selectFrom('release_channels').select(['name', 'version']).execute();
  const previews = await tables(em).selectFrom('release_previews').select(['name', 'version']).execute();
  const moves = await tables(em)
    .selectFrom('release_moves')
    .select(['name', 'fromVersion as from', 'toVersion as to', 'createdAt as at'])
    .where('createdAt', '>=', since)
    .execute();
  return [
    ...[...channels, ...previews].map(({ name, version }) => ({ name, version, until: null })),
    ...moves.flatMap(({ name, from, to, at }) =>
      [from, to].flatMap((version) => (version === null ? [] : [{ name, version, until: at }])),
    ),
  ];
};

export const deleteRelease = async (
  em: EntityManager,
  { name, version }: { name: string; version: string },
): Promise<void> => {
  await tables(em).deleteFrom('remote_releases').where('name', '=', name).where('version', '=', version).execute();
};

/** Deletes the prerendered pages without their release or shell; returns how many. */
export const deleteUnusedPrerenderedPages = async (em: EntityManager): Promise<number> => {
  const pages = await sql`
    delete from prerendered_pages pages where not exists (
      select from remote_releases release where release.name = pages.name and release.version = pages.version
    ) or not exists (
      select from remote_releases shell where shell.name = 'shell' and shell.version = pages.shell_version
    )
  `.execute(tables(em));
  return Number(pages.numAffectedRows ?? 0n);
};

/** Deletes the files that neither a release nor prerendered pages have; returns how many. */
export const deleteUnusedReleaseFiles = async (em: EntityManager): Promise<number> => {
  const files = await sql`
    with had as (
      select jsonb_array_elements(files) ->> 'hash' as hash from remote_releases
      union select jsonb_array_elements(files) ->> 'hash' from prerendered_pages
    )
    delete from release_files where not exists (select from had where had.hash = release_files.hash)
  `.execute(tables(em));
  return Number(files.numAffectedRows ?? 0n);
};
