import { PaymentsRefusedError } from '@ve/providers/payments/payments.port';
import type { JobContext } from '../job-context.ts';
import type { PaymentDeps } from './payments.ts';
import { recordDisputeOfCharge, recordRefunds } from './record-refunds.ts';

export interface ChargeToRefund {
  /** Everything that is returned under it counts: repeated, it returns nothing more. */
  key: string;
  paymentIntentId: string;
  /** Missing: the whole charge. */
  amountPence?: number;
}

/** `disputed`: the card holder claims it back at their bank, or has got it there; nothing is returned by us. */
export type Refunded = { outcome: 'refunded'; refundId: string } | { outcome: 'disputed' };

/**
 * Returns a charge, or a part of it, once, and records it: the only way in which money goes back. What somebody else has
 * returned counts as done.
 */
export const refundCharge = async (
  payments: PaymentDeps['payments'],
  charge: ChargeToRefund,
  context: Pick<JobContext, 'em' | 'now' | 'correlationId' | 'logger'>,
): Promise<Refunded> => {
  const { paymentIntentId } = charge;
  try {
    const { id: refundId } = await payments.refundPayment(charge);
    await recordRefunds(payments, paymentIntentId, context);
    return { outcome: 'refunded', refundId };
  } catch (error) {
    if (!(error instanceof PaymentsRefusedError) || error.code !== 'charge_disputed') throw error;
    context.logger.warn({ paymentIntentId }, 'a charge is not refunded, as it is disputed');
    await recordDisputeOfCharge(payments, paymentIntentId, context);
    return { outcome: 'disputed' };
  }
};
