import type { EntityManager } from '@mikro-orm/postgresql';
import { queueMail } from '../../messaging/queue-message.ts';
import {
  findPaymentOfInvoice,
  findRecordedCharges,
  recordChargeRefundFailed,
} from '@ve/data/membership/payment/payment.repository';
import { type ProviderInvoice, type ProviderRefund, PaymentsRefusedError } from '@ve/providers/payments/payments.port';
import type { JobContext } from '../../job-context.ts';
import type { PaymentDeps } from './payment-provider-client.ts';
import { refundCharge } from './refunds.ts';

/**
 * The charges of an invoice that our books do not keep: they succeeded although another charge had paid it, or although
 * it was void.
 */
const findSecondCharges = async (
  { status, paymentIntentId, overpaidBy }: ProviderInvoice,
  { em }: Pick<JobContext, 'em'>,
): Promise<string[]> => {
  if (overpaidBy.length === 0) return [];
  if (status !== 'paid' || paymentIntentId === null) return overpaidBy;
  const all = [paymentIntentId, ...overpaidBy];
  const booked = await findRecordedCharges(em, all);
  // Our records keep the payment that was recorded first; if there is none, the first at Stripe is kept.
  const kept = booked.length > 0 ? booked : [paymentIntentId];
  return all.filter((id) => !kept.includes(id));
};

/** The invoice of which this charge is a second one; null for any other charge. */
export const findTwicePaidInvoice = async (
  payments: PaymentDeps['payments'],
  paymentIntentId: string,
  context: Pick<JobContext, 'em'>,
): Promise<ProviderInvoice | null> => {
  const invoice = await payments.invoiceOfPayment(paymentIntentId);
  if (invoice === null) return null;
  return (await findSecondCharges(invoice, context)).includes(paymentIntentId) ? invoice : null;
};

/**
 * Notifies the member once that a second charge was returned, and member and support once of each refund that the bank
 * rejected. The mails are about the invoice's recorded payment, as a second charge is never recorded; false if there is
 * none.
 */
export const notifySecondChargeRefunds = async (
  em: EntityManager,
  {
    invoice,
    paymentIntentId,
    refunds,
  }: { invoice: ProviderInvoice; paymentIntentId: string; refunds: readonly ProviderRefund[] },
  queued: { now: Date; correlationId: string },
): Promise<boolean> => {
  const payment = await findPaymentOfInvoice(em, invoice.id);
  if (payment === null) return false;
  const { id: subjectId, email: recipient } = payment;
  const sent = refunds.filter(({ status }) => status === 'pending' || status === 'succeeded');
  if (sent.reduce((sum, { amountPence }) => sum + amountPence, 0) >= invoice.amountPence) {
    const occasion = paymentIntentId;
    await queueMail(em, { template: 'second-charge-returned', recipient, subjectId, occasion }, queued);
  }
  for (const { id } of refunds.filter(({ status }) => status === 'failed')) {
    await recordChargeRefundFailed(em, subjectId, queued.now);
    await queueMail(em, { template: 'second-charge-refund-failed', recipient, subjectId, occasion: id }, queued);
    const notice = { template: 'second-charge-refund-failed-notice', recipient: null, subjectId } as const;
    await queueMail(em, { ...notice, occasion: `${id}.notice` }, queued);
  }
  return true;
};

type Context = Pick<JobContext, 'em' | 'now' | 'correlationId' | 'logger'>;

/**
 * Refunds in full every payment of an invoice other than the recorded charge, and removes the credit that Stripe made
 * of it: for example when Stripe collected the invoice while our own payment was being confirmed. The bank returns a
 * disputed one. Idempotent.
 */
export const refundSecondCharges = async (
  payments: PaymentDeps['payments'],
  invoices: readonly ProviderInvoice[],
  context: Context,
): Promise<void> => {
  for (const invoice of invoices) {
    for (const paymentIntentId of await findSecondCharges(invoice, context)) {
      await returnWithCredit(payments, { invoice, paymentIntentId }, context).catch((error: unknown) => {
        // The caller’s other refunds must not wait for this one; the next sync tries again.
        if (!(error instanceof PaymentsRefusedError)) throw error;
        const { id: invoiceId } = invoice;
        context.logger.error(
          { event: 'overpayment_refund_failed', err: error, invoiceId, paymentIntentId },
          'The second charge of an invoice could not be refunded.',
        );
      });
    }
  }
};

const returnWithCredit = async (
  payments: PaymentDeps['payments'],
  { invoice, paymentIntentId }: { invoice: ProviderInvoice; paymentIntentId: string },
  context: Context,
): Promise<void> => {
  const { id: invoiceId, customerId, currency } = invoice;
  const { amountPence, refundedPence } = await payments.readPayment(paymentIntentId);
  if (refundedPence < amountPence) await returnCharge(payments, { invoice, paymentIntentId }, context);
  // After the refund, so that a credit that Stripe removed with it is not removed twice.
  await payments.removeCredit({ key: `credit.${paymentIntentId}`, customerId, invoiceId, amountPence, currency });
};

const returnCharge = async (
  payments: PaymentDeps['payments'],
  { invoice, paymentIntentId }: { invoice: ProviderInvoice; paymentIntentId: string },
  context: Context,
): Promise<void> => {
  const { em, now, correlationId, logger } = context;
  const named = { invoiceId: invoice.id, paymentIntentId };
  const dispute = await payments.readChargeDispute(paymentIntentId);
  if (dispute === 'open' || dispute === 'lost') return;
  // One that the bank rejected is returned by support in another way.
  if ((await payments.listRefunds(paymentIntentId)).some(({ status }) => status === 'failed')) return;
  const { outcome } = await refundCharge(payments, { key: `overpaid.${paymentIntentId}`, paymentIntentId }, context);
  if (outcome === 'disputed') {
    if (dispute === 'won')
      logger.error(
        { event: 'overpayment_refund_failed', ...named },
        'The second charge of an invoice could not be refunded.',
      );
    return;
  }
  logger.warn(
    { event: 'overpayment_refunded', ...named },
    'An invoice was paid twice, and its second charge was refunded.',
  );
  const refunds = await payments.listRefunds(paymentIntentId);
  await em.transactional((transaction) =>
    notifySecondChargeRefunds(transaction, { invoice, paymentIntentId, refunds }, { now: now(), correlationId }),
  );
};
