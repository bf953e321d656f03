import { queueNames, queues, type QueueName } from '@ve/contracts/jobs';

/**
 * Connections for the process itself: relay and review, ended jobs, maintenance and imports (eight; their jobs are short,
 * and a ninth at the same moment waits), clock, health and metrics.
 */
const reservedConnections = 14;

/**
 * Of a queue whose jobs wait for others nearly all of their time, so many share one connection; of all others each has its
 * own.
 */
const sharing: Partial<Record<QueueName, number>> = {
  'vehicle-fetches': 4,
  'full-checks': 2,
  reminders: 2,
  mails: 2,
  texts: 2,
  'sign-ups': 2,
  payments: 2,
  alerts: 2,
};

/**
 * The maximum connections a process holds at once, with the concurrency of `contracts/jobs` unless configured. A job never
 * acquires a second connection while it holds one, and holds none while it waits for an external service, so jobs cannot
 * deadlock. One is counted per job; of those that wait for a vendor, for two, and of fetches for four: when all have an
 * answer at once, some wait for another's statement. A full check, which records the answers of several sources, may
 * briefly wait for another.
 */
export const connectionsNeeded = (configured: Partial<Record<QueueName, number>>): number =>
  queueNames.reduce((sum, name) => {
    const jobs = configured[name] ?? queues[name].concurrency;
    return sum + Math.ceil(jobs / (sharing[name] ?? 1));
  }, reservedConnections);

/** Parses `mails=8,vehicle-fetches=4`; null when malformed or for an unknown queue. */
export const readConcurrency = (text: string): Partial<Record<QueueName, number>> | null => {
  const read: Partial<Record<QueueName, number>> = {};
  for (const part of text.split(',')) {
    const [, name = '', count] = /^\s*([a-z-]+)=([1-9]\d{0,2})\s*$/.exec(part) ?? [];
    const queue = queueNames.find((each) => each === name);
    if (queue === undefined) return null;
    read[queue] = Number(count);
  }
  return read;
};
