import type { EntityManager } from '@mikro-orm/postgresql';
import {
  markCancellationCarriedOut,
  recordCancellationRefund,
} from '@ve/data/membership/cancellation-request/cancellation-progress.repository';
import {
  type CancellationRow,
  findCancellation,
  findCancellationOf,
} from '@ve/data/membership/cancellation-request/cancellation-request.repository';
import { queueMail } from '../../messaging/queue-message.ts';
import { findRecordedCharge } from '@ve/data/membership/payment/payment.repository';
import { lockSubscription } from '@ve/data/membership/subscription/subscription-changes.repository';
import type { SubscriptionRow } from '@ve/data/membership/subscription/subscription.repository';
import { isSubscriptionRunning } from '@ve/domain/membership/membership-state';
import { PaymentsRefusedError } from '@ve/providers/payments/payments.port';
import { nullIfUnknownAtStripe } from '@ve/providers/payments/unknown-stripe-object';
import { UnrecoverableJobError } from '@ve/contracts/job-errors';
import type { JobPayload } from '@ve/contracts/jobs';
import type { JobUseCase, JobContext } from '../../job-context.ts';
import type { PaymentDeps } from '../payments/payment-provider-client.ts';
import { refundCharge } from '../payments/refunds.ts';
import { refundSecondCharges } from '../payments/second-charge.ts';
import { recordPaidInvoice, maxInvoicesPerSubscription, syncSubscription } from '../subscription/sync-subscription.ts';

/**
 * Carries out a recorded cancellation at Stripe: one that is to end now, or should have ended already, ends
 * immediately; a paid membership ends with its period. Refunds what was promised, and charges for time after the end
 * (Stripe could not be reached in time, or the payment crossed with the cancellation). Then notifies the member once.
 * Every step is idempotent, so a run may die between any two.
 */
export const cancelSubscriptionAtStripe =
  ({ payments }: PaymentDeps): JobUseCase<'subscriptions.cancel'> =>
  async ({ subscriptionId, of }, context) => {
    const { em } = context;
    const { row, id, cancellation } = await readCancellation(em, { subscriptionId, of });
    if (id === null) return;
    const replaced = id !== row.stripeSubscriptionId;
    // Withdrawn in the meantime: if Stripe was already called, the sync withdraws it there.
    if (!replaced && row.cancelRequestedAt === null) return syncSubscription(payments, { id: subscriptionId }, context);
    const endsAt = cancellation?.endsAt ?? (of ? new Date(of.endsAt) : row.endsAt);
    if (endsAt === null) return;

    const cancelled = { id, endsAt, cancellation };
    if (replaced) await endReplaced(payments, { row, cancelled }, context);
    else await end(payments, { row, cancelled }, context);
    if (cancellation !== null) await refundPromised(payments, cancellation, context);
    const returned = await returnTimeAfter(payments, cancelled, context);

    await em.transactional(async (transaction) => {
      if (cancellation !== null) await finish(transaction, { carriedOut: cancellation, returned }, context);
      await context.complete(transaction);
    });
  };

interface Cancelled {
  id: string;
  endsAt: Date;
  cancellation: CancellationRow | null;
}

/**
 * Reads the subscription and its cancellation as they are at one time: a withdrawal changes both. `id`: the
 * subscription at Stripe that is to be cancelled.
 */
const readCancellation = (
  em: EntityManager,
  { subscriptionId, of }: { subscriptionId: string; of: JobPayload<'subscriptions.cancel'>['of'] },
): Promise<{ row: SubscriptionRow; id: string | null; cancellation: CancellationRow | null }> =>
  em.transactional(async (transaction) => {
    const row = await lockSubscription(transaction, subscriptionId);
    if (row === null) throw new UnrecoverableJobError('no subscription with this id');
    const id = of?.stripeSubscriptionId ?? row.stripeSubscriptionId;
    return { row, id, cancellation: id === null ? null : await findCancellationOf(transaction, id) };
  });

const end = async (
  payments: PaymentDeps['payments'],
  {
    row: { id: subscriptionId, cancelRequestedAt, revision },
    cancelled: { id, endsAt, cancellation },
  }: { row: SubscriptionRow; cancelled: Cancelled },
  context: JobContext,
): Promise<void> => {
  const present = await nullIfUnknownAtStripe(payments.readSubscription(id));
  // Nothing there can be cancelled or charged; the sync logs a warning.
  if (present !== null) {
    const when = present.status === 'active' && present.periodEnd <= endsAt ? 'period-end' : 'now';
    // Also when it has ended: a run that died may have left its unpaid invoice.
    if (when === 'now' || (isSubscriptionRunning(present) && present.endsAt === null)) {
      const key = `cancel.${id}.${cancelRequestedAt?.getTime()}.${revision}.${when}`;
      const named = cancellation === null ? {} : { cancellationId: cancellation.id };
      await payments.cancelSubscription({ key, id, when, ...named });
    }
  }
  await syncSubscription(payments, { id: subscriptionId, cancelling: true }, context);
};

