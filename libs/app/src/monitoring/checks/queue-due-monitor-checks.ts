import type { EntityManager } from '@mikro-orm/postgresql';
import {
  countQueuedMonitorChecks,
  repairMonitorCheckSchedule,
  claimDueMonitorChecks,
} from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import { addManyToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { type MonitorAspect, monitorAspects } from '@ve/domain/monitoring/alerts/watch-aspects';
import type { MonitorCheckTerms } from './permit-monitor-check.ts';

const batch = 500;

/** The maximum waiting checks of one aspect, over all processes, so that other jobs of the queue are not delayed. */
const maxWaiting = 5_000;

const aDay = 24 * 3_600_000;

/**
 * Queues the monitor checks that are due, each once, until none is left or enough of an aspect wait. Any number of
 * processes may run it concurrently. Returns how many.
 */
export const queueDueMonitorChecks = async (
  fork: () => EntityManager,
  {
    checks,
    isClosed = () => false,
    most = maxWaiting,
  }: {
    checks: Partial<Record<MonitorAspect, MonitorCheckTerms>>;
    isClosed?: () => boolean | undefined;
    most?: number | undefined;
  },
  now: Date,
): Promise<number> => {
  let ordered = 0;
  for (const aspect of monitorAspects) {
    const check = checks[aspect];
    if (check === undefined || check.everyDays === 0) continue;
    await repair(fork(), check, now);
    let capacity = most - (await countQueuedMonitorChecks(fork(), aspect, most));
    while (capacity > 0 && !isClosed()) {
      const limit = Math.min(batch, capacity);
      const { members, taken } = await fork().transactional((em) => orderBatch(em, check, { now, limit }));
      capacity -= members.length;
      ordered += members.length;
      if (taken < limit) break;
    }
  }
  return ordered;
};

const orderBatch = async (
  em: EntityManager,
  { aspect, paid }: MonitorCheckTerms,
  { now, limit }: { now: Date; limit: number },
): Promise<{ members: string[]; taken: number }> => {
  const due = await claimDueMonitorChecks(em, aspect, { now, limit, paid });
  const orders = due.members.map((userId) => ({
    payload: { userId, aspect, correlationId: 'alerts' },
    dedupeId: `monitor-checks.run.${aspect}.${userId}`,
  }));
  await addManyToOutbox(em, { jobName: 'monitor-checks.run', orders }, now);
  return due;
};

/** How long a queued check may take before it is queued again: longer than its job with all attempts. */
const queuedMs = 3_600_000;

/**
 * Moves checks that are scheduled further ahead than their interval allows, by a fast clock or a longer interval: they
 * become due now, or a whole interval from now if they cost money.
 */
const repair = (em: EntityManager, { aspect, everyDays, paid }: MonitorCheckTerms, now: Date): Promise<void> => {
  const inDays = (days: number) => new Date(now.getTime() + days * aDay);
  return repairMonitorCheckSchedule(em, aspect, {
    queuedBefore: new Date(now.getTime() - queuedMs),
    latest: inDays(everyDays + 2),
    then: paid ? inDays(everyDays) : now,
  });
};
