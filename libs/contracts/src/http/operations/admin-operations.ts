import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { isoInstantSchema } from '../../vehicle-record.ts';
import { staffListPageSchemaOf, staffListPageQueryFields, staffReasonField } from '../kernel/admin-list-page.ts';

const count = z.int().check(z.minimum(0));

export const queueStatusSchema = z.object({
  name: z.string(),
  waiting: count,
  active: count,
  /** Jobs that wait for a retry or were postponed. */
  delayed: count,
  /** Jobs that failed permanently within the last seven days. */
  failed: count,
  /** When the job that has waited longest for its first run was added; null if none waits. */
  oldestWaitingAt: z.nullable(isoInstantSchema),
});

export type QueueStatus = z.infer<typeof queueStatusSchema>;

export const queueStatusesSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('read'), queues: z.array(queueStatusSchema) }),
  /** The queue backend is unavailable; jobs stay in the outbox. */
  z.object({ outcome: z.literal('unreachable') }),
]);

/** The number of jobs per queue. */
export const readQueuesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/queues',
  answers: { 200: queueStatusesSchema },
  problems: [],
});

const share = z.object({ count, oldestSeconds: z.number() });

export const outboxSummarySchema = z.object({
  /** Jobs not added to a queue yet. */
  unrelayed: share,
  /** Jobs added to a queue and not finished. */
  unfinished: share,
  /** Dead letters that no member of staff has dismissed; counted up to a thousand. */
  deadLetters: z.object({ total: count, isMore: z.boolean() }),
});

export type OutboxSummary = z.infer<typeof outboxSummarySchema>;

/** The jobs in the outbox, and the dead letters. */
export const readOutboxSummaryEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/outbox',
  answers: { 200: outboxSummarySchema },
  problems: [],
});

export const scheduledJobSchema = z.object({
  name: z.string(),
  /** Seconds between the end of a run and the next. */
  everySeconds: z.number(),
  /** Start of the last run that ended; null before the first. */
  startedAt: z.nullable(isoInstantSchema),
  endedAt: z.nullable(isoInstantSchema),
  nextRunAt: isoInstantSchema,
  /**
   * `late`: no process has run it for more than twice its interval, or for two hours more; `planned`: it has not run yet and is not overdue.
   */
  state: z.enum(['ok', 'failing', 'late', 'planned']),
  /** Failed runs since the last successful one. */
  failures: count,
  /** The error of the last run. */
  why: z.nullable(z.string()),
});

export type ScheduledJob = z.infer<typeof scheduledJobSchema>;

/** The scheduled jobs of the workers, by the last run in any process. */
export const listScheduledJobsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/scheduled-jobs',
  answers: { 200: z.object({ jobs: z.array(scheduledJobSchema) }) },
  problems: [],
});

const callCounts = z.object({ calls: count, errors: count, limited: count, refusedByBreaker: count });

export const vendorStatusSchema = z.object({
  vendor: z.string(),
  /**
   * `breaker-open`: a circuit breaker rejected a call within two minutes, without a response since; `failing`: the last
   * minute with calls had errors and no response; `quiet`: no call within an hour.
   */
  state: z.enum(['ok', 'failing', 'breaker-open', 'quiet']),
  hour: callCounts,
  day: callCounts,
  /** Calls counted against the budget of this London day; null if the vendor has none. */
  budget: z.nullable(
    z.object({ calls: count, pence: count, callsLimit: z.nullable(count), penceLimit: z.nullable(count) }),
  ),
});

export type VendorStatus = z.infer<typeof vendorStatusSchema>;

/** The outcomes of calls to each vendor, over all processes; up to fifteen seconds old. */
export const listVendorsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/vendors',
  answers: { 200: z.object({ vendors: z.array(vendorStatusSchema) }) },
  problems: [],
});

export const deadLetterSchema = z.object({
  id: z.uuid(),
  job: z.string(),
  /** The error of its last attempt, without personal data. */
  why: z.string(),
  enqueuedAt: isoInstantSchema,
  failedAt: isoInstantSchema,
  dismissedAt: z.nullable(isoInstantSchema),
});

export type DeadLetter = z.infer<typeof deadLetterSchema>;

/** Dead letters, newest first: the open ones, or with `seen` those that were dismissed. */
export const listDeadLettersEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/dead-letters',
  query: z.object({ ...staffListPageQueryFields, seen: z.optional(z.literal('true')) }),
  answers: { 200: staffListPageSchemaOf(deadLetterSchema) },
  problems: [],
});

const stripeId = z.string().check(z.maxLength(255));

export const orphanSubscriptionSchema = z.object({
  stripeSubscriptionId: stripeId,
  stripeCustomerId: stripeId,
  foundAt: isoInstantSchema,
});

export type OrphanSubscription = z.infer<typeof orphanSubscriptionSchema>;

const found = z.object({ total: count, isMore: z.boolean() });

/** Running subscriptions at Stripe without an account, the oldest hundred: their customers pay for nothing. */
export const listOrphanSubscriptionsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/orphan-subscriptions',
  answers: { 200: z.object({ found, subscriptions: z.array(orphanSubscriptionSchema) }) },
  problems: [],
});

export const serviceStatusSchema = z.object({
  /** Whether the queue backend responds. */
  queues: z.boolean(),
  /** Queues whose jobs wait for too long, with the age of the oldest in seconds. */
  lateQueues: z.array(z.object({ name: z.string(), seconds: z.number() })),
  /** Age of the oldest job that was not added to a queue yet, in seconds. */
  outboxSeconds: z.number(),
  deadLetters: found,
  /** Vendors that do not respond, with the time of each one's last response. */
  vendors: z.array(z.object({ vendor: z.string(), answeredAt: z.nullable(isoInstantSchema) })),
  /** Scheduled jobs that fail, or that no process runs. */
  scheduledJobs: z.array(z.object({ name: z.string(), state: z.enum(['failing', 'late']) })),
  /** Canaries that were rolled back within a day because they were worse than stable. */
  rolledBackCanaries: found,
  /** Mails that have failed within a day. */
  failedMails: found,
  /** Running subscriptions at Stripe without an account. */
  orphanSubscriptions: found,
  /** Events of Stripe that could not be processed. */
  failedEvents: found,
  /** Complaints that are unanswered after the promised date. */
  escalated: found,
  /** Open cases whose promised time has passed. */
  overdueCases: found,
  /** Open work for staff that is not a failure of the service: cases, and errors of pages. */
  openCases: found,
  openErrors: found,
});

export type ServiceStatus = z.infer<typeof serviceStatusSchema>;

/** The service status at a glance. */
export const readServiceStatusEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/service-status',
  answers: { 200: serviceStatusSchema },
  problems: [],
});

const params = z.object({ id: z.uuid() });
const body = z.object({ reason: staffReasonField });

/**
 * Puts a dead letter back into the outbox under its id. A job that is not (or no longer) a dead letter is not found.
 */
export const retryDeadLetterEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/dead-letters/:id/retry',
  params,
  body,
  answers: { 202: undefined },
  problems: ['not-found'],
});

/** Dismisses a dead letter: it is listed separately, and can still be retried. */
export const dismissDeadLetterEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/dead-letters/:id/dismiss',
  params,
  body,
  answers: { 204: undefined },
  problems: ['not-found'],
});