/** Cancels a subscription that its member has replaced in the meantime, and records its charges. */
const endReplaced = async (
  payments: PaymentDeps['payments'],
  { row, cancelled: { id } }: { row: SubscriptionRow; cancelled: Cancelled },
  context: JobContext,
): Promise<void> => {
  const { em, now, correlationId } = context;
  if ((await nullIfUnknownAtStripe(payments.readSubscription(id))) === null) return;
  await payments.cancelSubscription({ key: `cancel.${id}.replaced`, id, when: 'now' });
  const invoices = await payments.listInvoices({ subscriptionId: id, limit: maxInvoicesPerSubscription });
  await em.transactional(async (transaction) => {
    for (const invoice of invoices.toReversed())
      await recordPaidInvoice(transaction, { row, invoice }, { now: now(), correlationId });
  });
  await refundSecondCharges(payments, invoices, context);
};

const refundPromised = async (
  payments: PaymentDeps['payments'],
  { id, refundPence, paymentId, finishedAt }: CancellationRow,
  context: JobContext,
): Promise<void> => {
  if (refundPence === 0 || finishedAt !== null) return;
  const { em, logger } = context;
  const charge = paymentId === null ? null : await findRecordedCharge(em, paymentId);
  const paymentIntentId = charge?.paymentIntentId ?? null;
  if (paymentIntentId === null) {
    logger.error(
      { event: 'promised_refund_charge_unknown', cancellationId: id },
      'A refund was promised, but its charge is not known.',
    );
    await notifyRefundRefused(id, context);
    return;
  }
  const { card } = await payments.readPayment(paymentIntentId);
  const promised = { key: id, paymentIntentId, amountPence: refundPence };
  const back = await refundCharge(payments, promised, context).catch(async (error: unknown) => {
    // The refusal may last, for example for lack of balance: the sweep retries every hour.
    if (error instanceof PaymentsRefusedError) await notifyRefundRefused(id, context);
    throw error;
  });
  if (back.outcome === 'refunded') await recordCancellationRefund(em, id, { refundId: back.refundId, card });
};

/** Notifies support, once, that Stripe refused a promised refund. */
const notifyRefundRefused = (subjectId: string, { em, now, correlationId }: JobContext): Promise<void> =>
  em.transactional(async (transaction) => {
    await queueMail(
      transaction,
      { template: 'refund-refused-notice', recipient: null, subjectId },
      { now, correlationId },
    );
  });

/**
 * Refunds charges for time after the end and after the time that was paid for when the cancellation was recorded: those
 * were decided then. Compares periods, not payment times, which Stripe gives in whole seconds. Returns the refunded
 * pence.
 */
const returnTimeAfter = async (
  payments: PaymentDeps['payments'],
  { id: stripeSubscriptionId, endsAt, cancellation }: Cancelled,
  context: JobContext,
): Promise<number> => {
  const { logger } = context;
  const paidUntil = cancellation?.paidUntil ?? endsAt;
  const until = paidUntil > endsAt ? paidUntil : endsAt;
  const invoices = await nullIfUnknownAtStripe(
    payments.listInvoices({ subscriptionId: stripeSubscriptionId, limit: 3 }),
  );
  let returned = 0;
  for (const { id, status, periodEnd, paymentIntentId, amountPence } of invoices ?? []) {
    if (status !== 'paid' || amountPence <= 0 || periodEnd <= until) continue;
    if (paymentIntentId === null) {
      logger.error(
        { event: 'charge_after_cancellation_unknown', invoiceId: id },
        'A membership was charged after its cancellation, but the charge is not known.',
      );
      continue;
    }
    const { outcome } = await refundCharge(payments, { key: `refund.${id}`, paymentIntentId }, context);
    if (outcome === 'disputed') continue;
    returned += amountPence;
    logger.warn(
      { event: 'charge_after_cancellation_refunded', invoiceId: id },
      'A charge after a cancellation was refunded.',
    );
  }
  return returned;
};

/** Finishes a cancellation and notifies its member; again only if the outcome differs from the first notice. */
const finish = async (
  em: EntityManager,
  { carriedOut, returned }: { carriedOut: Pick<CancellationRow, 'id' | 'refundPence'>; returned: number },
  { now, correlationId }: JobContext,
): Promise<void> => {
  const { id } = carriedOut;
  const cancellation = await findCancellation(em, id);
  if (cancellation === null || cancellation.withdrawnAt !== null) return;
  const finished = await markCancellationCarriedOut(em, carriedOut, now());
  if (!finished && returned === 0) return;
  const { email, endsAt, refundPence } = cancellation;
  const occasion = `${id}.${endsAt?.getTime()}.${refundPence + returned}`;
  const mail = { template: 'membership-cancelled', recipient: email, subjectId: id, occasion } as const;
  await queueMail(em, mail, { now, correlationId });
};
