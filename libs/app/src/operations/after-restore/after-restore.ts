import type { EntityManager } from '@mikro-orm/postgresql';
import { finishDatabaseRestore } from '@ve/data/operations/restore/restore.repository';
import { removeJobsDoneByRestore, withholdMessages } from '@ve/data/operations/restore/withhold-messages';
import type { Clock } from '@ve/domain/kernel/time/clock';
import type { UseCaseLogger } from '../../kernel/use-case-logger.ts';
import type { PaymentDeps } from '../../membership/payments/payment-provider-client.ts';
import {
  reconcileChargesAfterRestore,
  reconcileChargeDisputesAfterRestore,
  restoreCancellationsFromRefunds,
} from './reconcile-charges.ts';
import { reconcileMembershipsAfterRestore, finishCancellationsOfBackup } from './reconcile-memberships.ts';
import {
  requireRestoreConfirmation,
  readRestoreStatus,
  emptyRestoreReport,
  type RestoreReport,
  type AfterRestoreRun,
} from './restore-run.ts';
import { resolveRestoredSignUpPayments, resolveMissingCustomersAfterRestore } from './resolve-missing-accounts.ts';
import { fillReportFromDatabase, withholdMessagesAndRevokeSessions } from './withhold-and-revoke.ts';

export interface AfterRestoreDeps extends PaymentDeps {
  fork: () => EntityManager;
  now: Clock;
  logger: UseCaseLogger;
  /**
   * When the backup was taken. What Stripe made from an hour before it and has no row here counts as missing from the
   * backup.
   */
  backupTakenAt: Date;
  dryRun: boolean;
  /** How many lost accounts a dry run listed, as confirmed by the operator; not needed for a dry run. */
  confirmedLostAccounts: number | null;
}

/** Thrown to roll back the writes of a dry run. */
class RolledBack extends Error {
  readonly beganAt: Date;

  constructor(beganAt: Date) {
    super('rolled back');
    this.beganAt = beganAt;
  }
}

/**
 * Updates a restored database with everything that Stripe knows has happened since the backup, while neither BFF nor
 * workers run. May be killed at any point and run again: every step finds what was done. A dry run only reads, here and
 * at Stripe.
 * @throws RestoreRefusedError, before anything is changed
 */
export const reconcileAfterRestore = async (needs: AfterRestoreDeps): Promise<RestoreReport> => {
  const { fork, now, backupTakenAt, dryRun, confirmedLostAccounts } = needs;
  const status = await readRestoreStatus(fork(), backupTakenAt);
  if (!dryRun) await requireRestoreConfirmation(status, confirmedLostAccounts, () => countMissingAccounts(needs));
  const report = emptyRestoreReport();
  const beganAt = await fork()
    .transactional(async (em) => {
      const began = await withholdMessagesAndRevokeSessions(em, {
        backupTakenAt,
        confirmedLostAccounts,
        now: now(),
        report,
      });
      if (dryRun) throw new RolledBack(began);
      return began;
    })
    .catch((error: unknown) => {
      if (error instanceof RolledBack) return error.beganAt;
      throw error;
    });
  const payments = dryRun ? readOnlyPayments(needs.payments) : needs.payments;
  const run: AfterRestoreRun = { ...needs, payments, em: fork, beganAt, report };
  await resolveRestoredSignUpPayments(run);
  await resolveMissingCustomersAfterRestore(run);
  await finishCancellationsOfBackup(run);
  await reconcileMembershipsAfterRestore(run);
  await restoreCancellationsFromRefunds(run);
  await reconcileChargesAfterRestore(run);
  await reconcileChargeDisputesAfterRestore(run);
  if (!dryRun) await finish(run);
  report.refusal = status.refusal;
  report.toConfirm = status.confirmedLostAccounts ?? report.accountsMissing.length;
  return report;
};

const countMissingAccounts = async (needs: AfterRestoreDeps): Promise<number> => {
  const report = emptyRestoreReport();
  const payments = readOnlyPayments(needs.payments);
  const run: AfterRestoreRun = { ...needs, payments, em: needs.fork, beganAt: needs.now(), report, dryRun: true };
  await resolveRestoredSignUpPayments(run);
  await resolveMissingCustomersAfterRestore(run);
  return report.accountsMissing.length;
};

/** Withholds the mails that the run queued again: they were sent before the restore. */
const finish = async ({ em, now, backupTakenAt, beganAt, report }: AfterRestoreRun): Promise<void> => {
  await em().transactional(async (transaction) => {
    await withholdMessages(transaction, beganAt, now());
    if (report.failed.length === 0) {
      await removeJobsDoneByRestore(transaction, beganAt);
      await finishDatabaseRestore(transaction, backupTakenAt, now());
    }
    await fillReportFromDatabase(transaction, beganAt, report);
  });
};

type Payments = PaymentDeps['payments'];

const reads: readonly (keyof Payments)[] = [
  'readPayment',
  'readSubscription',
  'readInvoice',
  'invoiceOfPayment',
  'readCardSetup',
  'readChargeDispute',
  'listPayments',
  'listRefunds',
  'listSubscriptions',
  'listInvoices',
  'paymentOfCharge',
  'storedCard',
  'customerPages',
  'subscriptionPages',
  'paymentPages',
  'refundPages',
  'disputePages',
];

/** Wraps a payment provider so that every call that would change something throws. */
const readOnlyPayments = (payments: Payments): Payments =>
  new Proxy(payments, {
    get: (target, name: keyof Payments) => {
      if (reads.includes(name)) return target[name].bind(target);
      return () => {
        throw new Error(`a dry run does not call ${name}`);
      };
    },
  });
