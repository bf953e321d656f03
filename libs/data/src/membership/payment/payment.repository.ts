import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { findAgreedTerms } from '../sign-up/consent.repository.ts';
import type { ChargeDisputeState, PaymentKind } from './payment.entity.ts';

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
      userId: payment.userId,
      kind: 'trial',
      stripePaymentIntentId: payment.paymentIntentId,
      amountPence: payment.amountPence,
      currency: payment.currency,
      paidAt: payment.paidAt,
      receiptUrl: payment.receiptUrl,
      createdAt: now,
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

/** Records a paid membership invoice, with what was agreed of it; returns its id, or null when it is recorded already. */
export const addMembershipPayment = async (
  em: EntityManager,
  payment: NewMembershipPayment,
  now: Date,
): Promise<string | null> => {
  const agreed = await findAgreedTerms(em, payment.userId, payment.paidAt);
  const row = await tables(em)
    .insertInto('payments')
    .values({
      userId: payment.userId,
      kind: 'membership',
      stripePaymentIntentId: payment.paymentIntentId,
      stripeInvoiceId: payment.invoiceId,
      stripeSubscriptionId: payment.stripeSubscriptionId,
      amountPence: payment.amountPence,
      currency: payment.currency,
      paidAt: payment.paidAt,
      periodStart: payment.periodStart,
      periodEnd: payment.periodEnd,
      fullCheckPence: agreed.fullCheckPence,
      consentVersion: agreed.consentVersion,
      receiptUrl: payment.receiptUrl,
      createdAt: now,
    })
    .onConflict((conflict) => conflict.column('stripeInvoiceId').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
};

/** Whether a paid invoice is recorded as somebody's payment. */
export const isInvoiceRecorded = async (em: EntityManager, invoiceId: string): Promise<boolean> => {
  const row = await tables(em)
    .selectFrom('payments')
    .select('id')
    .where('stripeInvoiceId', '=', invoiceId)
    .executeTakeFirst();
  return row !== undefined;
};

/** Of some charges, those that are recorded as somebody's payment. */
export const findBookedCharges = async (em: EntityManager, paymentIntentIds: readonly string[]): Promise<string[]> => {
  const rows = await tables(em)
    .selectFrom('payments')
    .select('stripePaymentIntentId as id')
    .where('stripePaymentIntentId', 'in', paymentIntentIds)
    .execute();
  return rows.flatMap(({ id }) => id ?? []);
};

/** A payment, as its refunds and disputes concern it. */
export interface RecordedCharge {
  id: string;
  userId: string;
  /** The address of the account. */
  email: string;
  kind: PaymentKind;
  stripeSubscriptionId: string | null;
  paymentIntentId: string | null;
  refundedPence: number;
  dispute: ChargeDisputeState | null;
}

const charges = (em: EntityManager) =>
  tables(em)
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.userId')
    .select([
      'payments.id',
      'payments.userId',
      'users.email',
      'payments.kind',
      'payments.stripeSubscriptionId',
      'payments.stripePaymentIntentId as paymentIntentId',
      'payments.refundedPence',
      'payments.dispute',
    ]);

/** A payment by its id; null when there is none. */
export const findCharge = async (em: EntityManager, id: string): Promise<RecordedCharge | null> =>
  (await charges(em).where('payments.id', '=', id).executeTakeFirst()) ?? null;

/**
 * Takes the turn of booking a charge until the caller's transaction ends, waiting for others: what is read of it at Stripe
 * meanwhile is never older than what is written, and no row is locked while Stripe is asked. False: it is not recorded.
 */
export const lockChargeBooking = async (em: EntityManager, paymentIntentId: string): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`charge ${paymentIntentId}`}, 0))`.execute(tables(em));
  const row = await tables(em)
    .selectFrom('payments')
    .select('id')
    .where('stripePaymentIntentId', '=', paymentIntentId)
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * The payment of a charge, locked until the caller's transaction ends; null when it is not recorded. Its member's
 * subscription is locked first: whoever syncs, cancels or deletes has it before they come to the payments.
 */
export const lockChargeRow = async (em: EntityManager, paymentIntentId: string): Promise<RecordedCharge | null> => {
  await sql`
    select id from subscriptions
    where user_id = (select user_id from payments where stripe_payment_intent_id = ${paymentIntentId}) for update
  `.execute(tables(em));
  const row = await charges(em)
    .where('payments.stripePaymentIntentId', '=', paymentIntentId)
    // Rows that refer to it may be written meanwhile.
    .forNoKeyUpdate(['payments'])
    .executeTakeFirst();
  return row ?? null;
};

/** Records how much of a charge is with its payer again, and when it last became more. */
export const recordRefunded = async (em: EntityManager, id: string, pence: number, now: Date): Promise<void> => {
  await sql`
    update payments set refunded_pence = ${pence},
      refunded_at = case
        when ${pence} = 0 then null when ${pence} > refunded_pence then ${now.toISOString()} else refunded_at
      end
    where id = ${id}
  `.execute(tables(em));
};

/** Records that a bank has sent a refund back to us. */
export const recordRefundFailed = async (em: EntityManager, id: string, now: Date): Promise<void> => {
  await tables(em)
    .updateTable('payments')
    .set({ refundFailedAt: now })
    .where('id', '=', id)
    .where('refundFailedAt', 'is', null)
    .execute();
};

/** Records what a bank says of a charge that the card holder claims back. */
export const recordChargeDispute = async (
  em: EntityManager,
  id: string,
  dispute: ChargeDisputeState,
  now: Date,
): Promise<void> => {
  await tables(em)
    .updateTable('payments')
    .set({ dispute, disputedAt: sql<Date>`coalesce(disputed_at, ${now.toISOString()})` })
    .where('id', '=', id)
    .execute();
};
