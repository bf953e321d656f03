import type { EntityManager } from '@mikro-orm/postgresql';
import type { ChannelName } from '@ve/contracts/remote-manifest';
import { sql } from 'kysely';
import { type AuditRecord, writeAudit } from '../../identity/audit-log/audit-log.repository.ts';
import { tables } from '../../entities.ts';
import { lockRelease } from './release-locks.ts';
import type { MoveAction } from './release-move.entity.ts';

/** The requested move. `rollback` ends a running canary; without one it makes the version before stable again. */
export type Move =
  | { action: 'stable'; version: string }
  | { action: 'canary'; version: string; share: number }
  | { action: 'promote' }
  | { action: 'rollback' };

export interface MoveRequest {
  name: string;
  move: Move;
  /** A command, a token's label or the id of a user; never an e-mail address. */
  by: string;
  why?: string | null;
  /** The actor in the audit log, when it is not `by`. */
  audited?: Pick<AuditRecord, 'actor' | 'actorUserId'>;
}

export interface ChannelState {
  channel: ChannelName;
  version: string;
  share: number;
  /** Since when the channel has it at this share. */
  since: Date;
  by: string;
}

export type MoveOutcome =
  | { outcome: 'moved'; channels: ChannelState[] }
  | { outcome: 'unknown-release' }
  | { outcome: 'no-canary' }
  | { outcome: 'nothing-before' }
  | { outcome: 'unchanged' };

/** The effect on a name: the row of the history, and its channels afterwards. */
interface Step {
  action: MoveAction;
  from: string | null;
  to: string | null;
  stable: string | null;
  canary: { version: string; share: number } | null;
  /** A canary that ends because the new stable release is newer: it gets a history row of its own. */
  overtaken?: string;
}

interface Situation {
  stable: ChannelState | undefined;
  canary: ChannelState | undefined;
  /** The previous stable version; null when there was none, or when its files are not stored. */
  before: string | null;
  /** When the stored versions were published. */
  published: ReadonlyMap<string, Date>;
}

/**
 * Changes the releases of a name from the visitors' next page on, with a row in the history and in the audit log. A
 * canary ends when its version becomes stable, or a version published after it does, because its visitors would keep an
 * outdated release. A release without stored files cannot be moved into a channel.
 */
export const moveRelease = (
  em: EntityManager,
  { name, move, by, why = null, audited = { actor: by } }: MoveRequest,
  now: Date,
): Promise<MoveOutcome> =>
  em.transactional(async (transaction) => {
    await lockRelease(transaction, name);
    const published = await storedVersions(transaction, name);
    if ('version' in move && !published.has(move.version)) return { outcome: 'unknown-release' };
    const channels = await channelsOf(transaction, name);
    const step = stepFor(move, {
      stable: channels.find(({ channel }) => channel === 'stable'),
      canary: channels.find(({ channel }) => channel === 'canary'),
      before: move.action === 'rollback' ? await versionBefore(transaction, name) : null,
      published,
    });
    if ('outcome' in step) return step;
    await setChannel(transaction, name, 'stable', step.stable === null ? null : { version: step.stable, share: 100 }, {
      by,
      now,
    });
    await setChannel(transaction, name, 'canary', step.canary, { by, now });
    const share = step.action === 'canary' ? (step.canary?.share ?? null) : null;
    const { action, from, to, overtaken } = step;
    const made = { name, at: now, by };
    if (overtaken !== undefined) {
      const ended = { ...made, fromVersion: overtaken, toVersion: null, share: null };
      const because = `${String(to)} is newer and was given to all visitors`;
      await tables(transaction)
        .insertInto('release_moves')
        .values({ ...ended, action: 'stop', why: because })
        .execute();
    }
    await tables(transaction)
      .insertInto('release_moves')
      .values({ ...made, action, fromVersion: from, toVersion: to, share, why })
      .execute();
    const details = {
      ...{ action, from, to },
      ...(overtaken === undefined ? {} : { ended: overtaken }),
      ...(share === null ? {} : { share }),
      ...(why === null ? {} : { why }),
    };
    await writeAudit(transaction, { ...audited, action: 'release.moved', subject: name, details }, now);
    return { outcome: 'moved', channels: await channelsOf(transaction, name) };
  });

