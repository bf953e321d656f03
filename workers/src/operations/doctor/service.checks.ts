import { countAdminsWithSecondFactor } from '@ve/data/identity/staff/second-factor.repository';
import { findScheduledJobs } from '@ve/data/jobs/scheduled-job/scheduled-job.repository';
import { readStoredReleaseChannels } from '@ve/data/releases/registry/release.repository';
import { isScheduledJobLate } from '@ve/domain/jobs/scheduled-job-lateness';
import { machineTimeMs } from '@ve/server-kit/clock/machine-time';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { failed, notChecked, passed, type DoctorCheck, type DoctorResult } from './doctor-check.ts';
import { configSchema as doctorSchema } from './doctor.config.ts';
import { withVariables, type Environment } from './doctor-variables.ts';
import { withDatabase, type ExaminedDatabase } from './postgres.checks.ts';

const hourMs = 3_600_000;
/** A nightly backup, and the time that it takes. */
const maxBackupAgeHours = 26;
/** Scheduled jobs of the backup, which have checks of their own. */
const backupJobs = ['backup', 'restore check'];

/** When the newest file of a folder was written, in milliseconds; without the notes next to backups and half files. */
const newestBackupMs = async (folder: string): Promise<number> => {
  const names = await readdir(folder).catch(() => {
    throw new Error('the folder cannot be read');
  });
  const backups = names.filter((name) => !/\.(json|partial)$/.test(name));
  const files = await Promise.all(backups.map((name) => stat(join(folder, name))));
  return Math.max(...files.filter((file) => file.isFile() && file.size > 0).map(({ mtimeMs }) => mtimeMs));
};

const backUp = 'Make one, and find out why none was made: docs/operations/backup.md';

const resultOfBackupAge = (takenAtMs: number): DoctorResult => {
  const hours = (machineTimeMs() - takenAtMs) / hourMs;
  if (!Number.isFinite(hours)) return failed('there is no backup', backUp);
  const age = `the newest is ${Math.floor(hours)} hours old`;
  return hours <= maxBackupAgeHours ? passed(age) : failed(age, backUp);
};

/** What the database and the folder of backups show of a running service. `now`: the time of the service. */
export const serviceChecks = (
  env: Environment,
  database: ExaminedDatabase | null,
  now: () => Promise<Date>,
): DoctorCheck[] => {
  const group = 'Service';
  const remedy = 'docs/operations/alarms/database-or-redis-away.md';
  return [
    {
      group,
      name: 'releases',
      remedy,
      run: withDatabase(database, async (em) => {
        const { channels, unreadable } = await readStoredReleaseChannels(em);
        const stable = channels.filter(({ channel }) => channel === 'stable').map(({ name }) => name);
        if (unreadable.length > 0) {
          const names = unreadable.map(({ name, version }) => `${name} ${version}`).join(', ');
          return failed(`cannot be read: ${names}`, 'Release it again: docs/operations/releases.md');
        }
        return stable.includes('shell') && stable.length > 1
          ? passed(`${stable.length} stable`)
          : failed('shell or remotes have no stable release', 'Run prepare: docs/operations/deploy.md');
      }),
    },
    {
      group,
      name: 'schedules',
      remedy,
      run: withDatabase(database, async (em) => {
        const jobs = (await findScheduledJobs(em)).filter(({ name }) => !backupJobs.includes(name));
        if (jobs.length === 0) return notChecked('no worker has run on this database yet');
        const at = await now();
        const late = jobs.filter((job) => isScheduledJobLate(job, at)).map(({ name }) => `${name} is late`);
        const failing = jobs.filter(({ failures }) => failures > 0).map(({ name }) => `${name} fails`);
        return late.length + failing.length === 0
          ? passed(`${jobs.length} on time`)
          : failed([...late, ...failing].join(', '), 'docs/operations/alarms/scheduled-job-fails.md');
      }),
    },
    {
      group,
      name: 'backup age',
      remedy: 'Correct BACKUP_DIR, a folder that this machine can read',
      run: withVariables(env, { BACKUP_DIR: doctorSchema.shape.BACKUP_DIR }, async ({ BACKUP_DIR: folder }, signal) => {
        if (folder !== undefined) return resultOfBackupAge(await newestBackupMs(folder));
        return withDatabase(database, async (em) => {
          const job = (await findScheduledJobs(em)).find(({ name }) => name === 'backup');
          if (job === undefined) return notChecked('BACKUP_DIR is not set, and no backup has been recorded');
          if (job.endedAt === null) return failed('no backup has been taken yet', backUp);
          return job.why === null ? resultOfBackupAge(job.startedAt.getTime()) : failed(job.why, backUp);
        })(signal);
      }),
    },
    {
      group,
      name: 'restore check',
      remedy,
      run: withDatabase(database, async (em) => {
        const job = (await findScheduledJobs(em)).find(({ name }) => name === 'restore check');
        const restore = 'Take a backup with --check and read what it reports: docs/operations/backup.md';
        if (job === undefined) return notChecked('no backup has been recorded');
        if (job.endedAt === null) return notChecked('the first check has not run yet');
        if (job.why !== null) return failed(job.why, restore);
        return isScheduledJobLate(job, await now())
          ? failed('no backup has been restored and compared for more than a week', restore)
          : passed();
      }),
    },
    {
      group,
      name: 'staff',
      remedy,
      run: withDatabase(database, async (em) => {
        const { admins, withSecondFactor } = await countAdminsWithSecondFactor(em);
        const without = admins - withSecondFactor;
        if (admins === 0) return failed('no admin', 'Run npm run make-admin: docs/operations/staff.md');
        return without === 0
          ? passed(`${admins} with a second factor`)
          : failed(
              `${without} of ${admins} admins without a second factor`,
              'They set it up at their next sign-in at /admin/signin; take the role from those who do not',
            );
      }),
    },
  ];
};
