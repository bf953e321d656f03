import type { EntityManager } from '@mikro-orm/postgresql';
import { type NewAuditEntry, writeAuditEntry } from '@ve/data/identity/audit-log/audit-log.repository';
import { lockReleasesOfName } from '@ve/data/releases/registry/release-locks';
import type { ReleaseMoveAction } from '@ve/data/releases/registry/release-move.entity';
import {
  addReleaseMove,
  findReleaseChannels,
  type ReleaseChannelState,
  setReleaseChannel,
  findStoredReleaseVersions,
  findRollbackVersion,
} from '@ve/data/releases/registry/release-move.repository';

/** The requested move. `rollback` ends a running canary; without one it makes the version before stable again. */
export type ReleaseMove =
  | { action: 'stable'; version: string }
  | { action: 'canary'; version: string; share: number }
  | { action: 'promote' }
  | { action: 'rollback' };

export interface ReleaseMoveRequest {
  name: string;
  move: ReleaseMove;
  /** A command, a token's label or the id of a user; never an e-mail address. */
  by: string;
  why?: string | null;
  /** The id of the token, for the audit log. */
  token?: string;
  /** The actor in the audit log, when it is not `by`. */
  audited?: Pick<NewAuditEntry, 'actor' | 'actorUserId'>;
}

export type ReleaseMoveOutcome =
  | { outcome: 'moved'; channels: ReleaseChannelState[] }
  | { outcome: 'unknown-release' }
  | { outcome: 'no-canary' }
  | { outcome: 'nothing-before' }
  | { outcome: 'unchanged' };

/** The effect on a name: the row of the history, and its channels afterwards. */
interface Step {
  action: ReleaseMoveAction;
  from: string | null;
  to: string | null;
  stable: string | null;
  canary: { version: string; share: number } | null;
  /** A canary that ends because the new stable release is newer: it gets a history row of its own. */
  overtaken?: string;
}

interface Situation {
  stable: ReleaseChannelState | undefined;
  canary: ReleaseChannelState | undefined;
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
  { name, move, by, why = null, token, audited = { actor: by } }: ReleaseMoveRequest,
  now: Date,
): Promise<ReleaseMoveOutcome> =>
  em.transactional(async (transaction) => {
    await lockReleasesOfName(transaction, name);
    const published = await findStoredReleaseVersions(transaction, name);
    if ('version' in move && !published.has(move.version)) return { outcome: 'unknown-release' };
    const channels = await findReleaseChannels(transaction, name);
    const step = stepFor(move, {
      stable: channels.find(({ channel }) => channel === 'stable'),
      canary: channels.find(({ channel }) => channel === 'canary'),
      before: move.action === 'rollback' ? await findRollbackVersion(transaction, name) : null,
      published,
    });
    if ('outcome' in step) return step;
    const stable = step.stable === null ? null : { version: step.stable, share: 100 };
    await setReleaseChannel(transaction, { name, channel: 'stable', given: stable }, { by, now });
    await setReleaseChannel(transaction, { name, channel: 'canary', given: step.canary }, { by, now });
    const share = step.action === 'canary' ? (step.canary?.share ?? null) : null;
    const { action, from, to, overtaken } = step;
    const made = { name, createdAt: now, createdBy: by };
    if (overtaken !== undefined) {
      const because = `${String(to)} is newer and was given to all visitors`;
      await addReleaseMove(transaction, {
        ...made,
        action: 'stop',
        from: overtaken,
        to: null,
        share: null,
        reason: because,
      });
    }
    await addReleaseMove(transaction, { ...made, action, from, to, share, reason: why });
    const details = {
      ...{ action, from, to },
      ...(overtaken === undefined ? {} : { ended: overtaken }),
      ...(share === null ? {} : { share }),
      ...(why === null ? {} : { why }),
      ...(token && { token }),
    };
    await writeAuditEntry(transaction, { ...audited, action: 'release.moved', subject: name, details }, now);
    return { outcome: 'moved', channels: await findReleaseChannels(transaction, name) };
  });

const stepFor = (
  move: ReleaseMove,
  { stable, canary, before, published }: Situation,
): Step | Exclude<ReleaseMoveOutcome, { channels: unknown }> => {
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
