import { queueNames, queueDefinitions, type QueueName } from '@ve/contracts/jobs';

/**
 * Connections for the process itself: relay and review, finished jobs, maintenance and imports (eight; their
 * transactions are short, and a ninth waits), clock, health and metrics.
 */
const reservedConnections = 14;

/**
 * How many jobs of a queue share one connection, for queues whose jobs mostly wait for vendors; jobs of other queues
 * have one each.
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
 * The maximum connections that a process holds at a time, with the concurrency of `contracts/jobs` unless configured. A
 * job never acquires a second connection while it holds one, and holds none while it waits for an external service, so
 * jobs cannot deadlock. Every job counts as one connection, except that jobs waiting for vendors share one between two,
 * and fetches between four: when all get their responses at the same moment, some wait briefly for another's statement.
 * So may a full check, which records the responses of several sources.
 */
export const databaseConnectionsNeeded = (configured: Partial<Record<QueueName, number>>): number =>
  queueNames.reduce((sum, name) => {
    const jobs = configured[name] ?? queueDefinitions[name].concurrency;
    return sum + Math.ceil(jobs / (sharing[name] ?? 1));
  }, reservedConnections);

/** Parses `mails=8,vehicle-fetches=4`; null when malformed or for an unknown queue. */
export const parseQueueConcurrency = (text: string): Partial<Record<QueueName, number>> | null => {
  const read: Partial<Record<QueueName, number>> = {};
  for (const part of text.split(',')) {
    const [, name = '', count] = /^\s*([a-z-]+)=([1-9]\d{0,2})\s*$/.exec(part) ?? [];
    const queue = queueNames.find((each) => each === name);
    if (queue === undefined) return null;
    read[queue] = Number(count);
  }
  return read;
};
