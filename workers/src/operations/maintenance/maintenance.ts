import type { MikroORM } from '@mikro-orm/postgresql';
import { resumeWronglySuspendedChecks } from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import {
  registerScheduledJob,
  recordScheduledRun,
  type ScheduledRun,
  claimScheduledRun,
} from '@ve/data/jobs/scheduled-job/scheduled-job.repository';
import { pruneReleases } from '@ve/app/releases/prune-releases';
import { resendUndeliveredTexts } from '@ve/app/messaging/texts/resend-text';
import { includeInReminderScan } from '@ve/data/monitoring/watch/reminder.repository';
import type { TextPort } from '@ve/providers/text/text.port';
import { handsetOffFailure } from '@ve/providers/text/twilio-error-codes';
import type { Logger } from '@ve/server-kit/log/logger';
import type { JobQueues } from '@ve/server-kit/queue/queues';
import { crossContextListener } from '@ve/app/cross-context-listener';
import type { PaymentDeps } from '@ve/app/membership/payments/payment-provider-client';
import { retryUnansweredVehicles } from '@ve/app/report/answer-mails';
import { queueAllReportReadyMails } from '@ve/app/report/report-ready-mails';
import { type DueDateSources, refreshDueDates } from '@ve/app/monitoring/read-registers';
import { pollMissingReceipts } from '@ve/app/messaging/texts/text-receipts';
import { endStuckVehicleFetches } from '@ve/app/vehicle/vehicle-fetch/fetch-vehicle';
import { escalateLateComplaints } from '@ve/app/messaging/contact/escalate-complaints';
import { queueNewsletterBatch } from '@ve/app/messaging/newsletter/queue-newsletter';
import { runAllPurges } from '@ve/app/privacy/purges';
import { sweepAnnouncedChanges } from '@ve/app/membership/announced-change/sweep-changes';
import {
  reconcileSignUpPayments,
  queueOpenSignUpCompletions,
  signUpSweepIntervalMs,
} from '@ve/app/membership/sign-up/reconcile-sign-ups';
import {
  reconcileAllSubscriptions,
  reconcileSubscriptions,
} from '@ve/app/membership/subscription/reconcile-subscriptions';
import { storeOutstandingDayFigures } from '@ve/app/operations/day-figures';
import { refreshListTotals } from '@ve/app/operations/list-totals';
import { startRepeatingTask, type RepeatingTaskOptions, type RepeatingTask } from '../../jobs/repeating-task.ts';
import { scanReminders } from '@ve/app/monitoring/reminders/scan-reminders';
import { queueIncompleteFullCheckRetries, endStuckFullChecks } from '@ve/app/full-check/sweep-checks';
import {
  cancelAbandonedCardSetups,
  queueUnfinishedCancellations,
  queueMembershipNotices,
  queueStaleSubscriptionSyncs,
} from '@ve/app/membership/subscription/sweep-subscriptions';
import { startCanaryEvaluation } from '../../releases/watch-canaries.ts';

const aMinute = 60_000;

export interface MaintenanceOptions extends PaymentDeps {
  orm: MikroORM;
  queues: Pick<JobQueues, 'prune'>;
  /** Queues the monitor checks that are due, until `isClosed`. */
  queueDueChecks?: (isClosed: () => boolean) => Promise<void>;
  /** Queues the alert texts that waited for quiet hours or a payment. */
  queueAlertTexts?: () => Promise<void>;
  /** Reports what is wrong with the service, and what no longer is. */
  reportFaults?: () => Promise<{ began: number; ended: number; unposted: number }>;
  /** The registers from which due dates are read. */
  sources: DueDateSources;
  /** Queried for the status of texts without a receipt. */
  texts: Pick<TextPort, 'read'>;
  logger: Logger;
  now: () => Date;
  /** Maximum mails of a newsletter that are queued in a minute. */
  newsletterPerMinute?: number;
  /** Interval of the sweeps of stuck fetches and full checks, and of the newsletter. */
  sweepMs?: number;
  /**
   * Interval of the comparison of sign-ups and subscriptions with Stripe; Stripe's lists are read at five times this
   * interval.
   */
  reconcileMs?: number;
  /** How often a process tries to claim the daily listing of all subscriptions at Stripe. */
  listAllPollMs?: number;
  /** Interval of the scans for due reminders and of the reads of registers. */
  reminderMs?: number;
  /** Interval of the evaluation of canaries. */
  canaryMs?: number;
  /** Interval of the pruning of unused releases. */
  releaseMs?: number;
  /** Interval of the purge of old rows. */
  purgeMs?: number;
}

