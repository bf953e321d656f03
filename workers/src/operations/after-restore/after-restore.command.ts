import { parseArgs } from 'node:util';
import { connectDatabase } from '@ve/data/kernel/database';
import { createStripeAdapter } from '@ve/providers/payments/stripe.adapter';
import { createLogger } from '@ve/server-kit/log/logger';
import * as z from 'zod';
import { type AfterRestoreConfig, readAfterRestoreConfig } from './after-restore.config.ts';
import { afterRestore } from '@ve/app/operations/after-restore/after-restore';
import { RestoreRefusedError } from '@ve/app/operations/after-restore/confirm-restore';
import { limitVendorInProcess } from './limit-vendor-in-process.ts';
import { restoreReportLines } from '@ve/workers/operations/after-restore/restore-report-lines';
import { startProcessClock } from '../../jobs/process-clock.ts';

const usage = `Usage: npm run after-restore -- --backup-taken-at 2027-03-01T02:00:00Z (--dry-run | --confirm-lost 12)
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
const run = async (config: AfterRestoreConfig, what: Asked): Promise<boolean> => {
  const { 'backup-taken-at': backupTakenAt, 'dry-run': dryRun, 'confirm-lost': confirmedLostAccounts } = what;
  // The report goes to standard output, for a file; the log to standard error.
  const logger = createLogger({
    name: 'after-restore',
    level: config.LOG_LEVEL,
    format: config.LOG_FORMAT,
    destination: process.stderr,
  });
  const orm = await connectDatabase({ url: config.DATABASE_URL, poolSize: 4 });
  const payments = createStripeAdapter({
    url: config.STRIPE_URL,
    secretKey: config.STRIPE_SECRET_KEY,
    priceId: config.STRIPE_PRICE_ID,
    webhookSecrets: [],
    createVendorLimiter: limitVendorInProcess,
  });
  try {
    const clock = await startProcessClock({ orm, source: config.CLOCK_SOURCE, logger });
    try {
      if (backupTakenAt > clock.now()) {
        throw new RestoreRefusedError('the backup cannot have been taken in the future.');
      }
      const report = await afterRestore({
        fork: () => orm.em.fork(),
        payments,
        now: clock.now,
        logger,
        backupTakenAt,
        dryRun,
        confirmedLostAccounts,
      });
      process.stdout.write(`${restoreReportLines(report, { backupTakenAt, dryRun }).join('\n')}\n`);
      return report.failed.length === 0;
    } finally {
      clock.close();
    }
  } finally {
    await Promise.all([orm.close(true), payments.close()]);
  }
};

const what = readArguments(process.argv.slice(2));
if (what === undefined) {
  process.stderr.write(usage);
  process.exitCode = 1;
} else {
  try {
    if (!(await run(readAfterRestoreConfig(), what))) process.exitCode = 1;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const isRefused = error instanceof RestoreRefusedError;
    process.stderr.write(
      isRefused ? `Refused, nothing was changed: ${why}\n` : `after-restore failed: ${why}\nRun it again.\n`,
    );
    process.exitCode = isRefused ? 2 : 1;
  }
}
