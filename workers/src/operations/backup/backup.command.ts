import { exitWithUsage } from '@ve/data/cli/exit-with-usage';
import { closeDatabase, connectDatabase } from '@ve/data/kernel/database';
import { machineTimeMs } from '@ve/server-kit/clock/machine-time';
import { ConfigError } from '@ve/server-kit/config/read-config';
import { createLogger } from '@ve/server-kit/log/logger';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { constants } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { commandAsTyped } from '../command/command-as-typed.ts';
import { readBackupConfig, type BackupConfig } from './backup.config.ts';
import { openBackupFolder } from './backup-folder.ts';
import {
  finishInterruptedRun,
  isRestoreCheckDue,
  planOwnBackups,
  readMsUntilBackup,
  runBackup,
  tryAgain,
  type BackupRunOptions,
  type FailedPart,
} from './run-backups.ts';

const usage = `Usage: ${commandAsTyped('backup', process.argv[1] ?? '')} [--check | --nightly | --new-key]
Writes an encrypted backup of DATABASE_URL into BACKUP_DIR, and deletes expired ones. --check also restores it into an
empty database and compares. --nightly does both by the calendar until it is stopped. --new-key prints a pair of keys.
Ends with 1 if the backup or its check failed.
`;

type Mode = 'once' | 'check' | 'nightly' | 'new-key';

/** Returns null if the arguments do not match `usage`. */
const readMode = (args: string[]): Mode | null => {
  try {
    const option = { type: 'boolean' } as const;
    const { values } = parseArgs({ args, options: { check: option, nightly: option, 'new-key': option } });
    const [mode = 'once', another] = Object.keys(values) as Mode[];
    return another === undefined ? mode : null;
  } catch {
    return null;
  }
};

const retryMs = 30 * 60_000;
/** A timer cannot wait for longer than 24 days, and the machine's clock may be corrected meanwhile. */
const longestWaitMs = 10 * 60_000;

const runNightly = async (options: BackupRunOptions, hour: number): Promise<never> => {
  let failed: readonly FailedPart[] = [{ what: 'deletion', again: () => finishInterruptedRun(options) }];
  let latest: Date | null = null;
  for (;;) {
    const ms = await readMsUntilBackup(options, hour, latest);
    if (ms > 0) failed = await tryAgain(failed);
    else {
      const startedAt = new Date(machineTimeMs());
      failed = await runBackup(options, { check: await isRestoreCheckDue(options.fork()).catch(() => false) });
      if (!failed.some(({ what }) => what === 'backup')) latest = startedAt;
    }
    const pause = failed.length > 0 ? retryMs : longestWaitMs;
    await wait(ms > 0 ? Math.min(ms, pause) : pause);
  }
};

const printNewKey = async (): Promise<void> => {
  const identity = await generateX25519Identity();
  process.stdout.write(
    `# Private key. Keep it where the passwords are, never with the backups. Without it no backup can be read.\n${identity}\n# Public key, for BACKUP_RECIPIENT.\n# ${await identityToRecipient(identity)}\n`,
  );
};

const run = async (config: BackupConfig, mode: Exclude<Mode, 'new-key'>): Promise<boolean> => {
  const logger = createLogger({ name: 'backup', level: config.LOG_LEVEL, format: config.LOG_FORMAT });
  const orm = await connectDatabase({ url: config.DATABASE_URL, poolSize: 3 });
  const options: BackupRunOptions = {
    fork: () => orm.em.fork(),
    databaseUrl: config.DATABASE_URL,
    folder: config.BACKUP_DIR,
    recipient: config.BACKUP_RECIPIENT,
    logger,
  };
  try {
    if (mode !== 'nightly') {
      // A deletion that failed is recorded, and another backup would not repair it.
      const failed = await runBackup(options, { check: mode === 'check' });
      return failed.every(({ what }) => what === 'deletion');
    }
    await openBackupFolder(options.folder);
    await planOwnBackups(options);
    return await runNightly(options, config.BACKUP_HOUR);
  } finally {
    await closeDatabase(orm);
  }
};

const mode = readMode(process.argv.slice(2));

// A container's first process ends by a signal only where it asks for it. The next run deletes what is half written, and
// the database of a check. To be stopped is how the service ends, and a failure of what was to be done once.
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => process.exit(mode === 'nightly' ? 0 : 128 + constants.signals[signal]));
}

if (mode === null) {
  exitWithUsage(usage);
} else if (mode === 'new-key') {
  await printNewKey();
} else {
  try {
    if (!(await run(readBackupConfig(), mode))) process.exitCode = 1;
  } catch (error) {
    const why = error instanceof ConfigError || error instanceof Error ? error.message : String(error);
    process.stderr.write(`The backup cannot run: ${why}\n`);
    process.exitCode = 1;
  }
}
