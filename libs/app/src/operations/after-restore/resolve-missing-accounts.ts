import { queueMail } from '../../messaging/queue-message.ts';
import {
  findChargeRecordsForRestore,
  findKnownStripeCustomerIds,
  findSignUpStatuses,
} from '@ve/data/operations/restore/recorded-payments.repository';
import { recordSignUpPayment, findSignUp, reopenSignUp } from '@ve/data/membership/sign-up/sign-up.repository';
import { parseEmail } from '@ve/domain/kernel/email/parse-email';
import { isSubscriptionRunning } from '@ve/domain/membership/membership-state';
import { signUpPayableMs } from '@ve/domain/membership/sign-up-limits';
import type { ListedPayment, ProviderCustomer } from '@ve/providers/payments/payments.port';
import { nullIfUnknownAtStripe } from '@ve/providers/payments/unknown-stripe-object';
import { refundCharge } from '../../membership/payments/refunds.ts';
import {
  cancelAndRefundOrphanSubscription,
  refundSignUpWithoutTrial,
} from '../../membership/sign-up/return-payment.ts';
import { cardHashOf } from '../../membership/person-hashes.ts';
import { processSignUpPayment } from '../../membership/sign-up/complete-sign-up.ts';
import {
  runRestoreStep,
  jobContextOfRestore,
  backupGapStart,
  type MissingAccount,
  type AfterRestoreRun,
} from './restore-run.ts';

/**
 * Finds the payments of forms since the backup. A form in the backup is completed or refunded, as it would have been; a
 * form that the backup lacks has no account, and its customer is resolved.
 */
export const resolveRestoredSignUpPayments = async (run: AfterRestoreRun): Promise<void> => {
  const since = new Date(backupGapStart(run).getTime() - signUpPayableMs);
  for await (const page of run.payments.paymentPages({ since })) {
    const ofForms = page.flatMap((payment) =>
      payment.signUpId === null ? [] : [{ ...payment, signUpId: payment.signUpId }],
    );
    const statuses = await findSignUpStatuses(
      run.em(),
      ofForms.map(({ signUpId }) => signUpId),
    );
    const booked = await findChargeRecordsForRestore(
      run.em(),
      ofForms.map(({ id }) => id),
    );
    for (const payment of ofForms) {
      const status = statuses.get(payment.signUpId);
      if (status === 'open' || status === 'abandoned') {
        if (payment.status === 'succeeded') await runRestoreStep(run, payment.id, () => completeForm(run, payment));
      } else if (status === undefined && !booked.has(payment.id) && payment.createdAt >= backupGapStart(run)) {
        const { customer, customerId, signUpId } = payment;
        if (customerId === null) continue;
        await resolveMissingAccount(
          run,
          customer ?? { id: customerId, deleted: true, createdAt: null, email: null, signUpId },
        );
      }
    }
  }
};

/** Resolves the customers since the backup that have neither an account nor a form. */
export const resolveMissingCustomersAfterRestore = async (run: AfterRestoreRun): Promise<void> => {
  for await (const page of run.payments.customerPages({ since: backupGapStart(run) })) {
    const withForm = page.flatMap((customer) =>
      customer.signUpId === null ? [] : [{ ...customer, signUpId: customer.signUpId }],
    );
    const known = await findKnownStripeCustomerIds(
      run.em(),
      withForm.map(({ id }) => id),
    );
    const statuses = await findSignUpStatuses(
      run.em(),
      withForm.map(({ signUpId }) => signUpId),
    );
    for (const customer of withForm) {
      if (!known.has(customer.id) && !statuses.has(customer.signUpId)) await resolveMissingAccount(run, customer);
    }
  }
};

