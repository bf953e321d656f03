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
    .values(records.map(({ kind, content, keptUntil }) => ({ kind, content, keptUntil, createdAt: now })))
    .execute();
};

const paymentsOf = async (em: EntityManager, userId: string): Promise<Kept[]> => {
  const rows = await tables(em)
    .selectFrom('payments')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('paidAt')
    .execute();
  const firstCharge = rows.find(({ kind }) => kind === 'membership');
  return rows.map((row) => ({
    kind: 'payment',
    keptUntil: paymentKeptUntil(row.paidAt),
    content: {
      kind: row.kind,
      amountPence: row.amountPence,
      currency: row.currency,
      refundedPence: row.refundedPence,
      refundedAt: row.refundedAt?.toISOString() ?? null,
      paidAt: row.paidAt.toISOString(),
      periodStart: row.periodStart?.toISOString() ?? null,
      periodEnd: row.periodEnd?.toISOString() ?? null,
      fullCheckPence: row.fullCheckPence,
      consentVersion: row.consentVersion,
      dispute: row.dispute,
      disputedAt: row.disputedAt?.toISOString() ?? null,
      /** The first full charge that the account ever had (`domain/operations/analytics/definitions`). */
      becameMember: row === firstCharge,
      stripePaymentIntentId: row.stripePaymentIntentId,
      stripeInvoiceId: row.stripeInvoiceId,
      stripeSubscriptionId: row.stripeSubscriptionId,
    },
  }));
};

/** With the payment of the sign-up that they were given for; kept from the end of the last contract. */
const consentsOf = async (em: EntityManager, userId: string, now: Date): Promise<Kept[]> => {
  const rows = await tables(em)
    .selectFrom('consents')
    .leftJoin('sign_ups', 'sign_ups.id', 'consents.signUpId')
    .leftJoin('subscriptions', (join) => join.on('subscriptions.userId', '=', userId))
    .select([
      'consents.kind',
      'consents.textVersion',
      'consents.fullCheckPence',
      'consents.givenAt',
      'sign_ups.paymentIntentId',
      'subscriptions.endsAt',
    ])
    .where((where) =>
      where.or([
        where('consents.userId', '=', userId),
        where.and([where('sign_ups.userId', '=', userId), where('sign_ups.status', '=', 'completed')]),
      ]),
    )
    .execute();
  return rows.map((row) => ({
    kind: 'consent',
    keptUntil: contractKeptUntil(row.endsAt ?? now),
    content: {
      kind: row.kind,
      textVersion: row.textVersion,
      fullCheckPence: row.fullCheckPence,
      givenAt: row.givenAt.toISOString(),
      stripePaymentIntentId: row.paymentIntentId,
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
    keptUntil: contractKeptUntil(row.endsAt ?? row.createdAt),
    content: {
      origin: row.origin,
      requestedAt: row.createdAt.toISOString(),
      endsAt: row.endsAt?.toISOString() ?? null,
      keptAt: row.keptAt?.toISOString() ?? null,
      finishedAt: row.finishedAt?.toISOString() ?? null,
      refundKind: row.refundKind,
      refundPence: row.refundPence,
      stripeRefundId: row.refundId,
      stripeSubscriptionId: row.stripeSubscriptionId,
    },
  }));
};
