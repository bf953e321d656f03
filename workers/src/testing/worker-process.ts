import { connectDatabase } from '@ve/data/kernel/database';
import { createDatabaseOutageDetector } from '@ve/data/kernel/database-outage';
import { createVendorLimiterFactory } from '@ve/data/jobs/limit/vendor-limiter-factory';
import { recordScheduledRun, claimScheduledRun } from '@ve/data/jobs/scheduled-job/scheduled-job.repository';
import type { MailPort } from '@ve/providers/mail/mail.port';
import { createSmtpAdapter } from '@ve/providers/mail/smtp.adapter';
import { runServerProcess } from '@ve/server-kit/process/run-process';
import { serverProcessConfigFields } from '@ve/server-kit/config/process-fields';
import { readConfig } from '@ve/server-kit/config/read-config';
import { RetryLaterError } from '@ve/contracts/job-errors';
import { connectQueues } from '@ve/server-kit/queue/queue-connection';
import { createJobMetrics } from '@ve/server-kit/queue/queue-metrics';
import { createJobQueues, type JobQueues } from '@ve/server-kit/queue/queues';
import { createQueueWorkers } from '@ve/server-kit/queue/queue-workers';
import { Registry } from 'prom-client';
import * as z from 'zod';
import { createRegisterMonitorChecks } from '@ve/app/monitoring/alerts/register-checks';
import { runMonitorCheck } from '@ve/app/monitoring/run-monitor-check';
import { queueDueMonitorChecks } from '@ve/app/monitoring/checks/queue-due-monitor-checks';
import { executeAccountDeletion } from '@ve/app/privacy/delete-account';
import type { JobUseCase } from '@ve/app/job-context';
import { wrapHandlersWithJobContext, type JobUseCasesByName } from '../job-context.ts';
import type { EmailContent, MailBuilder } from '../messaging/mails/render-email.ts';
import { exampleMailSettings, mailExamples } from '../messaging/mails/mail-examples.ts';
import { startRepeatingTask, type RepeatingTaskOptions, type RepeatingTask } from '../jobs/repeating-task.ts';
import { scanReminders } from '@ve/app/monitoring/reminders/scan-reminders';
import { startCanaryEvaluation } from '../releases/watch-canaries.ts';
import { createMailHandler, createTextHandler } from '../handlers.ts';
import { queueNewsletterBatch } from '@ve/app/messaging/newsletter/queue-newsletter';
import { createDataExport } from '@ve/app/privacy/data-exports';
import { createFinishedJobCollector } from '../jobs/outbox/finished-jobs.ts';
import { startProcessClock } from '../jobs/process-clock.ts';
import { startOutboxRelay } from '../jobs/outbox/relay.ts';
import { renderReportPdf } from '@ve/app/report/render-report-pdf';
import { createPdfRenderer } from '../report/pdf/pdf-renderer.ts';
import { queueReminderMessage } from '@ve/app/monitoring/reminders/send-reminder';
import { processSignUpPayment } from '@ve/app/membership/sign-up/complete-sign-up';
import { cancelSubscriptionAtStripe } from '@ve/app/membership/cancellation/cancel-subscription-at-stripe';
import { syncSubscription } from '@ve/app/membership/subscription/sync-subscription';
import { fetchVehicle } from '@ve/app/vehicle/vehicle-fetch/fetch-vehicle';
import { runFullCheck } from '@ve/app/full-check/run-full-check';
import { noopHandlers } from './noop-handlers.ts';
import { createFullCheckSourceAdapters, createScriptedSourceAdapters } from './source-server.ts';
import { sandboxTwilioDeps } from './twilio-sandbox.ts';
import { sandboxPayments } from './stripe-sandbox.ts';

/** Few enough that a test's newsletter takes several batches. */
const newsletterPerMinute = 4;

