import type { EntityManager } from '@mikro-orm/postgresql';
import type { ReleaseBuildSource } from '@ve/contracts/release-build-source';
import { previewDays, type PreviewedRelease } from '@ve/domain/kernel/release/release-preview';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

export interface ReleasePreview extends PreviewedRelease {
  name: string;
  id: string;
  setAt: Date;
  setBy: string;
  expiresAt: Date;
}

const columns = ['name', 'id', 'remote', 'version', 'setAt', 'setBy', 'expiresAt'] as const;

/**
 * Makes a preview, or shows another version in one of the same remote, which keeps its link, and ends at the latest
 * `previewDays.max` after it was made. Returns null when another remote has a preview of this name.
 */
export const setReleasePreview = async (
  em: EntityManager,
  {
    name,
    remote,
    version,
    by,
    token,
    expiresAt,
  }: PreviewedRelease & { name: string; by: string; token: string; expiresAt: Date },
  now: Date,
): Promise<ReleasePreview | null> => {
  const at = now.toISOString();
  // What has expired is another preview, and its link stays without effect.
  const { rows } = await sql<ReleasePreview>`
    insert into release_previews as known (name, remote, version, set_at, set_by, token_id, begun_at, expires_at)
    values (${name}, ${remote}, ${version}, ${at}, ${by}, ${token}, ${at}, ${expiresAt.toISOString()})
    on conflict (name) do update set remote = excluded.remote, version = excluded.version, set_at = excluded.set_at,
      set_by = excluded.set_by, token_id = excluded.token_id,
      begun_at = case when known.expires_at > ${at} then known.begun_at else excluded.begun_at end,
      expires_at = case when known.expires_at > ${at}
        then least(excluded.expires_at, known.begun_at + make_interval(hours => ${24 * previewDays.max}))
        else excluded.expires_at end,
      id = case when known.expires_at > ${at} then known.id else gen_random_uuid() end
    where known.remote = excluded.remote or known.expires_at <= ${at}
    returning name, id, remote, version, set_at, set_by, expires_at
  `.execute(tables(em));
  return rows[0] ?? null;
};

/** Returns the preview of this name that has not expired; null when there is none. */
export const findReleasePreview = async (
  em: EntityManager,
  name: string,
  now: Date,
): Promise<ReleasePreview | null> => {
  const row = await tables(em)
    .selectFrom('release_previews')
    .select(columns)
    .where('name', '=', name)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return row ?? null;
};

/** The previews that have not expired, of this remote or of each, by name, with what was built. */
export const listReleasePreviews = (
  em: EntityManager,
  remote: string | null,
  now: Date,
): Promise<(ReleasePreview & { builtFrom: ReleaseBuildSource | null })[]> =>
  tables(em)
    .selectFrom('release_previews as preview')
    .innerJoin('remote_releases as stored', (join) =>
      join.onRef('stored.name', '=', 'preview.remote').onRef('stored.version', '=', 'preview.version'),
    )
    .select([
      'preview.name',
      'preview.id',
      'preview.remote',
      'preview.version',
      'preview.setAt',
      'preview.setBy',
      'preview.expiresAt',
      'stored.builtFrom',
    ])
    .where('preview.expiresAt', '>', now)
    .$if(remote !== null, (query) => query.where('preview.remote', '=', remote ?? ''))
    .orderBy('preview.name')
    .execute();

/** Ends the preview of this name and remote; returns whether there was one. */
export const deleteReleasePreview = async (
  em: EntityManager,
  { name, remote }: { name: string; remote: string },
): Promise<boolean> => {
  const ended = await tables(em)
    .deleteFrom('release_previews')
    .where('name', '=', name)
    .where('remote', '=', remote)
    .returning('name')
    .executeTakeFirst();
  return ended !== undefined;
};

/** Deletes the previews that have expired; returns how many. */
export const deleteExpiredReleasePreviews = async (em: EntityManager, now: Date): Promise<number> => {
  const { numDeletedRows } = await tables(em)
    .deleteFrom('release_previews')
    .where('expiresAt', '<=', now)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
};

/** Ends the previews that a token set last; returns their names with their remotes. */
export const deleteReleasePreviewsOfToken = (
  em: EntityManager,
  token: string,
): Promise<{ name: string; remote: string }[]> =>
  tables(em).deleteFrom('release_previews').where('tokenId', '=', token).returning(['name', 'remote']).execute();
