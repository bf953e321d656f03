import { type Invoice, PaymentsRefusedError } from '@ve/providers/payments/payments.port';
import type { JobContext } from '../../job-context.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { refundCharge } from './refund-charge.ts';
import { notifySecondChargeRefunds, secondChargesOf } from './second-charge.ts';

type Context = Pick<JobContext, 'em' | 'now' | 'correlationId' | 'logger'>;

/**
 * Refunds in full every payment of an invoice other than the recorded charge, and removes the credit that Stripe made of it:
 * for example when Stripe collected the invoice while our own payment was being confirmed. The bank returns a disputed one.
 * Idempotent.
 */
export const refundOverpayments = async (
  payments: PaymentDeps['payments'],
  invoices: readonly Invoice[],
  context: Context,
): Promise<void> => {
  for (const invoice of invoices) {
    for (const paymentIntentId of await secondChargesOf(invoice, context)) {
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
  { invoice, paymentIntentId }: { invoice: Invoice; paymentIntentId: string },
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
  { invoice, paymentIntentId }: { invoice: Invoice; paymentIntentId: string },
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