/**
 * A workers process for tests: relay, queues and workers are real, only the handlers are not. Each run of
 * `full-checks.run` is recorded in the table `job_runs`; its correlation id sets its behaviour: `hang:N` hangs in its
 * first N runs, `later:N` is delayed by them, `work:MS` takes that long, anything else completes immediately. With
 * SMTP_URL mails are really sent, with a lease of two seconds; with SMTP_HANG the process hangs once the server has
 * accepted one. With STRIPE_URL sign-ups are really completed, memberships cancelled and accounts deleted, and the
 * process hangs after the call to Stripe that STRIPE_HANGS names. With SOURCES_URL vehicles are really fetched and
 * checked, and registers read for reminders, from the sources of `source-server.ts`. With CHECKS full checks are really
 * run, from the same server: `run`; `unsent`, which hangs instead of sending the look-up; or `unheard`, which hangs
 * when the check has ended. With TEXTS_URL texts are really sent to that sandbox, with a lease of two seconds; with
 * TEXTS_HANG the process hangs once Twilio has accepted one. With CANARY_MS canaries are evaluated at that interval.
 */
const schema = z.object({
  ...serverProcessConfigFields(0),
  DATABASE_URL: z.string(),
  QUEUE_URL: z.string().optional(),
  QUEUE_PREFIX: z.string(),
  LOCK_MS: z.coerce.number(),
  GRACE_MS: z.coerce.number(),
  /** Offset of the clock of relay and handlers from the database's, in milliseconds. */
  AHEAD_MS: z.coerce.number(),
  /** How long rows of finished jobs are collected before they are deleted. */
  COLLECT_MS: z.coerce.number(),
  MAX_STALLED: z.coerce.number(),
  /** `hangs`: the relay adds jobs but never marks them, and no workers run. */
  RELAY: z.enum(['runs', 'hangs']),
  SMTP_URL: z.string().optional(),
  /** `examples`: mails are the examples of their templates, sent concurrently, and need no subject rows. */
  LETTERS: z.enum(['own', 'examples']).default('own'),
  SMTP_HANG: z.string().optional(),
  STRIPE_URL: z.string().optional(),
  STRIPE_HANGS: z.string().optional(),
  SOURCES_URL: z.string().optional(),
  TEXTS_URL: z.string().optional(),
  TEXTS_HANG: z.string().optional(),
  CHECKS: z.enum(['run', 'unsent', 'unheard']).optional(),
  /** How often canaries are evaluated; absent: never. */
  CANARY_MS: z.coerce.number().optional(),
  /** The lease of a mail or text. */
  LEASE_MS: z.coerce.number().default(2_000),
  /**
   * How often reminders are planned, monitor checks and newsletters queued, by one process at a time; absent: never.
   */
  PLAN_MS: z.coerce.number().optional(),
});

