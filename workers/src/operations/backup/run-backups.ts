import type { EntityManager } from '@mikro-orm/postgresql';
import type { ScheduledJobName } from '@ve/contracts/jobs';
import { findScheduledJobs, recordScheduledRun } from '@ve/data/jobs/scheduled-job/scheduled-job.repository';
import { backupEveryMs, planBackups, restoreCheckEveryMs } from '@ve/data/operations/backup/plan-backups';
import { dropLeftScratchDatabases } from '@ve/data/operations/backup/scratch-database.repository';
import { redactText } from '@ve/domain/kernel/text/redact-text';
import { machineTimeMs } from '@ve/server-kit/clock/machine-time';
import type { Logger } from '@ve/server-kit/log/logger';
import { deleteExpiredBackups, findNewestBackup } from './backup-folder.ts';
import { takeCheckableBackup, type CheckableBackup } from './check-restore.ts';
import { takeBackup } from './take-backup.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Less than a week, so that the check stays in the same night. */
const checkAfterMs = 6.5 * dayMs;

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
export const planOwnBackups = ({ fork }: BackupRunOptions): Promise<void> => planBackups(fork(), machineTime());

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

/** A part of a run that failed. */
export interface FailedPart {
  /** Without `backup` there is no new one, and `check` failed to restore it; a `deletion` keeps what should be gone. */
  what: 'backup' | 'check' | 'deletion';
  /** Tries this part again, alone; returns what failed again. Never throws. */
  again: () => Promise<readonly FailedPart[]>;
}

interface Part {
  what: FailedPart['what'];
  act: () => Promise<void>;
  logFailure: (err: unknown) => void;
  /** As which run it is recorded; null: not at all. */
  job: { name: ScheduledJobName; everyMs: number; startedAt: Date } | null;
}

const runPart = async (options: BackupRunOptions, part: Part): Promise<readonly FailedPart[]> => {
  let why: string | null = null;
  try {
    await part.act();
  } catch (error) {
    part.logFailure(error);
    why = reasonOf(error);
  }
  if (part.job !== null) await record(options, { ...part.job, why });
  return why === null ? [] : [{ what: part.what, again: () => runPart(options, part) }];
};

/** What a check that was killed left is a copy of all personal data. */
const dropLeftCopies = (options: BackupRunOptions): Promise<readonly FailedPart[]> =>
  runPart(options, {
    what: 'deletion',
    act: async () => {
      await dropLeftScratchDatabases(options.fork());
    },
    logFailure: (err) =>
      options.logger.error(
        { event: 'restore_check_not_dropped', err },
        'The database of a check could not be dropped.',
      ),
    job: null,
  });

/**
 * Deletes expired backups, also when none could be taken: the promise on the privacy page holds without one.
 * @param job the run that fails with it
 */
const expire = (options: BackupRunOptions, job: Part['job']): Promise<readonly FailedPart[]> =>
  runPart(options, {
    what: 'deletion',
    act: async () => {
      const expired = await deleteExpiredBackups(options.folder, machineTime()).catch((error: unknown) => {
        throw new Error(`expired backups could not be deleted: ${reasonOf(error)}`, { cause: error });
      });
      if (expired > 0) {
        options.logger.info({ event: 'backups_expired', backups: expired }, 'Expired backups were deleted.');
      }
    },
    logFailure: (err) =>
      options.logger.error({ event: 'backups_expire_failed', err }, 'Expired backups could not be deleted.'),
    job,
  });

const checkRestore = (options: BackupRunOptions, startedAt: Date, { check }: CheckableBackup) =>
  runPart(options, {
    what: 'check',
    act: async () => {
      await check();
      options.logger.info({ event: 'restore_checked' }, 'The backup was restored and compared.');
    },
    logFailure: (err) => options.logger.error({ event: 'restore_check_failed', err }, 'The check of a restore failed.'),
    job: { name: 'restore check', everyMs: restoreCheckEveryMs, startedAt },
  });

/** Deletes what an interrupted run would have; the calendar takes its backup. Returns what failed. Never throws. */
export const finishInterruptedRun = async (options: BackupRunOptions): Promise<readonly FailedPart[]> => [
  ...(await dropLeftCopies(options)),
  ...(await expire(options, null)),
];

/**
 * Takes a backup, deletes expired ones, with `check` also restores the new one, and records all of it. Never throws.
 * @returns what failed
 */
export const runBackup = async (
  options: BackupRunOptions,
  { check }: { check: boolean },
): Promise<readonly FailedPart[]> => {
  const { fork, databaseUrl, folder, recipient, logger } = options;
  const job = { name: 'backup', everyMs: backupEveryMs, startedAt: machineTime() } as const;
  const left = await dropLeftCopies(options);
  try {
    const how = { em: fork(), databaseUrl, folder, recipients: [recipient] };
    const checkable = check ? await takeCheckableBackup(how) : null;
    const { path: file, bytes } = checkable?.backup ?? (await takeBackup(how));
    logger.info({ event: 'backup_taken', file, bytes }, 'A backup was taken.');
    return [
      ...left,
      ...(await expire(options, job)),
      ...(checkable === null ? [] : await checkRestore(options, job.startedAt, checkable)),
    ];
  } catch (error) {
    logger.error({ event: 'backup_failed', err: error }, 'A backup failed.');
    await record(options, { ...job, why: reasonOf(error) });
    await expire(options, null);
    return [{ what: 'backup', again: () => runBackup(options, { check }) }];
  }
};

/** Tries again what failed, each part alone; returns what failed again. Never throws. */
export const tryAgain = async (failed: readonly FailedPart[]): Promise<readonly FailedPart[]> => {
  const still: FailedPart[] = [];
  for (const { again } of failed) still.push(...(await again()));
  return still;
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

/**
 * As `msUntilBackup`, by the folder.
 * @param latest when this process took one, by this machine's clock: the database may date it in the future
 */
export const readMsUntilBackup = async (
  { folder }: BackupRunOptions,
  hour: number,
  latest: Date | null,
): Promise<number> => {
  const now = machineTime();
  const stored = await findNewestBackup(folder, now);
  return msUntilBackup(now, hour, stored === null || (latest !== null && latest > stored) ? latest : stored);
};
