import { findRecordedCharges } from '@ve/data/membership/payment/payment.repository';
import { type Invoice, PaymentsRefusedError } from '@ve/providers/payments/payments.port';
import type { JobContext } from '../job-context.ts';
import type { PaymentDeps } from './payments.ts';
import { refundCharge } from './refund-charge.ts';

type Context = Pick<JobContext, 'em' | 'now' | 'correlationId' | 'logger'>;

/**
 * Refunds in full every payment of an invoice other than the recorded charge, and removes the credit that Stripe made of it:
 * for example when Stripe collected the invoice while our own payment was being confirmed. Idempotent.
 */
export const returnOverpaid = async (
  payments: PaymentDeps['payments'],
  invoices: readonly Invoice[],
  context: Context,
): Promise<void> => {
  for (const invoice of invoices) {
    for (const paymentIntentId of await overpaymentsOf(invoice, context)) {
      await returnWithCredit(payments, invoice, paymentIntentId, context).catch((error: unknown) => {
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

const overpaymentsOf = async (
  { status, paymentIntentId, overpaidBy }: Invoice,
  { em }: Pick<Context, 'em'>,
): Promise<string[]> => {
  if (overpaidBy.length === 0) return [];
  if (status !== 'paid' || paymentIntentId === null) return overpaidBy;
  const all = [paymentIntentId, ...overpaidBy];
  const booked = await findRecordedCharges(em, all);
  // Our records keep the payment that was recorded first; if there is none, the first at Stripe is kept.
  const kept = booked.length > 0 ? booked : [paymentIntentId];
  return all.filter((id) => !kept.includes(id));
};

const returnWithCredit = async (
  payments: PaymentDeps['payments'],
  { id: invoiceId, customerId, currency }: Invoice,
  paymentIntentId: string,
  context: Context,
): Promise<void> => {
  const { logger } = context;
  const { amountPence, refundedPence } = await payments.readPayment(paymentIntentId);
  if (refundedPence < amountPence) {
    const { outcome } = await refundCharge(payments, { key: `overpaid.${paymentIntentId}`, paymentIntentId }, context);
    if (outcome === 'disputed') return;
    logger.warn(
      { event: 'overpayment_refunded', invoiceId, paymentIntentId },
      'An invoice was paid twice, and its second charge was refunded.',
    );
  }
  // After the refund, so that a credit that Stripe removed with it is not removed twice.
  await payments.removeCredit({ key: `credit.${paymentIntentId}`, customerId, invoiceId, currency });
};
