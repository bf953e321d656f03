import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { isoInstant } from '../../vehicle-record.ts';
import { pageOf, pageQuery, reason } from '../kernel/admin-page.ts';

const count = z.int().check(z.minimum(0));

export const queueStatusSchema = z.object({
  name: z.string(),
  waiting: count,
  active: count,
  /** To be tried again, or put off. */
  delayed: count,
  /** Given up within the last seven days. */
  failed: count,
  /** When the job was added that waits for the longest for its first run; null when none does. */
  oldestWaitingAt: z.nullable(isoInstant),
});

export type QueueStatus = z.infer<typeof queueStatusSchema>;

export const queueStatusesSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('read'), queues: z.array(queueStatusSchema) }),
  /** The backend of the queues does not answer; jobs wait in the outbox. */
  z.object({ outcome: z.literal('unreachable') }),
]);

/** How many jobs each queue holds. */
export const readQueues = endpoint({
  method: 'GET',
  path: '/api/admin/queues',
  answers: { 200: queueStatusesSchema },
  problems: [],
});

const share = z.object({ count, oldestSeconds: z.number() });

export const outboxStatusSchema = z.object({
  /** No queue was given them yet. */
  unrelayed: share,
  /** A queue was given them, and they have not ended. */
  unfinished: share,
  /** Jobs that failed for good and wait for somebody to look; counted to a thousand. */
  deadLetters: z.object({ total: count, isMore: z.boolean() }),
});

export type OutboxStatus = z.infer<typeof outboxStatusSchema>;

/** The jobs that wait in the outbox, and those that were given up. */
export const readOutbox = endpoint({
  method: 'GET',
  path: '/api/admin/outbox',
  answers: { 200: outboxStatusSchema },
  problems: [],
});

export const scheduledJobSchema = z.object({
  name: z.string(),
  /** Seconds between the end of a run and the next. */
  everySeconds: z.number(),
  /** Of the last run that ended; null before the first. */
  startedAt: z.nullable(isoInstant),
  endedAt: z.nullable(isoInstant),
  nextRunAt: isoInstant,
  /** `late`: no process has run it for more than twice its time; `planned`: it has not run yet, and need not have. */
  state: z.enum(['ok', 'failing', 'late', 'planned']),
  /** Runs that failed since the last that did not. */
  failures: count,
  /** The error of the last run. */
  why: z.nullable(z.string()),
});

export type ScheduledJob = z.infer<typeof scheduledJobSchema>;

/** What the workers do by themselves, by the last run of any of them. */
export const listScheduledJobs = endpoint({
  method: 'GET',
  path: '/api/admin/scheduled-jobs',
  answers: { 200: z.object({ jobs: z.array(scheduledJobSchema) }) },
  problems: [],
});

const callCounts = z.object({ calls: count, errors: count, limited: count, refusedByBreaker: count });

export const vendorStatusSchema = z.object({
  vendor: z.string(),
  /**
   * `breaker-open`: within two minutes a breaker answered in the vendor's place, and nothing was heard of it since;
   * `failing`: the last minute with calls had errors and no answer; `quiet`: no call within an hour.
   */
  state: z.enum(['ok', 'failing', 'breaker-open', 'quiet']),
  hour: callCounts,
  day: callCounts,
  /** What is counted against the budget of this London day; null when the vendor has none. */
  budget: z.nullable(
    z.object({ calls: count, pence: count, callsLimit: z.nullable(count), penceLimit: z.nullable(count) }),
  ),
});

export type VendorStatus = z.infer<typeof vendorStatusSchema>;

/** What becomes of our calls to each vendor, over all processes; up to fifteen seconds old. */
export const listVendors = endpoint({
  method: 'GET',
  path: '/api/admin/vendors',
  answers: { 200: z.object({ vendors: z.array(vendorStatusSchema) }) },
  problems: [],
});

export const deadLetterSchema = z.object({
  id: z.uuid(),
  job: z.string(),
  /** The error of its last attempt, without what may identify a person. */
  why: z.string(),
  enqueuedAt: isoInstant,
  failedAt: isoInstant,
  dismissedAt: z.nullable(isoInstant),
});

export type DeadLetter = z.infer<typeof deadLetterSchema>;

/** Jobs that failed for good, newest first: those nobody has looked at, or with `seen` those that were left. */
export const listDeadLetters = endpoint({
  method: 'GET',
  path: '/api/admin/dead-letters',
  query: z.object({ ...pageQuery, seen: z.optional(z.literal('true')) }),
  answers: { 200: pageOf(deadLetterSchema) },
  problems: [],
});

const stripeId = z.string().check(z.maxLength(255));

export const orphanSubscriptionSchema = z.object({
  stripeSubscriptionId: stripeId,
  stripeCustomerId: stripeId,
  foundAt: isoInstant,
});

export type OrphanSubscription = z.infer<typeof orphanSubscriptionSchema>;

const found = z.object({ total: count, isMore: z.boolean() });

/** Running subscriptions at Stripe that no account owns, the oldest hundred: somebody pays for nothing. */
export const listOrphanSubscriptions = endpoint({
  method: 'GET',
  path: '/api/admin/orphan-subscriptions',
  answers: { 200: z.object({ found, subscriptions: z.array(orphanSubscriptionSchema) }) },
  problems: [],
});

export const serviceStatusSchema = z.object({
  /** The queues answer. */
  queues: z.boolean(),
  /** Queues whose jobs wait for longer than they may, with the age of the oldest. */
  lateQueues: z.array(z.object({ name: z.string(), seconds: z.number() })),
  /** How old the oldest job is that no queue was given yet, in seconds. */
  outboxSeconds: z.number(),
  deadLetters: found,
  /** Vendors that do not answer, with when each last did. */
  vendors: z.array(z.object({ vendor: z.string(), answeredAt: z.nullable(isoInstant) })),
  /** Scheduled jobs that fail, or that nobody runs. */
  scheduledJobs: z.array(z.object({ name: z.string(), state: z.enum(['failing', 'late']) })),
  /** Canaries that were taken back within a day, as they were worse than stable. */
  rolledBackCanaries: found,
  /** Mails that have failed within a day. */
  failedMails: found,
  /** Running subscriptions at Stripe that no account owns. */
  orphanSubscriptions: found,
  /** Events of Stripe that could not be processed. */
  failedEvents: found,
  /** Complaints without an answer for longer than was promised. */
  escalated: found,
  /** What waits for staff without being a fault of the service: complaints, data disputes and errors of pages. */
  openComplaints: found,
  openDisputes: found,
  openErrors: found,
});

export type ServiceStatus = z.infer<typeof serviceStatusSchema>;

/** How the service stands, to be seen at a glance. */
export const readServiceStatus = endpoint({
  method: 'GET',
  path: '/api/admin/service-status',
  answers: { 200: serviceStatusSchema },
  problems: [],
});

const params = z.object({ id: z.uuid() });
const body = z.object({ reason });

/** Puts a job back into the outbox, under the id that it had. One that is not given up (any more) is not found. */
export const retryDeadLetter = endpoint({
  method: 'POST',
  path: '/api/admin/dead-letters/:id/retry',
  params,
  body,
  answers: { 202: undefined },
  problems: ['not-found'],
});

/** Marks a job as seen: it is listed apart, and can still be retried. */
export const dismissDeadLetter = endpoint({
  method: 'POST',
  path: '/api/admin/dead-letters/:id/dismiss',
  params,
  body,
  answers: { 204: undefined },
  problems: ['not-found'],
});
