import type { EntityManager } from '@mikro-orm/postgresql';
import { contractKeptUntil, paymentKeptUntil } from '@ve/domain/membership/keep-until';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import type { KeptRecordKind } from './kept-record.entity.ts';
import { isOwn, personOf } from './own-rows.ts';

interface Kept {
  kind: KeptRecordKind;
  content: Record<string, unknown>;
  keptUntil: Date;
}

/** A payment of an account that was deleted. */
export interface KeptPayment {
  id: string;
  amountPence: number;
  currency: string;
  paidAt: Date;
  paymentIntentId: string;
}

interface PaymentContent {
  amountPence: number;
  currency: string;
  paidAt: string;
  stripePaymentIntentId: string;
}

/** The payment of a deleted account that Stripe has under this id, or whose record has it; null when there is none. */
export const findKeptPayment = async (
  em: EntityManager,
  by: { id: string } | { paymentIntentId: string },
): Promise<KeptPayment | null> => {
  const row = await tables(em)
    .selectFrom('kept_records')
    .select(['id', sql<PaymentContent>`content`.as('content')])
    .where('kind', '=', 'payment')
    .where(
      'id' in by
        ? sql<boolean>`id = ${by.id}`
        : sql<boolean>`content ->> 'stripePaymentIntentId' = ${by.paymentIntentId}`,
    )
    .executeTakeFirst();
  if (row === undefined) return null;
  const { amountPence, currency, paidAt, stripePaymentIntentId: paymentIntentId } = row.content;
  return { id: row.id, amountPence, currency, paidAt: new Date(paidAt), paymentIntentId };
};

/**
 * Copies what the law makes us keep of an account into records without name, address, e-mail, registration or any id of
 * ours: amounts, dates, versions of texts, and Stripe's references, by which a payment is found in Stripe's own books.
 */
export const keepRecords = async (em: EntityManager, userId: string, now: Date): Promise<void> => {
  const records = [
    ...(await paymentsOf(em, userId)),
    ...(await consentsOf(em, userId, now)),
    ...(await cancellationsOf(em, userId)),
  ].filter(({ keptUntil }) => keptUntil > now);
  if (records.length === 0) return;
  await tables(em)
    .insertInto('kept_records')
    .values(records.map(({ kind, content, keptUntil }) => ({ kind, content, kept_until: keptUntil, created_at: now })))
    .execute();
};

const paymentsOf = async (em: EntityManager, userId: string): Promise<Kept[]> => {
  const rows = await tables(em)
    .selectFrom('payments')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('paid_at')
    .execute();
  const firstCharge = rows.find(({ kind }) => kind === 'membership');
  return rows.map((row) => ({
    kind: 'payment',
    keptUntil: paymentKeptUntil(row.paid_at),
    content: {
      kind: row.kind,
      amountPence: row.amount_pence,
      currency: row.currency,
      refundedPence: row.refunded_pence,
      refundedAt: row.refunded_at?.toISOString() ?? null,
      paidAt: row.paid_at.toISOString(),
      periodStart: row.period_start?.toISOString() ?? null,
      periodEnd: row.period_end?.toISOString() ?? null,
      fullCheckPence: row.full_check_pence,
      consentVersion: row.consent_version,
      dispute: row.dispute,
      disputedAt: row.disputed_at?.toISOString() ?? null,
      /** The first full charge that the account ever had (`domain/operations/analytics/definitions`). */
      becameMember: row === firstCharge,
      stripePaymentIntentId: row.stripe_payment_intent_id,
      stripeInvoiceId: row.stripe_invoice_id,
      stripeSubscriptionId: row.stripe_subscription_id,
    },
  }));
};

/** With the payment of the sign-up that they were given for; kept from the end of the last contract. */
const consentsOf = async (em: EntityManager, userId: string, now: Date): Promise<Kept[]> => {
  const rows = await tables(em)
    .selectFrom('consents')
    .leftJoin('sign_ups', 'sign_ups.id', 'consents.sign_up_id')
    .leftJoin('subscriptions', (join) => join.on('subscriptions.user_id', '=', userId))
    .select([
      'consents.kind',
      'consents.text_version',
      'consents.full_check_pence',
      'consents.given_at',
      'sign_ups.payment_intent_id',
      'subscriptions.ends_at',
    ])
    .where((where) =>
      where.or([
        where('consents.user_id', '=', userId),
        where.and([where('sign_ups.user_id', '=', userId), where('sign_ups.status', '=', 'completed')]),
      ]),
    )
    .execute();
  return rows.map((row) => ({
    kind: 'consent',
    keptUntil: contractKeptUntil(row.ends_at ?? now),
    content: {
      kind: row.kind,
      textVersion: row.text_version,
      fullCheckPence: row.full_check_pence,
      givenAt: row.given_at.toISOString(),
      stripePaymentIntentId: row.payment_intent_id,
    },
  }));
};

const cancellationsOf = async (em: EntityManager, userId: string): Promise<Kept[]> => {
  const rows = await tables(em)
    .selectFrom('cancellation_requests')
    .selectAll()
    .where(
      sql<boolean>`id in (
        with ${personOf(userId, { proven: true })} select id from cancellation_requests where ${isOwn('cancellation_requests')}
      )`,
    )
    .execute();
  return rows.map((row) => ({
    kind: 'cancellation',
    keptUntil: contractKeptUntil(row.ends_at ?? row.created_at),
    content: {
      origin: row.origin,
      requestedAt: row.created_at.toISOString(),
      endsAt: row.ends_at?.toISOString() ?? null,
      keptAt: row.kept_at?.toISOString() ?? null,
      finishedAt: row.finished_at?.toISOString() ?? null,
      refundKind: row.refund_kind,
      refundPence: row.refund_pence,
      stripeRefundId: row.refund_id,
      stripeSubscriptionId: row.stripe_subscription_id,
    },
  }));
};
