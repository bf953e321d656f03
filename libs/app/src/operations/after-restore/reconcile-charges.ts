import {
  type CancellationRefund,
  findMissingCancellations,
  restoreCancellation,
} from '@ve/data/operations/restore/restored-cancellation.repository';
import {
  findChargeRecordsForRestore,
  findKnownStripeCustomerIds,
} from '@ve/data/operations/restore/recorded-payments.repository';
import type { ListedPayment } from '@ve/providers/payments/payments.port';
import { recordDisputeOfCharge, recordRefunds } from '../../membership/payments/refunds.ts';
import { runRestoreStep, jobContextOfRestore, backupGapStart, type AfterRestoreRun } from './restore-run.ts';

const isId = (key: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key);

/** Restores cancellations that only a refund at Stripe proves: the refund's key is the id of the lost row. */
export const restoreCancellationsFromRefunds = async (run: AfterRestoreRun): Promise<void> => {
  const made = new Map<string, CancellationRefund>();
  for await (const page of run.payments.refundPages({ since: backupGapStart(run) })) {
    for (const { id, key, paymentIntentId, amountPence, createdAt } of page) {
      if (key === null || !isId(key) || paymentIntentId === null) continue;
      const before = made.get(key);
      made.set(key, {
        cancellationId: key,
        paymentIntentId,
        refundId: before?.refundId ?? id,
        pence: (before?.pence ?? 0) + amountPence,
        refundedAt: createdAt,
      });
    }
  }
  for (const id of await findMissingCancellations(run.em(), [...made.keys()])) {
    const refund = made.get(id);
    if (!refund) continue;
    await runRestoreStep(run, refund.refundId, async () => {
      if (await bookCancellation(run, refund)) run.report.cancellations.push(refund.refundId);
    });
  }
};

/** Restores one cancellation, or, in a dry run, finds out whether it would be restored. */
const bookCancellation = async (run: AfterRestoreRun, refund: CancellationRefund): Promise<boolean> => {
  const em = run.em();
  await em.begin();
  try {
    const isBooked = await restoreCancellation(em, refund);
    if (!run.dryRun) await em.commit();
    return isBooked;
  } finally {
    if (em.isInTransaction()) await em.rollback();
  }
};

/**
 * Compares every charge at Stripe with our records: stores missing refunds, and reports our charges without a record.
 */
export const reconcileChargesAfterRestore = async (run: AfterRestoreRun): Promise<void> => {
  for await (const page of run.payments.paymentPages()) {
    const paid = page.filter(({ status }) => status === 'succeeded');
    const booked = await findChargeRecordsForRestore(
      run.em(),
      paid.map(({ id }) => id),
    );
    const known = await findKnownStripeCustomerIds(
      run.em(),
      paid.flatMap(({ customerId }) => customerId ?? []),
    );
    for (const payment of paid) {
      const book = booked.get(payment.id);
      if (book?.as === 'payment') {
        if (book.refundedPence !== payment.refundedPence) await reconcileRefunds(run, payment.id);
      } else if (book?.as !== 'kept' && payment.refundedPence < payment.amountPence) {
        recordUnaccountedPayment(run, payment, known);
      }
    }
  }
};

const reconcileRefunds = (run: AfterRestoreRun, paymentIntentId: string): Promise<void> =>
  runRestoreStep(run, paymentIntentId, async () => {
    run.report.refunds.push(paymentIntentId);
    if (!run.dryRun) await recordRefunds(run.payments, paymentIntentId, jobContextOfRestore(run));
  });

/** In a dry run the charges of known customers were not recorded, so they are not reported. */
const recordUnaccountedPayment = (
  { report, dryRun }: AfterRestoreRun,
  { id, signUpId, customerId, customer }: ListedPayment,
  known: ReadonlySet<string>,
): void => {
  const isKnown = customerId !== null && known.has(customerId);
  const isOwn = isKnown || signUpId !== null || (customer?.signUpId ?? null) !== null;
  if (!isOwn || (dryRun && isKnown)) return;
  if (report.accountsMissing.some((lost) => lost.customerId === customerId)) return;
  report.unaccounted.push(id);
};

/** Stores the banks' decisions on disputed charges. */
export const reconcileChargeDisputesAfterRestore = async (run: AfterRestoreRun): Promise<void> => {
  for await (const page of run.payments.disputePages()) {
    const ids = page.flatMap(({ paymentIntentId }) => paymentIntentId ?? []);
    const booked = await findChargeRecordsForRestore(run.em(), ids);
    for (const { paymentIntentId, status } of page) {
      const book = paymentIntentId === null ? undefined : booked.get(paymentIntentId);
      if (book?.as !== 'payment' || book.dispute === status || paymentIntentId === null) continue;
      await runRestoreStep(run, paymentIntentId, async () => {
        run.report.disputes.push(paymentIntentId);
        if (!run.dryRun) await recordDisputeOfCharge(run.payments, paymentIntentId, jobContextOfRestore(run));
      });
    }
  }
};