await runServerProcess({
  name: 'test-workers',
  config: () => readConfig(schema, process.env),
  start: async (config, logger) => {
    const onError = (error: Error) =>
      logger.warn({ event: 'queue_operation_failed', err: error }, 'An operation of a queue failed.');
    const orm = await connectDatabase({ url: config.DATABASE_URL, poolSize: 6 });
    const clock = await startProcessClock({ orm, source: 'database', logger });
    const connection = await connectQueues({
      queueUrl: config.QUEUE_URL,
      databaseUrl: config.DATABASE_URL,
      prefix: config.QUEUE_PREFIX,
      onError,
    });
    const queues = createJobQueues(connection, onError);

    const record = (checkId: string, event: string) =>
      orm.em
        .fork()
        .execute('insert into job_runs (check_id, event, pid) values (?, ?, ?)', [checkId, event, process.pid]);
    const runsBefore = async (checkId: string): Promise<number> => {
      const [row] = await orm.em
        .fork()
        .execute<{ count: string }[]>(`select count(*) from job_runs where check_id = ? and event = 'started'`, [
          checkId,
        ]);
      return Number(row?.count ?? 0);
    };
    const runCheck: JobUseCase<'full-checks.run'> = async ({ checkId, correlationId }, { signal }) => {
      const earlier = await runsBefore(checkId);
      await record(checkId, 'started');
      const [what, amount] = correlationId.split(':');
      if (what === 'hang' && earlier < Number(amount)) await new Promise(() => undefined);
      if (what === 'later' && earlier < Number(amount)) throw new RetryLaterError('put off', 200);
      if (what === 'work') await sleepUnlessAborted(Number(amount), signal);
      await record(checkId, 'completed');
    };

    const now = () => new Date(clock.now().getTime() + config.AHEAD_MS);
    const relayOptions = { orm, databaseUrl: config.DATABASE_URL, logger, now, batchSize: 25, pollMs: 500 };
    if (config.RELAY === 'hangs') {
      const add: typeof queues.add = async (batch) => {
        await queues.add(batch);
        await new Promise(() => undefined);
      };
      const relay = await startOutboxRelay({ ...relayOptions, queues: { ...queues, add } });
      return { url: 'none', close: relay.close };
    }

    const finished = createFinishedJobCollector({ orm, logger, now, everyMs: config.COLLECT_MS });
    const own = {
      'full-checks.run': config.CHECKS === undefined ? runCheck : checkHandler(config.SOURCES_URL ?? '', config.CHECKS),
      'mails.send': mailHandler(config),
      ...(config.TEXTS_URL === undefined
        ? {}
        : {
            'texts.send': createTextHandler(
              sandboxTwilioDeps(config.TEXTS_URL, {
                hang: config.TEXTS_HANG === 'sent',
                leaseMs: config.LEASE_MS,
                // Shared through the database, like those of the workers.
                createVendorLimiter: createVendorLimiterFactory({ em: () => orm.em.fork(), now, budgets: {} }),
              }),
            ),
          }),
      ...moneyHandlers(config.STRIPE_URL, config.STRIPE_HANGS, queues),
      'vehicle-fetches.run': fetchHandler(config.SOURCES_URL),
      'monitor-checks.run': monitorCheckHandler(config.SOURCES_URL),
      'reminders.send': reminderHandler(config.SOURCES_URL),
      'data-exports.create': createDataExport,
      'report-pdfs.render': renderReportPdf({ renderPdf: createPdfRenderer(), mailSettings: exampleMailSettings }),
    };
    const handlers = wrapHandlersWithJobContext({ ...noopHandlers, ...own }, { orm, now, finished });
    const workers = createQueueWorkers(connection, handlers, {
      logger,
      metrics: createJobMetrics(new Registry()),
      queues,
      lockDurationMs: config.LOCK_MS,
      ...(config.LETTERS === 'examples' ? { concurrency: { mails: Object.keys(mailExamples).length } } : {}),
      maxStalledCount: config.MAX_STALLED,
      outages: createDatabaseOutageDetector(orm),
      onDeadLetter: finished.giveUp,
    });
    const relay = await startOutboxRelay({ ...relayOptions, queues });
    const fork = () => orm.em.fork();
    const inOne: RepeatingTaskOptions = {
      logger,
      now,
      turn: (job) => claimScheduledRun(fork(), job),
      record: (run) => recordScheduledRun(fork(), run),
    };
    const scheduled: RepeatingTask[] = [];
    if (config.CANARY_MS !== undefined) scheduled.push(startCanaryEvaluation(fork, config.CANARY_MS, inOne));
    if (config.PLAN_MS !== undefined) {
      const checks = createRegisterMonitorChecks(createScriptedSourceAdapters(config.SOURCES_URL ?? ''));
      scheduled.push(
        startRepeatingTask({ name: 'reminders', everyMs: config.PLAN_MS, ...inOne }, async () => {
          await scanReminders({ fork, now, isClosed: () => false });
        }),
        startRepeatingTask({ name: 'monitor checks', everyMs: config.PLAN_MS, ...inOne }, async () => {
          await queueDueMonitorChecks(fork, { checks }, now());
        }),
        startRepeatingTask(
          { name: 'newsletter', everyMs: config.PLAN_MS, logger, now, record: inOne.record },
          async () => {
            await queueNewsletterBatch(fork(), { now: now(), perMinute: newsletterPerMinute });
          },
        ),
      );
    }
    return {
      url: 'none',
      close: async () => {
        await Promise.all(scheduled.map((job) => job.close()));
        await Promise.all([relay.close(), workers.close(config.GRACE_MS, config.GRACE_MS + 3_000)]);
        await finished.close();
        await queues.close();
        await connection.close();
        await orm.close(true);
      },
    };
  },
});

