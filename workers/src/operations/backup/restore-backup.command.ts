import { exitWithUsage } from '@ve/data/cli/exit-with-usage';
import { closeDatabase, connectDatabase } from '@ve/data/kernel/database';
import { text } from 'node:stream/consumers';
import { commandAsTyped } from '../command/command-as-typed.ts';
import { readRestoreConfig } from './backup.config.ts';
import { BackupRefusedError } from './backup-refused-error.ts';
import { restoreBackup } from './restore-backup.ts';

const usage = `Usage: ${commandAsTyped('restore-backup', process.argv[1] ?? '')} vehicle-enquiry-….dump.age < private-key.txt
Restores a backup into the empty database DATABASE_URL, and compares it with what was backed up.
`;

/** Returns whether the database is as it was. @throws BackupRefusedError; Error when the restore failed */
const run = async (path: string): Promise<boolean> => {
  const { DATABASE_URL: databaseUrl } = readRestoreConfig();
  // A file of age-keygen has comments as well.
  const [identity = ''] = /AGE-SECRET-KEY-[A-Z0-9-]+/.exec(await text(process.stdin)) ?? [];
  const orm = await connectDatabase({ url: databaseUrl, poolSize: 2 });
  try {
    const { manifest, differences } = await restoreBackup({ em: orm.em.fork(), databaseUrl, path, identity });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    process.stdout.write(
      differences.length === 0
        ? `Restored: ${manifest.tables.length} tables with ${rows} rows, as they were.\nNow, before anything else is started: after-restore --backup-taken-at ${manifest.takenAt.toISOString()} --dry-run\n`
        : `Restored, but not as it was:\n${differences.map((each) => `  ${each}`).join('\n')}\n`,
    );
    return differences.length === 0;
  } finally {
    await closeDatabase(orm);
  }
};

const [path, ...more] = process.argv.slice(2);
if (path === undefined || path.startsWith('-') || more.length > 0) {
  exitWithUsage(usage);
} else {
  try {
    if (!(await run(path))) process.exitCode = 1;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const isRefused = error instanceof BackupRefusedError;
    process.stderr.write(isRefused ? `Refused, nothing was changed: ${why}.\n` : `The restore failed: ${why}\n`);
    process.exitCode = isRefused ? 2 : 1;
  }
}
