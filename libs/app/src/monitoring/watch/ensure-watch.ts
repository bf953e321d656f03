import type { EntityManager } from '@mikro-orm/postgresql';
import type { SubscriptionListener } from '@ve/data/membership/subscription/subscription-listener';
import { resumeMonitorChecksOfMember } from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import {
  addMissingWatchRows,
  clearDueDatesOfEarlierCar,
  fillUnreadDueDate,
  findDueDates,
  resetWatch,
  type WatchedDueDate,
} from '@ve/data/monitoring/watch/watch.repository';
import { findVehicleRecord } from '@ve/data/vehicle/vehicle.repository';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import {
  isFreshDueDate,
  registerDueDateKinds,
  registerDueDates,
} from '@ve/domain/monitoring/reminders/register-due-dates';

/**
 * Starts the watch of a user's subscription, in the transaction that starts it, and before any setting; a watch that
 * exists is kept. The due dates of the registers are known immediately when a report has read them lately, else they
 * are read soon.
 */
export const ensureWatch = async (em: EntityManager, userId: string, now: Date): Promise<void> => {
  await addMissingWatchRows(em, userId, now);
  await fillAndFindDueDates(em, userId, now);
};

/**
 * Restarts the watch of a membership that starts again, in the transaction that starts it: changes of the car meanwhile
 * are not reported, reminders of that time were not missed, and paid monitor checks wait for an interval.
 */
const restartWatch = async (em: EntityManager, userId: string, now: Date): Promise<void> => {
  await resetWatch(em, userId, now);
  await ensureWatch(em, userId, now);
};

/** Watches the subscription's new car without the dates of the earlier one, in the transaction that changed it. */
export const switchWatchedCar = async (em: EntityManager, userId: string, now: Date): Promise<void> => {
  await clearDueDatesOfEarlierCar(em, userId, now);
  await ensureWatch(em, userId, now);
};

/**
 * Returns the due dates of the car of a user's subscription, after filling those that no monitor check has read from
 * the car's stored record, unless that was read longer ago than the interval of the register's monitor checks. Affects
 * this member only: other members are notified by the checks of their own dates.
 */
export const fillAndFindDueDates = async (em: EntityManager, userId: string, now: Date): Promise<WatchedDueDate[]> => {
  const dueDates = await findDueDates(em, userId);
  const unread = registerDueDateKinds.filter((kind) =>
    dueDates.some((due) => due.kind === kind && due.noDateReason === 'not-read'),
  );
  const registration = dueDates[0]?.registration;
  const held = unread.length === 0 || registration === undefined ? null : await findVehicleRecord(em, registration);
  if (held === null || registration === undefined) return dueDates;
  const dueByKind = registerDueDates(held.record, londonDate(now));
  for (const kind of unread) {
    const due = dueByKind[kind];
    if (isFreshDueDate(due, { kind, now })) await fillUnreadDueDate(em, { userId, registration, kind, due });
  }
  return findDueDates(em, userId);
};

/**
 * Watches a member's car from the first subscription, restarts the watch with another subscription, and resumes it when
 * one changes.
 */
export const watchSubscriptionListener: SubscriptionListener = {
  started: ensureWatch,
  replaced: restartWatch,
  changed: resumeMonitorChecksOfMember,
};
