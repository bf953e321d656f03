import { monitorAspects } from '@ve/domain/monitoring/alerts/watch-aspects';
import * as z from 'zod/mini';
import { errorLogSchema } from './http/jobs/error-logs.ts';

const id = z.uuid();
/** The request that caused the job, included in its logs. */
const correlationId = z.string().check(z.maxLength(64));

export interface QueueOptions {
  /** Concurrent jobs per process. */
  concurrency: number;
  /** Maximum jobs started per interval in milliseconds, over all processes. */
  limit?: { max: number; duration: number };
  /** Waiting time for the first run, in seconds, after which a job counts as late and staff are notified. */
  lateSeconds?: number;
}

/** Every queue; producers, metrics and workers all use this list. A job with another queue does not compile. */
export const queueDefinitions = {
  // More than a slow source serves concurrently: fetches that wait for it must not block those of other sources.
  'vehicle-fetches': { concurrency: 64 },
  // BullMQ honours a pause (QueueRateLimitedError) only in a queue with a limit, at a cost for every job: set only for
  // queues that need it, far above their real rate.
  'full-checks': { concurrency: 8, limit: { max: 200, duration: 1_000 } },
  reminders: { concurrency: 8 },
  'error-logs': { concurrency: 4 },
  mails: { concurrency: 4 },
  // Texts a second that a UK long number may send at Twilio, over all processes.
  texts: { concurrency: 4, limit: { max: 10, duration: 1_000 } },
  // A user waits at the page for each: other jobs that call Stripe must not delay them.
  'sign-ups': { concurrency: 4, lateSeconds: 30 },
  payments: { concurrency: 8, lateSeconds: 120 },
  reports: { concurrency: 4 },
  // Each takes seconds of processor time and much memory: one at a time, in a queue of its own.
  'report-pdfs': { concurrency: 1 },
  alerts: { concurrency: 4 },
} as const satisfies Record<string, QueueOptions>;

export type QueueName = keyof typeof queueDefinitions;

export const queueNames = Object.keys(queueDefinitions) as QueueName[];

/** The waiting time in seconds after which a queue's job is late; null for a queue that is not monitored. */
export const lateThresholdSecondsOfQueue = (name: QueueName): number | null => {
  const { lateSeconds }: QueueOptions = queueDefinitions[name];
  return lateSeconds ?? null;
};

interface JobShape {
  queue: QueueName;
  payload: z.ZodMiniType;
  /**
   * The payload field with the id of what the job updates: at most one job per id waits and one runs. Adding another
   * has no effect while one waits; while one runs, it is run again afterwards.
   */
  serialBy?: string;
  attempts: number;
  /** Milliseconds before the second attempt; doubles with each attempt. */
  backoffMs: number;
}

/**
 * Each job: its queue, payload and retry policy. Payloads contain ids, never personal data; an error log carries its
 * scrubbed, truncated text.
 */
