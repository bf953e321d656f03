import * as z from 'zod/mini';
import { errorLogSchema } from './http/error-logs.ts';

const id = z.uuid();
/** The request that caused the job, carried into its logs. */
const correlationId = z.string().check(z.maxLength(64));

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
} as const;

export type JobName = keyof typeof jobs;
export type QueueName = (typeof jobs)[JobName]['queue'];
export type JobPayload<N extends JobName> = z.infer<(typeof jobs)[N]['payload']>;

export const queueNames = [
  'vehicle-fetch',
  'vdi-check',
  'reminders',
  'error-logs',
  'mails',
] as const satisfies QueueName[];
