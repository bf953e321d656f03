import type { MikroORM } from '@mikro-orm/postgresql';
import { planScheduledJob, recordScheduledRun, type ScheduledRun } from '@ve/data/operations/scheduled-job.repository';
import type { Logger } from '@ve/server-kit/log/logger';
import type { Queues } from '@ve/server-kit/queue/queues';
import type { PaymentNeeds } from '../payments.ts';
import type { RegisterSources } from '../read-registers.ts';
import { queueReadyMails } from '../queue-ready-mails.ts';
import { closeStuckFetches } from './close-stuck-fetches.ts';
import { escalateLateComplaints } from './escalate-complaints.ts';
import { purgeEverything } from './purges.ts';
import { reconcilePayments, reconcileSignUps, sweepEveryMs } from './reconcile-sign-ups.ts';
import { reconcileSubscriptions } from './reconcile-subscriptions.ts';
import { refreshDues } from './refresh-dues.ts';
import { refreshTotals } from './refresh-totals.ts';
import { repeat, type RepeatOptions, type Repeating } from './repeat.ts';
import { scanReminders } from './scan-reminders.ts';
import { storeDueDayFigures } from './store-day-figures.ts';
import { queueTextsAgain } from '@ve/data/texts/text-again.repository';
import { unreachableFailure } from '@ve/providers/text/twilio-codes';
import { askChecksAgain, endStuckChecks } from './sweep-checks.ts';
import { finishCancellations, queueNotices, syncStaleSubscriptions } from './sweep-subscriptions.ts';

const aMinute = 60_000;

export interface MaintenanceOptions extends PaymentNeeds {
  orm: MikroORM;
  queues: Pick<Queues, 'prune'>;
  /** Orders what is due of the watch over members' cars. */
  orderAlerts?: () => Promise<void>;
  /** Reads DVSA's files of changed MOT histories; `signal` is aborted when the process ends. */
  importMotFiles?: (signal: AbortSignal) => Promise<void>;
  /** Of the dates that reminders rest on. */
  sources: RegisterSources;
  logger: Logger;
  now: () => Date;
  /** How often stuck fetches and full checks are swept. */
  sweepMs?: number;
  /** How often sign-ups and subscriptions are held against Stripe; at every fifth turn what Stripe lists. */
  reconcileMs?: number;
  /** How often dates that have come near are looked for, and registers read. */
  reminderMs?: number;
  /** How often old rows are purged. */
  purgeMs?: number;
}

/**
 * Scheduled jobs; any number of processes may run them concurrently. A fetch still open after a minute and a half is
 * closed with what its sources said by then, so that no page waits for ever; a full check after five minutes, its credit
 * given back unless the registers have answered, and what done ones lack is asked for again. Sign-ups and subscriptions
 * whose webhooks were lost are held against Stripe, and notices queued; complaints that are unanswered too long are
 * escalated. Dates of watched cars are read again, and the reminders planned whose time has come. Looks at watched cars
 * that are due are ordered, and texts that waited for quiet hours to end queued. The rows of the lists of staff are
 * counted, and the figures of days that are over. What is no longer kept is purged, by the table of retention
 * (`domain/retention`, which the privacy page shows), finished jobs by the queues' retention.
 */
