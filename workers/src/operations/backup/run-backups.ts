import type { EntityManager } from '@mikro-orm/postgresql';
import type { ScheduledJobName } from '@ve/contracts/jobs';
import {
  findScheduledJobs,
  recordScheduledRun,
  registerScheduledJob,
} from '@ve/data/jobs/scheduled-job/scheduled-job.repository';
import { redactText } from '@ve/domain/kernel/text/redact-text';
import { machineTimeMs } from '@ve/server-kit/clock/machine-time';
import type { Logger } from '@ve/server-kit/log/logger';
import { deleteExpiredBackups, findNewestBackup } from './backup-folder.ts';
import { takeCheckedBackup } from './check-restore.ts';
import { takeBackup } from './take-backup.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Less than a week, so that the check stays in the same night. */
const checkAfterMs = 6.5 * dayMs;
const weekMs = 7 * dayMs;

export interface BackupRunOptions {
  fork: () => EntityManager;
  databaseUrl: string;
  folder: string;
  recipient: string;
  logger: Logger;
}

/** Also without the database, whose outage must not stop the deletion of expired backups. */
const machineTime = (): Date => new Date(machineTimeMs());

const reasonOf = (error: unknown): string => redactText(error instanceof Error ? error.message : String(error));

/** Makes Operations and the doctor expect both runs, also where none succeeds. */
export const planBackups = async ({ fork }: BackupRunOptions): Promise<void> => {
  const em = fork();
  const at = machineTime();
  await registerScheduledJob(em, { name: 'backup', everyMs: dayMs, at });
  await registerScheduledJob(em, { name: 'restore check', everyMs: weekMs, at });
};

/** Stores a run where Operations, the doctor and the alarms read it. */
const record = async (
  { fork, logger }: BackupRunOptions,
  run: { name: ScheduledJobName; everyMs: number; startedAt: Date; why: string | null },
): Promise<void> => {
  try {
    await recordScheduledRun(fork(), { ...run, endedAt: machineTime() });
  } catch (error) {
    logger.error({ event: 'backup_record_failed', err: error }, 'A run of the backup could not be recorded.');
  }
};

/** Whether the last check of a restore is a week old, failed, or never was. */
export const isRestoreCheckDue = async (em: EntityManager): Promise<boolean> => {
  const last = (await findScheduledJobs(em)).find(({ name }) => name === 'restore check');
  return (
    last === undefined ||
    last.endedAt === null ||
    last.failures > 0 ||
    machineTimeMs() - last.startedAt.getTime() > checkAfterMs
  );
};

/** Deletes expired backups, also when none could be taken: the promise on the privacy page holds without one. */
const expire = async ({ folder, logger }: BackupRunOptions): Promise<void> => {
  const expired = await deleteExpiredBackups(folder, machineTime());
  if (expired > 0) logger.info({ event: 'backups_expired', backups: expired }, 'Expired backups were deleted.');
};

/**
 * Takes a backup, with `check` also restores it, deletes expired ones, and records all of it. Never throws.
 * @returns why it failed, or the check; null: it did not
 */
export const runBackup = async (options: BackupRunOptions, { check }: { check: boolean }): Promise<Error | null> => {
  const { fork, databaseUrl, folder, recipient, logger } = options;
  const startedAt = machineTime();
  let failure: Error | null = null;
  try {
    const how = { em: fork(), databaseUrl, folder, recipients: [recipient] };
    const { backup, problem } = check ? await takeCheckedBackup(how) : { backup: await takeBackup(how), problem: null };
    logger.info({ event: 'backup_taken', file: backup.path, bytes: backup.bytes }, 'A backup was taken.');
    await record(options, { name: 'backup', everyMs: dayMs, startedAt, why: null });
    if (check) {
      await record(options, { name: 'restore check', everyMs: weekMs, startedAt, why: problem && reasonOf(problem) });
      if (problem === null) logger.info({ event: 'restore_checked' }, 'The backup was restored and compared.');
      else logger.error({ event: 'restore_check_failed', err: problem }, 'The check of a restore failed.');
      failure = problem;
    }
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    logger.error({ event: 'backup_failed', err: error }, 'A backup failed.');
    await record(options, { name: 'backup', everyMs: dayMs, startedAt, why: reasonOf(error) });
  }
  try {
    await expire(options);
  } catch (error) {
    logger.error({ event: 'backups_expire_failed', err: error }, 'Expired backups could not be deleted.');
    failure ??= error instanceof Error ? error : new Error(String(error));
  }
  return failure;
};

/** The last night's hour: when a backup should have been taken. */
const lastDueAt = (now: Date, hour: number): number => {
  const today = Math.floor(now.getTime() / dayMs) * dayMs + hour * hourMs;
  return today <= now.getTime() ? today : today - dayMs;
};

/** How long until the next backup, in milliseconds; 0 when the last night has none. */
export const msUntilBackup = (now: Date, hour: number, newest: Date | null): number => {
  const due = lastDueAt(now, hour);
  // Names have whole seconds.
  return newest !== null && newest.getTime() + 1_000 > due ? due + dayMs - now.getTime() : 0;
};

/** As `msUntilBackup`, by the folder. */
export const readMsUntilBackup = async ({ folder }: BackupRunOptions, hour: number): Promise<number> =>
  msUntilBackup(machineTime(), hour, await findNewestBackup(folder));
