import type { EntityManager } from '@mikro-orm/postgresql';
import {
  countQueuedChecks,
  repairSchedule,
  claimDueChecks,
} from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import { addManyToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { type WatchAspect, watchAspects } from '@ve/domain/monitoring/alerts/watch-aspects';
import type { MonitorCheck, MonitorChecks } from './monitor-checks.ts';

/** Ordered in one transaction. */
const batch = 500;

/** Of an aspect no more wait in the queue at a time, of all processes: others of the queue get their turn. */
const maxWaiting = 5_000;

const aDay = 24 * 3_600_000;

/**
 * Orders the looks that are due, each once, until none is left or enough of its aspect wait. Any number of processes may do
 * it at once. Returns how many.
 */
export const queueDueChecks = async (
  fork: () => EntityManager,
  looks: MonitorChecks,
  now: Date,
  { isClosed = () => false, most = maxWaiting }: { isClosed?: () => boolean; most?: number } = {},
): Promise<number> => {
  let ordered = 0;
  for (const aspect of watchAspects) {
    const look = looks[aspect];
    if (look === undefined || look.everyDays === 0) continue;
    await repair(fork(), aspect, look, now);
    let room = most - (await countQueuedChecks(fork(), aspect, most));
    while (room > 0 && !isClosed()) {
      const limit = Math.min(batch, room);
      const { members, taken } = await fork().transactional((em) => orderBatch(em, aspect, look, { now, limit }));
      room -= members.length;
      ordered += members.length;
      if (taken < limit) break;
    }
  }
  return ordered;
};

const orderBatch = async (
  em: EntityManager,
  aspect: WatchAspect,
  { paid }: MonitorCheck,
  { now, limit }: { now: Date; limit: number },
): Promise<{ members: string[]; taken: number }> => {
  const due = await claimDueChecks(em, aspect, { now, limit, paid });
  const orders = due.members.map((userId) => ({
    payload: { userId, aspect, correlationId: 'alerts' },
    dedupeId: `monitor-checks.run.${aspect}.${userId}`,
  }));
  await addManyToOutbox(em, 'monitor-checks.run', orders, now);
  return due;
};

/**
 * A look is set for a day of its interval, at an hour of its member's: what is later was set by a clock that was ahead, or at
 * a longer interval. It is due at once, and if it costs money a whole interval from now.
 */
const repair = (
  em: EntityManager,
  aspect: WatchAspect,
  { everyDays, paid }: MonitorCheck,
  now: Date,
): Promise<void> => {
  const inDays = (days: number) => new Date(now.getTime() + days * aDay);
  return repairSchedule(em, aspect, { now, latest: inDays(everyDays + 2), then: paid ? inDays(everyDays) : now });
};