export const startMaintenance = (options: MaintenanceOptions): Repeating => {
  const { orm, queues, payments, sources, logger, now } = options;
  const each: RepeatOptions = {
    logger,
    now,
    plan: (job) => planScheduledJob(orm.em.fork(), job),
    record: (run: ScheduledRun) => recordScheduledRun(orm.em.fork(), run),
  };
  const sweep = repeat('stuck fetches', options.sweepMs ?? 5_000, each, async () => {
    const closed = await closeStuckFetches(orm.em.fork(), now());
    if (closed.length > 0) logger.warn({ fetchIds: closed }, 'stuck fetches closed');
    await orm.em.fork().transactional((em) => queueReadyMails(em, null, { now: now(), correlationId: 'maintenance' }));
  });
  const checks = repeat('full checks', options.sweepMs ?? 5_000, each, async () => {
    const ended = await endStuckChecks(orm.em.fork(), now());
    if (ended.length > 0) logger.error({ checkIds: ended }, 'stuck full checks ended');
    await askChecksAgain(orm.em.fork(), now());
  });
  const reconcile = repeat('reconciling', options.reconcileMs ?? sweepEveryMs, each, async () => {
    const signUps = await reconcileSignUps(orm.em.fork(), now());
    const subscriptions = await syncStaleSubscriptions(orm.em.fork(), now());
    const cancellations = await finishCancellations(orm.em.fork(), now());
    const notices = await queueNotices(orm.em.fork(), now());
    const reconciled = { signUps, subscriptions, cancellations, notices };
    if (Object.values(reconciled).some((count) => count > 0)) logger.info(reconciled, 'money reconciled');
  });
  const reconcileListed = repeat('payments', 5 * (options.reconcileMs ?? sweepEveryMs), each, async () => {
    const found = await reconcilePayments(orm.em.fork(), payments, now());
    if (found > 0) logger.warn({ payments: found }, 'payments found that no sign-up had accounted for');
    const strays = await reconcileSubscriptions(orm.em.fork(), payments, now());
    if (strays > 0) logger.warn({ subscriptions: strays }, 'subscriptions found that are not ours');
  });
  const complaints = repeat('complaints', 5 * (options.reconcileMs ?? sweepEveryMs), each, async () => {
    const late = await escalateLateComplaints(orm.em.fork(), now());
    if (late > 0) logger.warn({ complaints: late }, 'complaints escalated');
  });
  const texts = repeat('texts again', 10 * aMinute, each, async () => {
    const queued = { now: now(), correlationId: 'maintenance' };
    await orm.em.fork().transactional((em) => queueTextsAgain(em, unreachableFailure, queued));
  });
  let closed = false;
  const purgeAll = repeat('purge', options.purgeMs ?? 10 * aMinute, each, async () => {
    const purged = await purgeEverything(() => orm.em.fork(), { now: now(), isClosed: () => closed });
    if (Object.values(purged).some((count) => count > 0)) logger.info(purged, 'old rows purged');
  });
  const looking = { fork: () => orm.em.fork(), now, isClosed: () => closed };
  const dues = repeat('due dates', options.reminderMs ?? 5 * aMinute, each, async () => {
    const cars = await refreshDues({ ...looking, sources });
    if (cars > 0) logger.info({ cars }, 'due dates read');
  });
  const reminders = repeat('reminders', options.reminderMs ?? 5 * aMinute, each, async () => {
    const scanned = await scanReminders(looking);
    if (scanned.planned + scanned.ordered > 0) logger.info(scanned, 'reminders planned');
  });
  const totals = repeat('totals', aMinute, each, async () => {
    await refreshTotals(() => orm.em.fork(), now);
  });
  const dayFigures = repeat('day figures', 10 * aMinute, each, async () => {
    await storeDueDayFigures(() => orm.em.fork(), { now: now(), isClosed: () => closed });
  });
  const watched = repeat('looks at watched cars', aMinute, each, async () => {
    await options.orderAlerts?.();
  });
  const ending = new AbortController();
  const motFiles = repeat('MOT files', 10 * aMinute, each, async () => {
    await options.importMotFiles?.(ending.signal);
  });
  const prune = repeat('finished jobs', aMinute / 2, each, async () => {
    await queues.prune();
  });
  return {
    close: async () => {
      closed = true;
      ending.abort();
      const tasks = [
        sweep,
        checks,
        reconcile,
        reconcileListed,
        complaints,
        texts,
        purgeAll,
        totals,
        dayFigures,
        watched,
        dues,
        reminders,
        prune,
        motFiles,
      ];
      await Promise.all(tasks.map((task) => task.close()));
    },
  };
};
