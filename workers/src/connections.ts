import { queueNames, queues, type QueueName } from '@ve/contracts/jobs';

/** What the process itself takes at once: relay and review, ended jobs, maintenance (two), clock, health and metrics. */
const besideJobs = 8;

/**
 * Connections that a process can hold at once, with the concurrency of `contracts/jobs` but for what is configured. A job
 * asks for none while it holds one, and holds none while it waits for somebody outside: so no job can wait for another's.
 * One is counted for each job; a fetch, which notes the answers of three sources as they come, may wait a moment for it.
 */
export const connectionsNeeded = (configured: Partial<Record<QueueName, number>>): number =>
  queueNames.reduce((sum, name) => sum + (configured[name] ?? queues[name].concurrency), besideJobs);

/** Reads `mails=8,vehicle-fetch=4`; null when it is not written so, or names a queue that there is not. */
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
