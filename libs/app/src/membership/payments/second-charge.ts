import type { EntityManager } from '@mikro-orm/postgresql';
import { queueMail } from '../../messaging/queue-message.ts';
import {
  findPaymentOfInvoice,
  findRecordedCharges,
  recordRefundFailed,
} from '@ve/data/membership/payment/payment.repository';
import type { Invoice, Refund } from '@ve/providers/payments/payments.port';
import type { JobContext } from '../../job-context.ts';
import type { PaymentDeps } from '../payments/payment-deps.ts';

/**
 * The charges of an invoice that our books do not keep: they succeeded although another charge had paid it, or although it
 * was void.
 */
export const secondChargesOf = async (
  { status, paymentIntentId, overpaidBy }: Invoice,
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
): Promise<Invoice | null> => {
  const invoice = await payments.invoiceOfPayment(paymentIntentId);
  if (invoice === null) return null;
  return (await secondChargesOf(invoice, context)).includes(paymentIntentId) ? invoice : null;
};

/**
 * Notifies the member once that a second charge was returned, and member and support once of each refund that the bank
 * rejected. The mails are about the invoice's recorded payment, as a second charge is never recorded; false if there is none.
 */
export const notifySecondChargeRefunds = async (
  em: EntityManager,
  { invoice, paymentIntentId, refunds }: { invoice: Invoice; paymentIntentId: string; refunds: readonly Refund[] },
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
    await recordRefundFailed(em, subjectId, queued.now);
    await queueMail(em, { template: 'second-charge-refund-failed', recipient, subjectId, occasion: id }, queued);
    const notice = { template: 'second-charge-refund-failed-notice', recipient: null, subjectId } as const;
    await queueMail(em, { ...notice, occasion: `${id}.notice` }, queued);
  }
  return true;
};
