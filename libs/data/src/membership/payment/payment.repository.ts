import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { findAgreedChargeTerms } from '../sign-up/consent.repository.ts';
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

/** Records a paid membership invoice with its agreed terms; returns its id, or null when it is recorded already. */
export const addMembershipPayment = async (
  em: EntityManager,
  payment: NewMembershipPayment,
  now: Date,
): Promise<string | null> => {
  const agreed = await findAgreedChargeTerms(em, payment.userId, payment.paidAt);
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

/** Whether a paid invoice is recorded as a payment. */
export const isInvoiceRecorded = async (em: EntityManager, invoiceId: string): Promise<boolean> => {
  const row = await tables(em)
    .selectFrom('payments')
    .select('id')
    .where('stripeInvoiceId', '=', invoiceId)
    .executeTakeFirst();
  return row !== undefined;
};

/** Returns the payment that is recorded for an invoice, with the address of its account; null when there is none. */
export const findPaymentOfInvoice = async (
  em: EntityManager,
  invoiceId: string,
): Promise<{ id: string; email: string } | null> => {
  const row = await tables(em)
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.userId')
    .select(['payments.id', 'users.email'])
    .where('payments.stripeInvoiceId', '=', invoiceId)
    .executeTakeFirst();
  return row ?? null;
};

/** Returns those of the given charges that are recorded as payments. */
export const findRecordedCharges = async (
  em: EntityManager,
  paymentIntentIds: readonly string[],
): Promise<string[]> => {
  const rows = await tables(em)
    .selectFrom('payments')
    .select('stripePaymentIntentId as id')
    .where('stripePaymentIntentId', 'in', paymentIntentIds)
    .execute();
  return rows.flatMap(({ id }) => id ?? []);
};

/** A payment, with what its refunds and disputes concern. */
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
      'payments.disputeState as dispute',
    ]);

/** Returns a payment by its id, or null when there is none. */
export const findRecordedCharge = async (em: EntityManager, id: string): Promise<RecordedCharge | null> =>
  (await charges(em).where('payments.id', '=', id).executeTakeFirst()) ?? null;

/**
 * Locks the booking of a charge until the caller's transaction ends, and waits for others: data read from Stripe
 * meanwhile is never older than the written data, and no row is locked during requests to Stripe. False: the charge is
 * not recorded.
 */
export const lockChargeRecording = async (em: EntityManager, paymentIntentId: string): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`charge ${paymentIntentId}`}, 0))`.execute(tables(em));
  const row = await tables(em)
    .selectFrom('payments')
    .select('id')
    .where('stripePaymentIntentId', '=', paymentIntentId)
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Returns the payment of a charge, locked until the caller's transaction ends; null when it is not recorded. Locks the
 * member's subscription first, in the lock order of syncs, cancellations and deletions.
 */
export const lockRecordedCharge = async (
  em: EntityManager,
  paymentIntentId: string,
): Promise<RecordedCharge | null> => {
  await sql`
    select id from subscriptions
    where user_id = (select user_id from payments where stripe_payment_intent_id = ${paymentIntentId}) for update
  `.execute(tables(em));
  const row = await charges(em)
    .where('payments.stripePaymentIntentId', '=', paymentIntentId)
    // Allows concurrent writes of rows that refer to it.
    .forNoKeyUpdate(['payments'])
    .executeTakeFirst();
  return row ?? null;
};

/** Records the refunded amount of a charge in pence, and when it last increased. */
export const recordChargeRefunded = async (
  em: EntityManager,
  { id, pence }: { id: string; pence: number },
  now: Date,
): Promise<void> => {
  await sql`
    update payments set refunded_pence = ${pence},
      refunded_at = case
        when ${pence} = 0 then null when ${pence} > refunded_pence then ${now.toISOString()} else refunded_at
      end
    where id = ${id}
  `.execute(tables(em));
};

/** Records that a bank has rejected a refund. */
export const recordChargeRefundFailed = async (em: EntityManager, id: string, now: Date): Promise<void> => {
  await tables(em)
    .updateTable('payments')
    .set({ refundFailedAt: now })
    .where('id', '=', id)
    .where('refundFailedAt', 'is', null)
    .execute();
};

/** Records the state of a charge's dispute at the bank. */
export const recordChargeDispute = async (
  em: EntityManager,
  { id, dispute }: { id: string; dispute: ChargeDisputeState },
  now: Date,
): Promise<void> => {
  await tables(em)
    .updateTable('payments')
    .set({ disputeState: dispute, disputedAt: sql<Date>`coalesce(disputed_at, ${now.toISOString()})` })
    .where('id', '=', id)
    .execute();
};
