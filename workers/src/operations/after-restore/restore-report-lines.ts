import { formatPrice } from '@ve/domain/kernel/money/format-price';
import type { MissingAccount, RestoreReport } from '@ve/app/operations/after-restore/restore-run';

/** A heading with the number of lines, and the lines; empty if there are none. */
const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', `${title}: ${lines.length}`, ...lines.map((line) => `  ${line}`)];

const counted = (title: string, counts: readonly { kind: string; count: number }[]): string[] => {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return total === 0 ? [] : ['', `${title}: ${total}`, ...counts.map(({ kind, count }) => `  ${count} ${kind}`)];
};

const missingAccountLine = ({ customerId, cancelled, refundedPence, disputed, mailed }: MissingAccount): string =>
  [
    customerId,
    ...(refundedPence > 0 ? [`refund ${formatPrice(refundedPence)}`] : ['nothing paid']),
    ...cancelled.map((id) => `cancel ${id}`),
    ...disputed.map((id) => `disputed at the bank, not refunded: ${id}`),
    ...(mailed ? ['told by e-mail'] : refundedPence + disputed.length > 0 ? ['NOT told: write to them'] : []),
  ].join(', ');

/** Facts that neither a backup nor Stripe contains. */
const unknowable = [
  'Accounts without a payment that were deleted since the backup exist again. Delete them again if you know them.',
  'Who unsubscribed or texted STOP since the backup is not known. Twilio refuses texts to a number that sent STOP.',
  'Full checks used since the backup are not known, and their results are lost: the check may be used again.',
  'A change of a car that was alerted since the backup is found, and alerted, once more.',
];

/** How the report was asked for. */
interface RestoreRun {
  backupTakenAt: Date;
  dryRun: boolean;
  /** The command as typed here, to which its options are added: of npm, or of an image, which has no npm scripts. */
  command: string;
}

const nextStep = ({ refusal, toConfirm }: RestoreReport, { backupTakenAt, command }: RestoreRun): string[] => {
  if (refusal !== null) return [`Do not go on: ${refusal}`];
  const options = `--backup-taken-at ${backupTakenAt.toISOString()} --confirm-lost ${toConfirm}`;
  return ['If all of this is right, do it:', `  ${command} ${options}`];
};

/** The lines of the report of `after-restore`, for its operator. */
export const restoreReportLines = (report: RestoreReport, run: RestoreRun): string[] => {
  const { backupTakenAt, dryRun } = run;
  const { access, staff } = report;
  const ended = Object.entries(access ?? {}).filter(([, count]) => count > 0);
  return [
    dryRun ? 'Dry run: nothing was changed, here or at Stripe. This would be done:' : 'Done:',
    `Backup taken at ${backupTakenAt.toISOString()}; newest row in the database: ${report.newestRowAt?.toISOString() ?? 'none'}`,
    ...section('Lost accounts, cancelled and refunded', report.accountsMissing.map(missingAccountLine)),
    ...section('Sign-ups of the backup that were paid since, completed or returned', report.completed),
    ...section('Memberships brought up to Stripe', report.aligned),
    ...section('Cancellations restored from their refunds', report.cancellations),
    ...section('Charges whose refunds were recorded', report.refunds),
    ...section('Charges whose disputes were recorded', report.disputes),
    ...section('Accounts deleted since the backup, deleted again when the workers run', report.redeletedAccounts),
    ...section('Another e-mail address at Stripe than here: ask the member which one is theirs', report.otherAddress),
    ...counted('Messages not sent', report.withheld),
    ...counted('Jobs that run when the workers start', report.jobsLeft),
    ...counted(
      'Sessions, links, codes and tokens ended',
      ended.map(([kind, count]) => ({ kind: kind.replaceAll('_', ' '), count })),
    ),
    ...section(
      'Staff whose rights are suspended: confirm each, then give the role again',
      staff.map(({ email, roles, factorSince }) =>
        [
          email,
          ...roles,
          factorSince === null ? 'no second factor' : `second factor since ${factorSince.toISOString()}`,
        ].join(', '),
      ),
    ),
    ...section('Charges that no account has: look at them in Stripe', report.unaccounted),
    ...section(
      'Subscriptions that no account has, or beside the one that it has: look at them in Stripe',
      report.unowned,
    ),
    ...section(
      'FAILED: run the command again',
      report.failed.map(({ what, why }) => `${what}: ${why}`),
    ),
    '',
    'What cannot be known:',
    ...unknowable.map((line) => `  ${line}`),
    ...(dryRun ? ['', ...nextStep(report, run)] : []),
  ];
};