/** The account may have been deleted since; then none is opened and the payment is refunded. */
const completeForm = async (run: AfterRestoreRun, payment: ListedPayment & { signUpId: string }): Promise<void> => {
  const { id: paymentIntentId, signUpId, customer, customerId } = payment;
  run.report.completed.push(paymentIntentId);
  if (run.dryRun) return;
  const context = jobContextOfRestore(run);
  await recordSignUpPayment(run.em(), signUpId, { paymentIntentId, customerId });
  if (customer !== null && !customer.deleted) {
    await processSignUpPayment(run)({ signUpId, correlationId: context.correlationId }, context);
    return;
  }
  await reopenSignUp(run.em(), signUpId);
  const signUp = await findSignUp(run.em(), signUpId);
  if (signUp === null) return;
  const { paidAt, card } = payment;
  if (paidAt === null) throw new Error('Stripe does not say when it was paid');
  const paid = { paidAt, cardHash: await cardHashOf(context.em, card) };
  await refundSignUpWithoutTrial(
    run.payments,
    { signUp, customerId, paymentIntentId, paid, reason: 'not-started' },
    context,
  );
};

/**
 * Cancels every running subscription of a customer without an account, voids what could still be paid, refunds
 * everything that was paid, and notifies them. Idempotent: refunds have our keys.
 */
const resolveMissingAccount = async (run: AfterRestoreRun, customer: ProviderCustomer): Promise<void> => {
  const { accountsMissing } = run.report;
  if (accountsMissing.some(({ customerId }) => customerId === customer.id)) return;
  if ((await findKnownStripeCustomerIds(run.em(), [customer.id])).size > 0) return;
  const lost: MissingAccount = {
    customerId: customer.id,
    cancelled: [],
    refundedPence: 0,
    disputed: [],
    mailed: false,
  };
  accountsMissing.push(lost);
  await runRestoreStep(run, customer.id, async () => {
    const subscriptions = (await nullIfUnknownAtStripe(run.payments.listSubscriptions(customer.id))) ?? [];
    for (const subscription of subscriptions) {
      if (isSubscriptionRunning(subscription)) lost.cancelled.push(subscription.id);
      if (run.dryRun) continue;
      const { disputed } = await cancelAndRefundOrphanSubscription(
        run.payments,
        subscription,
        jobContextOfRestore(run),
      );
      lost.disputed.push(...disputed);
    }
    let paid = false;
    for await (const page of run.payments.paymentPages({ customerId: customer.id })) {
      for (const payment of page) {
        paid ||= payment.status === 'succeeded';
        await resolvePayment(run, payment, lost);
      }
    }
    lost.mailed = paid && lost.disputed.length === 0 && (await notify(run, customer));
  });
};

const resolvePayment = async (run: AfterRestoreRun, payment: ListedPayment, lost: MissingAccount): Promise<void> => {
  const { id, status, amountPence, refundedPence, signUpId } = payment;
  if (status !== 'succeeded') {
    if (status === 'cancelled' || run.dryRun) return;
    await run.payments.cancelPayment({ key: `cancel-payment.${signUpId ?? id}`, id });
    return;
  }
  if (lost.disputed.includes(id)) return;
  if (refundedPence < amountPence && !run.dryRun) {
    const key = `refund.${signUpId ?? id}`;
    const { outcome } = await refundCharge(run.payments, { key, paymentIntentId: id }, jobContextOfRestore(run));
    if (outcome === 'disputed') {
      lost.disputed.push(id);
      return;
    }
  }
  lost.refundedPence += amountPence;
};

/** Returns whether a mail is queued to the address at Stripe; not for a deleted customer or an unusable address. */
const notify = async (run: AfterRestoreRun, customer: ProviderCustomer): Promise<boolean> => {
  const parsed = parseEmail(customer.email ?? '');
  if (!parsed.ok) return false;
  if (run.dryRun) return true;
  const { now, correlationId } = jobContextOfRestore(run);
  const mail = { template: 'returned-after-restore', recipient: parsed.email, subjectId: null } as const;
  await run
    .em()
    .transactional((em) => queueMail(em, { ...mail, occasion: customer.id }, { now: now(), correlationId }));
  return true;
};