/** Builds an example of the template. */
function exampleOf(template: string): MailBuilder {
  const examples: Readonly<Record<string, Record<string, EmailContent>>> = mailExamples;
  const [example] = Object.values(examples[template] ?? {});
  if (!example) throw new Error(`no example of ${template}`);
  return () => Promise.resolve(example);
}

function mailHandler({
  SMTP_URL: url,
  SMTP_HANG,
  LETTERS,
  LEASE_MS,
}: z.infer<typeof schema>): JobUseCase<'mails.send'> {
  if (url === undefined) return () => Promise.resolve();
  const smtp = createSmtpAdapter({ url, domain: 'vehicle-enquiry.example', timeoutMs: LEASE_MS * 0.75 });
  const hanging: MailPort = {
    ...smtp,
    send: async (mail) => {
      await smtp.send(mail);
      return new Promise(() => undefined);
    },
  };
  return createMailHandler({
    mail: SMTP_HANG === 'sent' ? hanging : smtp,
    mailSettings: exampleMailSettings,
    mailLeaseMs: LEASE_MS,
    ...(LETTERS === 'examples' ? { builderOf: exampleOf } : {}),
  });
}

function moneyHandlers(
  url: string | undefined,
  hangs: string | undefined,
  queues: JobQueues,
): Partial<JobUseCasesByName> {
  if (url === undefined) return {};
  const payments = sandboxPayments(url);
  const hanging = new Proxy(payments, {
    get:
      (target, name: keyof typeof payments) =>
      async (given: unknown): Promise<unknown> => {
        const answer = await (target[name] as (given: unknown) => Promise<unknown>)(given);
        return name === hangs ? new Promise(() => undefined) : answer;
      },
  });
  return {
    'sign-ups.complete': processSignUpPayment({ payments: hanging }),
    'subscriptions.sync': ({ subscriptionId }, context) => syncSubscription(hanging, { id: subscriptionId }, context),
    'subscriptions.cancel': cancelSubscriptionAtStripe({ payments: hanging }),
    'accounts.delete': executeAccountDeletion({ payments: hanging, queues }),
  };
}

function fetchHandler(url: string | undefined): JobUseCase<'vehicle-fetches.run'> {
  return url === undefined ? () => Promise.resolve() : fetchVehicle({ sources: createScriptedSourceAdapters(url) });
}

function monitorCheckHandler(url: string | undefined): JobUseCase<'monitor-checks.run'> {
  return url === undefined
    ? () => Promise.resolve()
    : runMonitorCheck(createRegisterMonitorChecks(createScriptedSourceAdapters(url)));
}

function reminderHandler(url: string | undefined): JobUseCase<'reminders.send'> {
  return url === undefined
    ? () => Promise.resolve()
    : queueReminderMessage({ sources: createScriptedSourceAdapters(url) });
}

function checkHandler(url: string, how: 'run' | 'unsent' | 'unheard'): JobUseCase<'full-checks.run'> {
  const needs = createFullCheckSourceAdapters(url);
  const unsent = { find: () => new Promise<never>(() => undefined) };
  const handler = runFullCheck({ ...needs, ...(how === 'unsent' ? { registers: unsent } : {}) });
  return async (payload, context) => {
    await handler(payload, context);
    if (how === 'unheard') await new Promise(() => undefined);
  };
}

function sleepUnlessAborted(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Error('aborted'));
    });
  });
}
