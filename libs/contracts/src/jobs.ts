import * as z from 'zod/mini';
import { errorLogSchema } from './http/error-logs.ts';

const id = z.uuid();
/** The request that caused the job, carried into its logs. */
const correlationId = z.string().check(z.maxLength(64));

export interface QueueShape {
  /** Jobs that run at once in one process. */
  concurrency: number;
  /** Jobs that are started at most in so many milliseconds, over all processes. */
  limit?: { max: number; duration: number };
}

/** Every queue. Who adds, counts or works goes by this list alone; a job whose queue is not in it does not compile. */
export const queues = {
  'vehicle-fetch': { concurrency: 16 },
  // BullMQ honours a pause (QueueRateLimitedError) only in a queue that has a limit, and pays for it at every job: set
  // for the queues that want it, far above what they do.
  'vdi-check': { concurrency: 8, limit: { max: 200, duration: 1_000 } },
  reminders: { concurrency: 8 },
  'error-logs': { concurrency: 4 },
  mails: { concurrency: 4 },
} as const satisfies Record<string, QueueShape>;

export type QueueName = keyof typeof queues;

export const queueNames = Object.keys(queues) as QueueName[];

interface JobShape {
  queue: QueueName;
  payload: z.ZodMiniType;
  attempts: number;
  /** Milliseconds before the second attempt; doubled with each. */
  backoffMs: number;
}

/**
 * Each job: the queue it goes through, its payload and how it is retried.
 * Payloads carry ids, never personal data; an error log carries its own scrubbed, bounded text.
 */
export const jobs = {
  'vehicle-fetch.run': {
    queue: 'vehicle-fetch',
    payload: z.object({ fetchId: id, correlationId }),
    attempts: 3,
    backoffMs: 1_000,
  },
  'vdi-check.run': {
    queue: 'vdi-check',
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
  'error-logs.write': {
    queue: 'error-logs',
    payload: z.object({ entry: errorLogSchema, receivedAt: z.iso.datetime(), fingerprint: z.string(), correlationId }),
    attempts: 3,
    backoffMs: 5_000,
  },
  // Twelve attempts are fifty minutes: longer than a mail server that greylists a stranger makes it wait.
  'mails.send': {
    queue: 'mails',
    payload: z.object({ mailId: id, correlationId }),
    attempts: 12,
    backoffMs: 5_000,
  },
} as const satisfies Record<string, JobShape>;

export type JobName = keyof typeof jobs;
export type JobPayload<N extends JobName> = z.infer<(typeof jobs)[N]['payload']>;
