import type { EntityManager } from '@mikro-orm/postgresql';
import type { ReleaseBuildSource } from '@ve/contracts/release-build-source';
import { previewDays, type PreviewedRelease } from '@ve/domain/kernel/release/release-preview';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

export interface ReleasePreview extends PreviewedRelease {
  preview: string;
  id: string;
  setAt: Date;
  setBy: string;
  expiresAt: Date;
}

const columns = ['preview', 'id', 'name', 'version', 'setAt', 'setBy', 'expiresAt'] as const;

/**
 * Makes a preview, or shows another version in one of the same remote, which keeps its link, and ends at the latest
 * `previewDays.max` after it was made. Returns null when another remote has a preview of this name.
 */
export const setReleasePreview = async (
  em: EntityManager,
  {
    preview,
    name,
    version,
    by,
    token,
    expiresAt,
  }: PreviewedRelease & { preview: string; by: string; token: string; expiresAt: Date },
  now: Date,
): Promise<ReleasePreview | null> => {
  const at = now.toISOString();
  // What has expired is another preview, and its link stays without effect.
  const { rows } = await sql<ReleasePreview>`
    insert into release_previews as known (preview, name, version, set_at, set_by, token_id, begun_at, expires_at)
    values (${preview}, ${name}, ${version}, ${at}, ${by}, ${token}, ${at}, ${expiresAt.toISOString()})
    on conflict (preview) do update set name = excluded.name, version = excluded.version, set_at = excluded.set_at,
      set_by = excluded.set_by, token_id = excluded.token_id,
      begun_at = case when known.expires_at > ${at} then known.begun_at else excluded.begun_at end,
      expires_at = case when known.expires_at > ${at}
        then least(excluded.expires_at, known.begun_at + make_interval(hours => ${24 * previewDays.max}))
        else excluded.expires_at end,
      id = case when known.expires_at > ${at} then known.id else gen_random_uuid() end
    where known.name = excluded.name or known.expires_at <= ${at}
    returning preview, id, name, version, set_at, set_by, expires_at
  `.execute(tables(em));
  return rows[0] ?? null;
};

/** Returns the preview of this name that has not expired; null when there is none. */
export const findReleasePreview = async (
  em: EntityManager,
  preview: string,
  now: Date,
): Promise<ReleasePreview | null> => {
  const row = await tables(em)
    .selectFrom('release_previews')
    .select(columns)
    .where('preview', '=', preview)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return row ?? null;
};

/** The previews that have not expired, of this remote, by name, with what was built. */
export const listReleasePreviews = (
  em: EntityManager,
  name: string,
  now: Date,
): Promise<(ReleasePreview & { builtFrom: ReleaseBuildSource | null })[]> =>
  tables(em)
    .selectFrom('release_previews as preview')
    .innerJoin('remote_releases as stored', (join) =>
      join.onRef('stored.name', '=', 'preview.name').onRef('stored.version', '=', 'preview.version'),
    )
    .select([
      'preview.preview',
      'preview.id',
      'preview.name',
      'preview.version',
      'preview.setAt',
      'preview.setBy',
      'preview.expiresAt',
      'stored.builtFrom',
    ])
    .where('preview.expiresAt', '>', now)
    .where('preview.name', '=', name)
    .orderBy('preview.preview')
    .execute();

/** Ends the preview of this name and remote; returns whether there was one. */
export const deleteReleasePreview = async (
  em: EntityManager,
  { preview, name }: { preview: string; name: string },
): Promise<boolean> => {
  const ended = await tables(em)
    .deleteFrom('release_previews')
    .where('preview', '=', preview)
    .where('name', '=', name)
    .returning('preview')
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

/** Ends the previews that a token set last; returns them with their remotes. */
export const deleteReleasePreviewsOfToken = (
  em: EntityManager,
  token: string,
): Promise<{ preview: string; name: string }[]> =>
  tables(em).deleteFrom('release_previews').where('tokenId', '=', token).returning(['preview', 'name']).execute();
