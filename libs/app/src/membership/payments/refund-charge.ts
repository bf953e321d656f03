import { PaymentsRefusedError } from '@ve/providers/payments/payments.port';
import type { JobContext } from '../../job-context.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { recordDisputeOfCharge, recordRefunds } from './record-refunds.ts';

export interface ChargeToRefund {
  /** Idempotency key: repeated calls refund nothing more. */
  key: string;
  paymentIntentId: string;
  /** Default: the whole charge. */
  amountPence?: number;
}

/** `disputed`: the card holder has an open or won dispute; we refund nothing. */
export type RefundOutcome = { outcome: 'refunded'; refundId: string } | { outcome: 'disputed' };

/**
 * Refunds a charge, or a part of it, once, and records it: the only place where money is refunded. Refunds made elsewhere
 * count as done.
 */
export const refundCharge = async (
  payments: PaymentDeps['payments'],
  charge: ChargeToRefund,
  context: Pick<JobContext, 'em' | 'now' | 'correlationId' | 'logger'>,
): Promise<RefundOutcome> => {
  const { paymentIntentId } = charge;
  try {
    const { id: refundId } = await payments.refundPayment(charge);
    await recordRefunds(payments, paymentIntentId, context);
    return { outcome: 'refunded', refundId };
  } catch (error) {
    if (!(error instanceof PaymentsRefusedError) || error.code !== 'charge_disputed') throw error;
    context.logger.warn(
      { event: 'disputed_charge_refund_skipped', paymentIntentId },
      'A charge was not refunded because it is disputed.',
    );
    await recordDisputeOfCharge(payments, paymentIntentId, context);
    return { outcome: 'disputed' };
  }
};
