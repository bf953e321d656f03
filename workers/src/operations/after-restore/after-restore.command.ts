import { exitWithUsage } from '@ve/data/cli/exit-with-usage';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { commandAsTyped } from '../command/command-as-typed.ts';
import { runCommandWithStripe } from '../command/run-command-with-stripe.ts';
import { readStripeCommandConfig, type StripeCommandConfig } from '../command/stripe-command.config.ts';
import { reconcileAfterRestore } from '@ve/app/operations/after-restore/after-restore';
import { RestoreRefusedError } from '@ve/app/operations/after-restore/restore-run';
import { restoreReportLines } from '@ve/workers/operations/after-restore/restore-report-lines';

const command = commandAsTyped('after-restore', process.argv[1] ?? '');

const usage = `Usage: ${command} --backup-taken-at 2027-03-01T02:00:00Z (--dry-run | --confirm-lost 12)
Stop the BFF and the workers first. --dry-run prints what would be done, and the command that does it; it changes nothing.
`;

const asked = z.strictObject({
  'backup-taken-at': z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  'dry-run': z.boolean().default(false),
  'confirm-lost': z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .nullable()
    .default(null),
});
type Asked = z.output<typeof asked>;

/** Returns undefined if the arguments do not match `usage`. */
const readArguments = (given: string[]): Asked | undefined => {
  try {
    const options = {
      'backup-taken-at': { type: 'string' },
      'dry-run': { type: 'boolean' },
      'confirm-lost': { type: 'string' },
    } as const;
    return asked.safeParse(parseArgs({ args: given, options }).values).data;
  } catch {
    return undefined;
  }
};

/** Returns whether everything was done. @throws RestoreRefusedError; any error of the database or Stripe */
const run = (config: StripeCommandConfig, what: Asked): Promise<boolean> =>
  runCommandWithStripe(config, { name: 'after-restore', poolSize: 4 }, async (deps) => {
    const { 'backup-taken-at': backupTakenAt, 'dry-run': dryRun, 'confirm-lost': confirmedLostAccounts } = what;
    if (backupTakenAt > deps.now()) throw new RestoreRefusedError('the backup cannot have been taken in the future.');
    const report = await reconcileAfterRestore({ ...deps, backupTakenAt, dryRun, confirmedLostAccounts });
    process.stdout.write(`${restoreReportLines(report, { backupTakenAt, dryRun, command }).join('\n')}\n`);
    return report.failed.length === 0;
  });

const what = readArguments(process.argv.slice(2));
if (what === undefined) {
  exitWithUsage(usage);
} else {
  try {
    if (!(await run(readStripeCommandConfig(), what))) process.exitCode = 1;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const isRefused = error instanceof RestoreRefusedError;
    process.stderr.write(
      isRefused ? `Refused, nothing was changed: ${why}\n` : `after-restore failed: ${why}\nRun it again.\n`,
    );
    process.exitCode = isRefused ? 2 : 1;
  }
}