/**
 * Starts the scheduled jobs. Any number of processes may run them concurrently; expensive jobs with the same result
 * everywhere run in one process at a time. They end stuck work, repeat what a lost webhook, job or response left
 * undone, queue what is due, count for staff, and purge by the retention table (`domain/privacy`, which the privacy
 * page shows).
 */
export const startMaintenanceTasks = (options: MaintenanceOptions): RepeatingTask => {
  const { orm, queues, payments, sources, logger, now } = options;
  const each: RepeatingTaskOptions = {
    logger,
    now,
    plan: (job) => registerScheduledJob(orm.em.fork(), job),
    record: (run: ScheduledRun) => recordScheduledRun(orm.em.fork(), run),
  };
  /** For expensive jobs: a run is claimed by one process. */
  const inOne: RepeatingTaskOptions = { ...each, turn: (job) => claimScheduledRun(orm.em.fork(), job) };
  const sweep = startRepeatingTask({ name: 'stuck fetches', everyMs: options.sweepMs ?? 5_000, ...each }, async () => {
    const closed = await endStuckVehicleFetches(orm.em.fork(), { now: now(), listener: crossContextListener });
    if (closed.length > 0)
      logger.warn({ event: 'stuck_fetches_closed', fetchIds: closed }, 'Stuck vehicle fetches were closed.');
    await queueAllReportReadyMails(orm.em.fork(), now());
  });
  const retries = startRepeatingTask({ name: 'unanswered vehicles', everyMs: aMinute, ...inOne }, async () => {
    const fetches = await retryUnansweredVehicles(orm.em.fork(), now());
    if (fetches > 0)
      logger.info({ event: 'unanswered_vehicles_retried', fetches }, 'Sources that had not answered were asked again.');
  });
  const checks = startRepeatingTask({ name: 'full checks', everyMs: options.sweepMs ?? 5_000, ...each }, async () => {
    const ended = await endStuckFullChecks(orm.em.fork(), { now: now(), listener: crossContextListener });
    if (ended.length > 0)
      logger.error({ event: 'stuck_full_checks_ended', checkIds: ended }, 'Stuck full checks were ended.');
    await queueIncompleteFullCheckRetries(orm.em.fork(), now());
  });
  const reconcile = startRepeatingTask(
    { name: 'reconciling', everyMs: options.reconcileMs ?? signUpSweepIntervalMs, ...each },
    async () => {
      const signUps = await queueOpenSignUpCompletions(orm.em.fork(), now());
      const subscriptions = await queueStaleSubscriptionSyncs(orm.em.fork(), now());
      const cancellations = await queueUnfinishedCancellations(orm.em.fork(), now());
      const notices = await queueMembershipNotices(orm.em.fork(), now());
      const changes = await sweepAnnouncedChanges(orm.em.fork(), now());
      const reconciled = { signUps, subscriptions, cancellations, notices, ...changes };
      if (Object.values(reconciled).some((count) => count > 0))
        logger.info({ event: 'payments_reconciled', ...reconciled }, 'Payments were reconciled with Stripe.');
    },
  );
  const cardQuestions = startRepeatingTask(
    { name: 'card questions', everyMs: options.reconcileMs ?? aMinute, ...inOne },
    async () => {
      const { closed, finished } = await cancelAbandonedCardSetups({
        em: orm.em.fork(),
        payments,
        now,
        logger,
        listener: crossContextListener,
      });
      if (closed > 0)
        logger.info(
          { event: 'unanswered_card_questions_closed', cardQuestions: closed },
          'Unanswered card questions were closed.',
        );
      if (finished > 0)
        logger.info(
          { event: 'abandoned_card_changes_finished', cardChanges: finished },
          'Card changes whose browser had left were finished.',
        );
    },
  );
  const reconcileListed = startRepeatingTask(
    { name: 'payments', everyMs: 5 * (options.reconcileMs ?? signUpSweepIntervalMs), ...each },
    async () => {
      const found = await reconcileSignUpPayments(orm.em.fork(), payments, now());
      if (found > 0)
        logger.warn(
          { event: 'unaccounted_payments_found', payments: found },
          'Payments were found that no sign-up had accounted for.',
        );
      const subscriptions = await reconcileSubscriptions({ em: orm.em.fork(), payments, now: now(), logger });
      if (subscriptions.added > 0)
        logger.warn(
          { event: 'missing_subscriptions_enqueued', ...subscriptions },
          'Subscriptions missing from our records were enqueued for completion.',
        );
    },
  );
  const daily: RepeatingTaskOptions = { ...inOne, pollMs: options.listAllPollMs ?? 10 * aMinute };
  const reconcileAll = startRepeatingTask({ name: 'subscriptions', everyMs: 24 * 60 * aMinute, ...daily }, async () => {
    const subscriptions = await reconcileAllSubscriptions({ em: orm.em.fork(), payments, now: now(), logger });
    if (subscriptions.added > 0)
      logger.warn(
        { event: 'missing_subscriptions_enqueued', ...subscriptions },
        'Subscriptions missing from our records were enqueued for completion.',
      );
  });
  const complaints = startRepeatingTask(
    { name: 'complaints', everyMs: 5 * (options.reconcileMs ?? signUpSweepIntervalMs), ...each },
    async () => {
      const late = await escalateLateComplaints(orm.em.fork(), now());
      if (late > 0) logger.warn({ event: 'complaints_escalated', complaints: late }, 'Late complaints were escalated.');
    },
  );
  const texts = startRepeatingTask({ name: 'text resends', everyMs: 10 * aMinute, ...each }, async () => {
    await resendUndeliveredTexts(orm.em.fork(), handsetOffFailure, { now: now(), correlationId: 'maintenance' });
  });
  const newsletter = startRepeatingTask(
    { name: 'newsletter', everyMs: options.sweepMs ?? 5_000, ...each },
    async () => {
      const perMinute = options.newsletterPerMinute ?? 60;
      const { queued, finished } = await queueNewsletterBatch(orm.em.fork(), { now: now(), perMinute });
      if (queued > 0)
        logger.info({ event: 'newsletter_batch_queued', mails: queued }, 'Mails of a newsletter were queued.');
      if (finished.length > 0)
        logger.info({ event: 'newsletter_sent', issueIds: finished }, 'A newsletter was sent to every subscriber.');
    },
  );
  let closed = false;
  const ending = new AbortController();
  const purgeAll = startRepeatingTask(
    { name: 'purge', everyMs: options.purgeMs ?? 10 * aMinute, ...inOne },
    async () => {
      const purged = await runAllPurges(() => orm.em.fork(), { now: now(), isClosed: () => closed });
      if (Object.values(purged).some((count) => count > 0))
        logger.info({ event: 'old_rows_purged', ...purged }, 'Old rows were purged.');
    },
  );
  const releases = startRepeatingTask(
    { name: 'releases', everyMs: options.releaseMs ?? 60 * aMinute, ...inOne },
    async () => {
      const pruned = await pruneReleases(orm.em.fork(), now());
      if (Object.values(pruned).some((count) => count > 0))
        logger.info({ event: 'old_releases_pruned', ...pruned }, 'Old releases were pruned.');
    },
  );
  const looking = { fork: () => orm.em.fork(), now, isClosed: () => closed };
  const receipts = startRepeatingTask({ name: 'receipts', everyMs: 10 * aMinute, ...inOne }, async () => {
    const asked = await pollMissingReceipts({ ...looking, texts: options.texts });
    if (asked > 0)
      logger.info({ event: 'missing_receipts_polled', asked }, 'Missing delivery receipts of texts were polled.');
  });
  const dueDates = startRepeatingTask(
    { name: 'due dates', everyMs: options.reminderMs ?? 5 * aMinute, ...inOne },
    async () => {
      const cars = await refreshDueDates({ ...looking, sources, signal: ending.signal });
      if (cars > 0) logger.info({ event: 'due_dates_refreshed', cars }, 'Due dates were read from their registers.');
    },
  );
  const reminders = startRepeatingTask(
    { name: 'reminders', everyMs: options.reminderMs ?? 5 * aMinute, ...inOne },
    async () => {
      const scanned = await scanReminders(looking);
      if (scanned.planned + scanned.ordered > 0)
        logger.info({ event: 'reminders_planned', ...scanned }, 'Reminders were planned.');
      if (scanned.failed > 0)
        logger.error(
          { event: 'reminders_abandoned', reminders: scanned.failed },
          'Reminders were abandoned because their jobs keep failing.',
        );
    },
  );
  const excludedDates = startRepeatingTask(
    { name: 'excluded due dates', everyMs: 60 * aMinute, ...inOne },
    async () => {
      const dates = await includeInReminderScan(orm.em.fork(), now());
      if (dates > 0)
        logger.warn(
          { event: 'excluded_due_dates_restored', dates },
          'Excluded due dates were put back into the reminder scan.',
        );
    },
  );
  const suspendedChecks = startRepeatingTask(
    { name: 'suspended checks', everyMs: 60 * aMinute, ...inOne },
    async () => {
      const resumed = await resumeWronglySuspendedChecks(orm.em.fork(), now());
      if (resumed > 0)
        logger.warn({ event: 'suspended_checks_resumed', checks: resumed }, 'Suspended checks were resumed.');
    },
  );
  const canaries = startCanaryEvaluation(() => orm.em.fork(), options.canaryMs ?? aMinute / 4, inOne);
  const totals = startRepeatingTask({ name: 'totals', everyMs: aMinute, ...inOne }, async () => {
    await refreshListTotals(() => orm.em.fork(), now);
  });
  const dayFigures = startRepeatingTask({ name: 'day figures', everyMs: 10 * aMinute, ...inOne }, async () => {
    await storeOutstandingDayFigures(() => orm.em.fork(), { now: now(), isClosed: () => closed });
  });
  const watched = startRepeatingTask({ name: 'monitor checks', everyMs: aMinute, ...each }, async () => {
    await options.queueDueChecks?.(looking.isClosed);
  });
  const alertTexts = startRepeatingTask({ name: 'texts of alerts', everyMs: aMinute, ...each }, async () => {
    await options.queueAlertTexts?.();
  });
  const faults = startRepeatingTask({ name: 'service status', everyMs: aMinute, ...inOne }, async () => {
    const { began = 0, ended = 0, unposted = 0 } = (await options.reportFaults?.()) ?? {};
    if (began + ended > 0)
      logger.info({ event: 'service_faults_reported', began, ended }, 'Changes of the service status were reported.');
    if (unposted > 0)
      logger.warn(
        { event: 'service_fault_webhook_failed', unposted },
        'The webhook of service faults did not accept one.',
      );
  });
  const prune = startRepeatingTask({ name: 'finished jobs', everyMs: aMinute / 2, ...each }, async () => {
    await queues.prune();
  });
  return {
    close: async () => {
      closed = true;
      ending.abort();
      const tasks = [
        sweep,
        retries,
        checks,
        reconcile,
        cardQuestions,
        reconcileListed,
        reconcileAll,
        complaints,
        newsletter,
        texts,
        receipts,
        purgeAll,
        releases,
        canaries,
        totals,
        dayFigures,
        watched,
        alertTexts,
        dueDates,
        reminders,
        excludedDates,
        suspendedChecks,
        faults,
        prune,
      ];
      await Promise.all(tasks.map((task) => task.close()));
    },
  };
};
