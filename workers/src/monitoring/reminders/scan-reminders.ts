import type { EntityManager } from '@mikro-orm/postgresql';
import {
  addReminders,
  excludeFromScan,
  type NewReminder,
  requeuePendingReminders,
  readScanBatch,
  scanBatch,
  type ScannedDueDate,
  type ScanPlace,
} from '@ve/data/monitoring/watch/reminder.repository';
import { remindersNow } from '@ve/domain/monitoring/reminders/plan-reminders';
import type { Clock } from '@ve/domain/kernel/time/clock';
import { londonTime, type LondonTime } from '@ve/domain/kernel/time/london-date';

export interface ScanOptions {
  fork: () => EntityManager;
  now: Clock;
  isClosed: () => boolean;
  /** Dates read at a time. */
  batch?: number;
}

/** How long a reminder's job has before the scan looks whether it waits in vain. */
const jobMs = 10 * 60_000;

/** The reminders of a date whose time has come and that were not planned before. */
export const remindersToPlan = (due: ScannedDueDate, time: LondonTime): NewReminder[] => {
  const { userId, registration } = due;
  return remindersNow(due, time)
    .filter(({ lead, channel }) => !due.planned.includes(`${lead} ${channel}`))
    .map((reminder) => ({ userId, registration, ...reminder }));
};

/**
 * Plans the reminders whose time has come, for every date within reach, in batches, each in a transaction with the jobs
 * that send them; then orders again the jobs of those that wait in vain. Any number of processes may do it at once: a
 * reminder is planned once, by its unique key. Returns how many it planned, how many it ordered again, and how many it gave up.
 */
export const scanReminders = async ({
  fork,
  now,
  isClosed,
  batch = scanBatch,
}: ScanOptions): Promise<{ planned: number; ordered: number; failed: number }> => {
  // One time for all of a scan, however long it takes.
  const time = londonTime(now());
  let planned = 0;
  for await (const dues of dueDatesScanned({ fork, now }, time.today, batch)) {
    const reminders = dues.flatMap((due) => remindersToPlan(due, time));
    if (reminders.length > 0) {
      planned += await fork().transactional((em) => addReminders(em, reminders, now()));
    }
    if (isClosed()) return { planned, ordered: 0, failed: 0 };
  }
  const before = new Date(now().getTime() - jobMs);
  const open = await fork().transactional((em) =>
    requeuePendingReminders(em, { before, hour: time.hour, limit: batch }, now()),
  );
  return { planned, ...open };
};

/** Every date within the window of a scan, in batches; those of memberships that do not run are left out from the next on. */
export async function* dueDatesScanned(
  { fork, now }: Pick<ScanOptions, 'fork' | 'now'>,
  today: string,
  limit: number,
): AsyncGenerator<ScannedDueDate[]> {
  let after: ScanPlace | null = null;
  for (;;) {
    const { dues, idle, next }: Awaited<ReturnType<typeof readScanBatch>> = await readScanBatch(
      fork(),
      { today, after, limit },
      now(),
    );
    if (idle.length > 0) await fork().transactional((em) => excludeFromScan(em, idle, now()));
    if (dues.length > 0) yield dues;
    if (next === null) return;
    after = next;
  }
}