export const jobDefinitions = {
  'vehicle-fetches.run': {
    queue: 'vehicle-fetches',
    payload: z.object({ fetchId: id, correlationId }),
    attempts: 3,
    backoffMs: 1_000,
  },
  'full-checks.run': {
    queue: 'full-checks',
    payload: z.object({ checkId: id, correlationId }),
    attempts: 5,
    backoffMs: 2_000,
  },
  'reminders.send': {
    queue: 'reminders',
    payload: z.object({ reminderId: id, correlationId }),
    attempts: 5,
    backoffMs: 60_000,
  },
  // Checks one aspect of a member's car and notifies the member of changes. A failed check is repeated on its schedule.
  'monitor-checks.run': {
    queue: 'alerts',
    payload: z.object({ userId: id, aspect: z.enum(monitorAspects), correlationId }),
    attempts: 3,
    backoffMs: 30_000,
  },
  'error-logs.write': {
    queue: 'error-logs',
    payload: z.object({
      entry: errorLogSchema,
      /** Who was signed in; absent in jobs of earlier releases. */
      userId: z.optional(z.nullable(id)),
      receivedAt: z.iso.datetime(),
      fingerprint: z.string(),
      correlationId,
    }),
    attempts: 3,
    backoffMs: 5_000,
  },
  // Twelve attempts span fifty minutes: longer than mail servers greylist. An unreachable server is not counted as an
  // attempt.
  'mails.send': {
    queue: 'mails',
    payload: z.object({ mailId: id, correlationId }),
    attempts: 12,
    backoffMs: 5_000,
  },
  // An unavailable vendor, or the daily limit, is not counted as an attempt: the text waits for it.
  'texts.send': {
    queue: 'texts',
    payload: z.object({ textId: id, correlationId }),
    attempts: 8,
    backoffMs: 15_000,
  },
  // Reads the PaymentIntent and, once it is paid, makes account, customer, subscription and first report. Twelve
  // attempts span over two hours; after that the reconciling sweep adds it again.
  'sign-ups.complete': {
    queue: 'sign-ups',
    payload: z.object({ signUpId: id, correlationId }),
    serialBy: 'signUpId',
    attempts: 12,
    backoffMs: 2_000,
  },
  // Reads the object of a stored event from Stripe and updates our rows from it.
  'stripe-events.process': {
    queue: 'payments',
    payload: z.object({ eventId: id, correlationId }),
    attempts: 12,
    backoffMs: 2_000,
  },
  'subscriptions.sync': {
    queue: 'payments',
    payload: z.object({ subscriptionId: id, correlationId }),
    serialBy: 'subscriptionId',
    attempts: 12,
    backoffMs: 2_000,
  },
  // Carries out a recorded cancellation at Stripe.
  'subscriptions.cancel': {
    queue: 'payments',
    payload: z.object({
      subscriptionId: id,
      /** The cancelled subscription, in case the row has another one by then; absent in jobs of earlier releases. */
      of: z.optional(z.object({ stripeSubscriptionId: z.string().check(z.maxLength(255)), endsAt: z.iso.datetime() })),
      correlationId,
    }),
    attempts: 12,
    backoffMs: 2_000,
  },
  // Undoes a cancellation at Stripe after its member has undone it.
  'subscriptions.withdraw-cancellation': {
    queue: 'payments',
    payload: z.object({
      subscriptionId: id,
      stripeSubscriptionId: z.string().check(z.maxLength(255)),
      correlationId,
    }),
    attempts: 12,
    backoffMs: 2_000,
  },
  // On and after the day of an announced change: applies it for a member who agreed, else ends the membership.
  'subscriptions.apply-change': {
    queue: 'payments',
    payload: z.object({ noticeId: id, correlationId }),
    attempts: 12,
    backoffMs: 2_000,
  },
  // Deletes an account once its membership has ended at Stripe, refund included; waiting for that is not counted as an
  // attempt.
  'accounts.delete': {
    queue: 'payments',
    payload: z.object({ deletionId: id, correlationId }),
    attempts: 12,
    backoffMs: 2_000,
  },
  // Fetches the vehicle's record and fills in the missing parts of a saved report.
  'reports.backfill': {
    queue: 'reports',
    payload: z.object({ reportId: id, correlationId }),
    attempts: 5,
    backoffMs: 5_000,
  },
  // Buys and stores the vendor's picture of a fully checked vehicle, if the licence permits.
  'vehicle-pictures.fetch': {
    queue: 'reports',
    payload: z.object({ checkId: id, correlationId }),
    attempts: 3,
    backoffMs: 20_000,
  },
  // Collects all data held about a user.
  'data-exports.create': {
    queue: 'reports',
    payload: z.object({ exportId: id, correlationId }),
    attempts: 5,
    backoffMs: 5_000,
  },
  // Renders a saved report.
  'report-pdfs.render': {
    queue: 'report-pdfs',
    payload: z.object({ pdfId: id, correlationId }),
    attempts: 5,
    backoffMs: 5_000,
  },
  // Renders the previews of a draft of the newsletter.
  'newsletter-issues.preview': {
    queue: 'mails',
    payload: z.object({ issueId: id, correlationId }),
    attempts: 3,
    backoffMs: 2_000,
  },
  // Deletes the Stripe customer of a sign-up form whose row, the only place of its id, was deleted.
  'customers.delete': {
    queue: 'payments',
    payload: z.object({ stripeCustomerId: z.string().check(z.minLength(1), z.maxLength(255)), correlationId }),
    attempts: 12,
    backoffMs: 2_000,
  },
  // Updates name and e-mail address of the customer at Stripe.
  'customers.sync': {
    queue: 'payments',
    payload: z.object({
      userId: id,
      /** The id of the correction: each correction is a separate call. */
      changeId: id,
      correlationId,
    }),
    attempts: 12,
    backoffMs: 2_000,
  },
} as const satisfies Record<string, JobShape>;

export type JobName = keyof typeof jobDefinitions;
export type JobPayload<N extends JobName> = z.infer<(typeof jobDefinitions)[N]['payload']>;

/** Jobs of which one runs at a time per `serialBy` id. */
export type SerialJobName = {
  [N in JobName]: (typeof jobDefinitions)[N] extends { serialBy: string } ? N : never;
}[JobName];

/** The key under which a job is serialised; null for a job that runs independently. */
export const serialKeyOfJob = <N extends JobName>(name: N, payload: JobPayload<N>): string | null => {
  const { serialBy }: JobShape = jobDefinitions[name];
  return serialBy === undefined ? null : `${name}.${String(new Map(Object.entries(payload)).get(serialBy))}`;
};

/** Every task that workers or the nightly backup repeat on a schedule, by the name under which its runs are recorded and shown to staff. */
export const scheduledJobNames = [
  'backup',
  'canaries',
  'card questions',
  'complaints',
  'day figures',
  'due dates',
  'excluded due dates',
  'finished jobs',
  'full checks',
  'monitor checks',
  'MOT files',
  'newsletter',
  'payments',
  'petrol prices',
  'purge',
  'recalls file',
  'receipts',
  'reconciling',
  'releases',
  'reminders',
  'restore check',
  'service status',
  'stuck fetches',
  'subscriptions',
  'suspended checks',
  'text resends',
  'texts of alerts',
  'totals',
  'unanswered vehicles',
] as const;

export type ScheduledJobName = (typeof scheduledJobNames)[number];
