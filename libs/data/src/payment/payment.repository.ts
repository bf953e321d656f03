import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../entities.ts';

export interface NewTrialPayment {
  userId: string;
  paymentIntentId: string;
  amountPence: number;
  currency: string;
  paidAt: Date;
  receiptUrl: string | null;
}

/** Records the 50p of a trial; returns its id. */
export const addTrialPayment = async (em: EntityManager, payment: NewTrialPayment, now: Date): Promise<string> => {
  const { id } = await tables(em)
    .insertInto('payments')
    .values({
      user_id: payment.userId,
      kind: 'trial',
      stripe_payment_intent_id: payment.paymentIntentId,
      amount_pence: payment.amountPence,
      currency: payment.currency,
      paid_at: payment.paidAt,
      receipt_url: payment.receiptUrl,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export interface NewMembershipPayment extends Omit<NewTrialPayment, 'paymentIntentId'> {
  invoiceId: string;
  stripeSubscriptionId: string | null;
  /** Null when Stripe does not name the charge. */
  paymentIntentId: string | null;
  periodStart: Date;
  periodEnd: Date;
}

/** Records a paid membership invoice; returns its id, or null when it is recorded already. */
export const addMembershipPayment = async (
  em: EntityManager,
  payment: NewMembershipPayment,
  now: Date,
): Promise<string | null> => {
  const row = await tables(em)
    .insertInto('payments')
    .values({
      user_id: payment.userId,
      kind: 'membership',
      stripe_payment_intent_id: payment.paymentIntentId,
      stripe_invoice_id: payment.invoiceId,
      stripe_subscription_id: payment.stripeSubscriptionId,
      amount_pence: payment.amountPence,
      currency: payment.currency,
      paid_at: payment.paidAt,
      period_start: payment.periodStart,
      period_end: payment.periodEnd,
      receipt_url: payment.receiptUrl,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('stripe_invoice_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
};

/** Whether a paid invoice is recorded as somebody's payment. */
export const isInvoiceRecorded = async (em: EntityManager, invoiceId: string): Promise<boolean> => {
  const row = await tables(em)
    .selectFrom('payments')
    .select('id')
    .where('stripe_invoice_id', '=', invoiceId)
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Records how much of a charge was refunded; a smaller sum, read earlier, changes nothing. Returns whether the charge is
 * known.
 */
export const recordRefund = async (
  em: EntityManager,
  paymentIntentId: string,
  refundedPence: number,
): Promise<boolean> => {
  const found = await tables(em)
    .updateTable('payments')
    .set({ refunded_pence: sql`greatest(refunded_pence, ${refundedPence})` })
    .where('stripe_payment_intent_id', '=', paymentIntentId)
    .returning('id')
    .executeTakeFirst();
  return found !== undefined;
};
