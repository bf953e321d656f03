import type { EntityManager } from '@mikro-orm/postgresql';
import { registerScheduledJob } from '../../jobs/scheduled-job/scheduled-job.repository.ts';

const dayMs = 24 * 3_600_000;

/** The pauses of the two scheduled jobs, in milliseconds. */
export const backupEveryMs = dayMs;
export const restoreCheckEveryMs = 7 * dayMs;

/** Makes Operations, the doctor and the alarms expect both jobs, also where none succeeds or is ever started. */
export const planBackups = async (em: EntityManager, at: Date): Promise<void> => {
  await registerScheduledJob(em, { name: 'backup', everyMs: backupEveryMs, at });
  await registerScheduledJob(em, { name: 'restore check', everyMs: restoreCheckEveryMs, at });
};
