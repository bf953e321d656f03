import type { EntityManager } from '@mikro-orm/postgresql';
import {
  addReminders,
  excludeFromReminderScan,
  type NewReminder,
  abandonReminders,
  incrementReminderEnqueueCounts,
  lockPendingReminders,
  readReminderScanBatch,
  type ScannedDueDate,
  type ReminderScanCursor,
} from '@ve/data/monitoring/watch/reminder.repository';
import type { MessageSkipReason } from '@ve/domain/messaging/message-skip-reason';
import { addManyToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { remindersDueNow } from '@ve/domain/monitoring/reminders/plan-reminders';
import type { Clock } from '@ve/domain/kernel/time/clock';
import { londonTime, type LondonTime } from '@ve/domain/kernel/time/london-date';

export interface ReminderScanOptions {
  fork: () => EntityManager;
  now: Clock;
  isClosed: () => boolean;
  batch?: number;
}

/** Due dates per batch. */
const batchSize = 2_000;
/** How long a reminder's job may take before the scan queues it again. */
const jobMs = 10 * 60_000;
/** After so many jobs without an outcome a reminder ends as failed. */
const maxEnqueues = 12;
/** A skipped reminder is planned again after this, because the reason may no longer apply. */
const skippedMs = 3_600_000;
/** The skip reason of a reminder whose job failed repeatedly. */
const notMade: MessageSkipReason = 'never-sent';
/** Permanent skip reasons; `restored` marks a reminder that a restored backup would have sent again. */
const finalReasons: readonly MessageSkipReason[] = [notMade, 'restored'];

/** Returns the reminders that are due for a date and were not planned before. */
export const remindersToPlan = (due: ScannedDueDate, time: LondonTime): NewReminder[] => {
  const { userId, registration } = due;
  return remindersDueNow(due, time)
    .filter(({ lead, channel }) => !due.planned.includes(`${lead} ${channel}`))
    .map((reminder) => ({ userId, registration, ...reminder }));
};

/**
 * Plans the due reminders for all dates within reach, in batches, each in one transaction with their jobs; then queues
 * lost jobs again. Any number of processes may run it concurrently: a unique key ensures that each reminder is planned
 * once. Returns how many were planned, queued again, and failed.
 */
export const scanReminders = async ({
  fork,
  now,
  isClosed,
  batch = batchSize,
}: ReminderScanOptions): Promise<{ planned: number; ordered: number; failed: number }> => {
  // The same time for the whole scan, regardless of its duration.
  const time = londonTime(now());
  let planned = 0;
  for await (const batchDates of scanDueDates({ fork, now }, time.today, batch)) {
    const reminders = batchDates.flatMap((due) => remindersToPlan(due, time));
    if (reminders.length > 0) {
      planned += await fork().transactional(async (em) =>
        queueReminders(em, await addReminders(em, { reminders, finalReasons }, now()), now()),
      );
    }
    if (isClosed()) return { planned, ordered: 0, failed: 0 };
  }
  const before = new Date(now().getTime() - jobMs);
  return fork().transactional(async (em) => {
    const pending = await lockPendingReminders(em, { before, hour: time.hour, limit: batch });
    const failed = pending.filter(({ enqueueCount }) => enqueueCount >= maxEnqueues).map(({ id }) => id);
    const again = pending.filter(({ enqueueCount }) => enqueueCount < maxEnqueues).map(({ id }) => id);
    await abandonReminders(em, { ids: failed, reason: notMade }, now());
    await incrementReminderEnqueueCounts(em, again);
    return { planned, ordered: await queueReminders(em, again, now()), failed: failed.length };
  });
};

/** Queues the jobs that send reminders, in the caller's transaction; returns how many. */
const queueReminders = async (em: EntityManager, ids: readonly string[], now: Date): Promise<number> => {
  const orders = ids.map((reminderId) => ({
    payload: { reminderId, correlationId: `reminder-${reminderId}` },
    dedupeId: `reminders.send.${reminderId}`,
  }));
  await addManyToOutbox(em, { jobName: 'reminders.send', orders }, now);
  return orders.length;
};

/**
 * Yields every due date within the window of a scan, in batches, and excludes those of ended memberships from later
 * scans.
 */
export async function* scanDueDates(
  { fork, now }: Pick<ReminderScanOptions, 'fork' | 'now'>,
  today: string,
  limit: number,
): AsyncGenerator<ScannedDueDate[]> {
  let after: ReminderScanCursor | null = null;
  for (;;) {
    const { dueDates, idle, next }: Awaited<ReturnType<typeof readReminderScanBatch>> = await readReminderScanBatch(
      fork(),
      { today, after, limit, skippedSince: new Date(now().getTime() - skippedMs), finalReasons },
      now(),
    );
    if (idle.length > 0) await fork().transactional((em) => excludeFromReminderScan(em, idle, now()));
    if (dueDates.length > 0) yield dueDates;
    if (next === null) return;
    after = next;
  }
}
