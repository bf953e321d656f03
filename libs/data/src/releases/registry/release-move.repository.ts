import type { EntityManager } from '@mikro-orm/postgresql';
import type { ReleaseChannelName } from '@ve/contracts/remote-manifest';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import type { ReleaseMoveAction } from './release-move.entity.ts';

export interface ReleaseChannelState {
  channel: ReleaseChannelName;
  version: string;
  share: number;
  /** Since when the channel has it at this share. */
  assignedAt: Date;
  assignedBy: string;
}

/**
 * Returns the versions with stored files, with their time of publication. Versions from before files were stored may no
 * longer exist on any disk.
 */
export const findStoredReleaseVersions = async (em: EntityManager, name: string): Promise<Map<string, Date>> => {
  const rows = await tables(em)
    .selectFrom('remote_releases')
    .select(['version', 'publishedAt'])
    .where('name', '=', name)
    .where(sql<boolean>`files <> '[]'`)
    .where('previewOnly', '=', false)
    .execute();
  return new Map(rows.map(({ version, publishedAt: at }) => [version, at]));
};

/** The channels of a name, the canary first. */
export const findReleaseChannels = (em: EntityManager, name: string): Promise<ReleaseChannelState[]> =>
  tables(em)
    .selectFrom('release_channels')
    .select(['channel', 'version', 'share', 'assignedAt', 'assignedBy'])
    .where('name', '=', name)
    .orderBy('channel')
    .execute();

/** The live releases of all names. */
export const findLiveReleases = (em: EntityManager): Promise<(ReleaseChannelState & { name: string })[]> =>
  tables(em)
    .selectFrom('release_channels')
    .select(['name', 'channel', 'version', 'share', 'assignedAt', 'assignedBy'])
    .orderBy('name')
    .orderBy('channel')
    .execute();

/** Sets a channel, or empties it (`given` null). An unchanged version and share keep their `since`. */
export const setReleaseChannel = async (
  em: EntityManager,
  {
    name,
    channel,
    given,
  }: { name: string; channel: ReleaseChannelName; given: { version: string; share: number } | null },
  { by, now }: { by: string; now: Date },
): Promise<void> => {
  const rows = tables(em);
  if (given === null) {
    await rows.deleteFrom('release_channels').where('name', '=', name).where('channel', '=', channel).execute();
    return;
  }
  const { version, share } = given;
  await sql`
    insert into release_channels as given (name, channel, version, share, assigned_at, assigned_by)
    values (${name}, ${channel}, ${version}, ${share}, ${now.toISOString()}, ${by})
    on conflict (name, channel) do update set version = excluded.version, share = excluded.share, assigned_by = excluded.assigned_by,
      assigned_at = excluded.assigned_at
    where (given.version, given.share) <> (excluded.version, excluded.share)
  `.execute(rows);
};

/** Adds a move to the history. */
export const addReleaseMove = async (
  em: EntityManager,
  { from, to, ...move }: Omit<ReleaseMoveRow, 'id'>,
): Promise<void> => {
  await tables(em)
    .insertInto('release_moves')
    .values({ ...move, fromVersion: from, toVersion: to })
    .execute();
};

/** The names that a token has ever moved, or whose stable release was published with one. */
export const findNamesMovedByTeams = async (em: EntityManager): Promise<Set<string>> => {
  const { rows } = await sql<{ name: string }>`
    select name from release_moves where created_by like 'token:%'
    union
    select name from release_channels given join remote_releases stored using (name, version)
    where channel = 'stable' and (given.assigned_by like 'token:%' or published_by like 'token:%')
  `.execute(tables(em));
  return new Set(rows.map(({ name }) => name));
};

/** Whether this version was withdrawn from visitors since `by` last moved the name. */
export const wasReleaseWithdrawn = async (
  em: EntityManager,
  { name, version, by }: { name: string; version: string; by: string },
): Promise<boolean> => {
  const { rows } = await sql`
    select from release_moves moved
    where name = ${name} and from_version = ${version} and action in ('stable', 'promote', 'rollback') and id > coalesce(
      (select max(id) from release_moves own where own.name = moved.name and own.created_by = ${by}), 0)
  `.execute(tables(em));
  return rows.length > 0;
};

/** More moves than any rollback needs. */
const movesRead = 1_000;

/**
 * Returns the version to which a rollback of stable leads, as if the last move of stable had not been made. Skips
 * versions whose files are not stored; null when none is left.
 */
export const findRollbackVersion = async (em: EntityManager, name: string): Promise<string | null> => {
  const moves = await tables(em)
    .selectFrom('release_moves')
    .select(['action', 'toVersion'])
    .where('name', '=', name)
    .where('action', 'in', ['stable', 'promote', 'rollback'])
    .orderBy('id', 'desc')
    .limit(movesRead)
    .execute();
  const known = await findStoredReleaseVersions(em, name);
  const past: string[] = [];
  for (const { action, toVersion: to } of moves.toReversed()) {
    if (to === null) continue;
    // A rollback undoes all moves since that version, which may be several: versions between them may be pruned.
    const at = action === 'rollback' ? past.lastIndexOf(to, -2) : -1;
    if (at === -1) past.push(to);
    else past.length = at + 1;
  }
  return past.slice(0, -1).findLast((version) => known.has(version)) ?? null;
};

export interface ReleaseMoveRow {
  id: number;
  name: string;
  action: ReleaseMoveAction;
  from: string | null;
  to: string | null;
  share: number | null;
  createdAt: Date;
  createdBy: string;
  reason: string | null;
}

/** The newest moves of a name, or of each name, newest first: at most `limit` per name. */
export const listReleaseMoves = (em: EntityManager, name: string | null, limit: number): Promise<ReleaseMoveRow[]> =>
  tables(em)
    .selectFrom((from) =>
      from
        .selectFrom('release_moves')
        .select([
          'name',
          'action',
          'fromVersion as from',
          'toVersion as to',
          'share',
          'createdAt',
          'createdBy',
          'reason',
        ])
        .select(sql<number>`id::float8`.as('id'))
        .select(sql<number>`row_number() over (partition by name order by id desc)`.as('place'))
        .$if(name !== null, (query) => query.where('name', '=', name ?? ''))
        .as('placed'),
    )
    .select(['id', 'name', 'action', 'from', 'to', 'share', 'createdAt', 'createdBy', 'reason'])
    .where('place', '<=', limit)
    .orderBy('id', 'desc')
    .execute();
