import {
  listMonitorCheckStates,
  recordMonitorCheckFailure,
  lockMonitorCheckResults,
  lockMonitorCheckState,
  storeMonitorCheckState,
  type WatchedAspect,
} from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import { findNotifiableMember } from '@ve/data/monitoring/watch/notifiable-member.repository';
import type { JobContext, JobUseCase } from '../job-context.ts';
import type {
  MonitorCheckResult,
  MonitorCheck,
  MonitorChecksByAspect,
  MonitorCheckAnswer,
} from './alerts/monitor-check.ts';
import { type MonitoredCar, isMonitorCheckIncluded, permitMonitorCheck } from './checks/permit-monitor-check.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import { addWatchEvent } from '@ve/data/monitoring/alerts/watch-event.repository';
import { alertUniqueKey } from '@ve/domain/monitoring/alerts/alert-key';
import { monitorCheckTimeOf, nextMonitorCheckDay } from '@ve/domain/monitoring/alerts/next-check';
import type { MonitorAspect } from '@ve/domain/monitoring/alerts/watch-aspects';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { notifyMember } from './alerts/notify-member.ts';

/**
 * Checks one aspect of a member's car and notifies them of changes since the last check. Does nothing for a non-member
 * or before the check is due: a second job finds it made. Data that is already available is always used. A paid check
 * is claimed before the vendor is called.
 */
export const runMonitorCheck =
  (checks: MonitorChecksByAspect): JobUseCase<'monitor-checks.run'> =>
  async ({ userId, aspect, correlationId }, context) => {
    const { em, now, logger } = context;
    const check = checks[aspect];
    const sendable = await findNotifiableMember(em, userId, now());
    if (
      check === undefined ||
      sendable === null ||
      !(await isMonitorCheckIncluded(em, { terms: check, userId }, now()))
    )
      return;
    const { registration } = sendable;
    const states = await listMonitorCheckStates(em, userId, registration);
    const state = states.find((each) => each.aspect === aspect) ?? null;
    const result = await resultOf(check, { userId, registration, sendable, state }, context);
    if (result === null) return;
    const events = await em.transactional(async (transaction) => {
      const checked = { userId, aspect, registration, everyDays: check.everyDays };
      const added = await storeMonitorCheckResult(
        transaction,
        { check: checked, result },
        { now: now(), correlationId },
      );
      await context.complete(transaction);
      return added;
    });
    if (events > 0) logger.info({ event: 'monitored_car_changed', aspect, events }, 'A monitored car changed.');
  };

/** Returns what is already held, else the source's response if it may be called; null: nothing is to be done. */
const resultOf = async (
  check: MonitorCheck,
  car: MonitoredCar,
  context: JobContext,
): Promise<MonitorCheckResult | null> => {
  const held = await check.findHeld?.(car, context);
  if (held) return { ok: true, answer: held };
  const permission = await permitMonitorCheck(context.em, { terms: check, car }, context.now());
  switch (permission) {
    case 'permitted':
      return check.fetch(car, context);
    case 'not-due':
      return null;
    default:
      return permission;
  }
};

export interface MonitorCheckResultSubject {
  userId: string;
  aspect: MonitorAspect;
  registration: string;
  /** Days until the next check if the response has no data. */
  everyDays: number;
}

/**
 * Stores the result of a monitor check and notifies its member of changes, in the caller's transaction. Compares with
 * the state at that time, under a lock: of two concurrent checks the second finds no change. Does nothing for a member
 * who has left or has another car by then. Returns the number of events.
 */
export const storeMonitorCheckResult = async (
  em: EntityManager,
  {
    check: { userId, aspect, registration, everyDays },
    result,
  }: { check: MonitorCheckResultSubject; result: MonitorCheckResult },
  { now, correlationId }: { now: Date; correlationId: string },
): Promise<number> => {
  const sendable = await findNotifiableMember(em, userId, now);
  if (sendable?.registration !== registration) return 0;
  const watched = { userId, aspect, registration };
  const isOutdated = result.ok && (await result.answer.isStillValid?.(em)) === false;
  const other = result.ok ? await lockCompared(em, watched, result.answer) : null;
  const state = await lockMonitorCheckState(em, watched, now);
  if (isOutdated) {
    await recordMonitorCheckFailure(em, watched, { failure: 'outdated', triedAt: now, nextCheckAt: now });
    return 0;
  }
  if (!result.ok) {
    const { failure, recheckAt } = result;
    await recordMonitorCheckFailure(em, watched, { failure, triedAt: now, nextCheckAt: recheckAt });
    return 0;
  }
  const { answer } = result;
  const today = londonDate(now);
  if (state.lastResultRequestedAt !== null && state.lastResultRequestedAt > answer.askedAt) {
    if (state.nextCheckAt === null || state.nextCheckAt <= now) {
      const nextCheckAt = monitorCheckTimeOf(nextMonitorCheckDay(today, 1), userId);
      await recordMonitorCheckFailure(em, watched, { failure: 'not-newer', triedAt: now, nextCheckAt });
    }
    return 0;
  }
  const { known, events } = answer.compare(state.lastResult, today, other);
  if (known === null) {
    const nextCheckAt = monitorCheckTimeOf(
      nextMonitorCheckDay(today, everyDays, { checkedOn: londonDate(answer.askedAt) }),
      userId,
    );
    await recordMonitorCheckFailure(em, watched, { failure: 'no-data', triedAt: now, nextCheckAt });
    return 0;
  }
  const nextDay = answer.nextDay(known, today);
  const nextCheckAt = nextDay === null ? null : monitorCheckTimeOf(nextDay, userId);
  await storeMonitorCheckState(em, watched, { known, readAt: answer.askedAt, triedAt: now, nextCheckAt });
  await answer.store?.(em, watched, { known, other });
  let added = 0;
  for (const [index, facts] of events.entries()) {
    // Lists are ordered by time: the events of one check keep their order.
    const at = new Date(now.getTime() + index);
    const id = await addWatchEvent(em, { userId, registration, facts, key: alertUniqueKey(facts, at) }, at);
    if (id === null) continue;
    added += 1;
    await notifyMember(em, { sendable, id, kind: facts.kind }, { now, correlationId });
  }
  return added;
};

/** Reads the known state of the other compared aspect; the rows of both aspects are always locked in the same order. */
const lockCompared = async (
  em: EntityManager,
  watched: WatchedAspect,
  { comparedWith }: MonitorCheckAnswer,
): Promise<unknown> => {
  if (comparedWith === undefined) return null;
  const known = await lockMonitorCheckResults(em, watched, [watched.aspect, comparedWith]);
  return known.get(comparedWith) ?? null;
};