const stepFor = (
  move: Move,
  { stable, canary, before, published }: Situation,
): Step | Exclude<MoveOutcome, { channels: unknown }> => {
  const from = stable?.version ?? null;
  const running = canary ? { version: canary.version, share: canary.share } : null;
  switch (move.action) {
    case 'stable': {
      if (move.version === from) return { outcome: 'unchanged' };
      const step = { action: 'stable', from, to: move.version, stable: move.version } as const;
      if (running === null || running.version === move.version) return { ...step, canary: null };
      return isOlder(published, running.version, move.version)
        ? { ...step, canary: null, overtaken: running.version }
        : { ...step, canary: running };
    }
    case 'canary': {
      const { version, share } = move;
      if (version === from || (version === running?.version && share === running.share)) {
        return { outcome: 'unchanged' };
      }
      return {
        action: 'canary',
        from: running?.version ?? null,
        to: version,
        stable: from,
        canary: { version, share },
      };
    }
    case 'promote': {
      if (running === null) return { outcome: 'no-canary' };
      return { action: 'promote', from, to: running.version, stable: running.version, canary: null };
    }
    case 'rollback': {
      if (running !== null) return { action: 'stop', from: running.version, to: null, stable: from, canary: null };
      if (from === null || before === null) return { outcome: 'nothing-before' };
      return { action: 'rollback', from, to: before, stable: before, canary: null };
    }
  }
};

/** Whether one version was published before another; a version that is not stored any more was. */
const isOlder = (published: ReadonlyMap<string, Date>, one: string, other: string): boolean =>
  (published.get(one)?.getTime() ?? 0) < (published.get(other)?.getTime() ?? 0);

/**
 * Returns the versions with stored files, with their time of publication. Versions from before files were stored may no
 * longer exist on any disk.
 */
const storedVersions = async (em: EntityManager, name: string): Promise<Map<string, Date>> => {
  const rows = await tables(em)
    .selectFrom('remote_releases')
    .select(['version', 'publishedAt'])
    .where('name', '=', name)
    .where(sql<boolean>`files <> '[]'`)
    .execute();
  return new Map(rows.map(({ version, publishedAt: at }) => [version, at]));
};

/** The channels of a name, the canary first. */
export const channelsOf = (em: EntityManager, name: string): Promise<ChannelState[]> =>
  tables(em)
    .selectFrom('release_channels')
    .select(['channel', 'version', 'share', 'since', 'by'])
    .where('name', '=', name)
    .orderBy('channel')
    .execute();

/** Sets a channel. An unchanged version and share keep their `since`. */
const setChannel = async (
  em: EntityManager,
  name: string,
  channel: ChannelName,
  given: { version: string; share: number } | null,
  { by, now }: { by: string; now: Date },
): Promise<void> => {
  const rows = tables(em);
  if (given === null) {
    await rows.deleteFrom('release_channels').where('name', '=', name).where('channel', '=', channel).execute();
    return;
  }
  const { version, share } = given;
  await sql`
    insert into release_channels as given (name, channel, version, share, since, "by")
    values (${name}, ${channel}, ${version}, ${share}, ${now.toISOString()}, ${by})
    on conflict (name, channel) do update set version = excluded.version, share = excluded.share, "by" = excluded."by",
      since = excluded.since
    where (given.version, given.share) <> (excluded.version, excluded.share)
  `.execute(rows);
};

/** More moves than any rollback needs. */
const movesRead = 1_000;

/**
 * Returns the version to which a rollback of stable leads, as if the last move of stable had not been made. Skips
 * versions whose files are not stored; null when none is left.
 */
export const versionBefore = async (em: EntityManager, name: string): Promise<string | null> => {
  const moves = await tables(em)
    .selectFrom('release_moves')
    .select(['action', 'toVersion'])
    .where('name', '=', name)
    .where('action', 'in', ['stable', 'promote', 'rollback'])
    .orderBy('id', 'desc')
    .limit(movesRead)
    .execute();
  const known = await storedVersions(em, name);
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

export interface MoveRow {
  id: number;
  name: string;
  action: MoveAction;
  from: string | null;
  to: string | null;
  share: number | null;
  at: Date;
  by: string;
  why: string | null;
}

/** The newest moves of a name, or of each name, newest first: at most `limit` per name. */
export const releaseHistory = (em: EntityManager, name: string | null, limit: number): Promise<MoveRow[]> =>
  tables(em)
    .selectFrom((from) =>
      from
        .selectFrom('release_moves')
        .select(['name', 'action', 'fromVersion as from', 'toVersion as to', 'share', 'at', 'by', 'why'])
        .select(sql<number>`id::float8`.as('id'))
        .select(sql<number>`row_number() over (partition by name order by id desc)`.as('place'))
        .$if(name !== null, (query) => query.where('name', '=', name ?? ''))
        .as('placed'),
    )
    .select(['id', 'name', 'action', 'from', 'to', 'share', 'at', 'by', 'why'])
    .where('place', '<=', limit)
    .orderBy('id', 'desc')
    .execute();
