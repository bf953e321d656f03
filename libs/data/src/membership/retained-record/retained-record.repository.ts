import type { EntityManager } from '@mikro-orm/postgresql';
import { contractRetainedUntil, paymentRetainedUntil } from '@ve/domain/membership/retention-periods';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import type { RetainedRecordKind } from './retained-record.entity.ts';
import { personCte } from '../../kernel/rows-of-person.ts';
import { cancellationPrivacy } from '../cancellation-request/cancellation.privacy.ts';

interface RetainedRecordContent {
  kind: RetainedRecordKind;
  content: Record<string, unknown>;
  retainedUntil: Date;
}

/** A payment of a deleted account. */
export interface RetainedPayment {
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

/** Returns the payment of a deleted account by its id at Stripe or the id of its record, or null when there is none. */
export const findRetainedPayment = async (
  em: EntityManager,
  by: { id: string } | { paymentIntentId: string },
): Promise<RetainedPayment | null> => {
  const row = await tables(em)
    .selectFrom('retained_records')
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
 * Copies what the law requires us to retain of an account into records without name, address, e-mail, registration or
 * any internal id: amounts, dates, versions of texts, and Stripe's references, by which a payment is found at Stripe.
 */
export const retainRecords = async (em: EntityManager, userId: string, now: Date): Promise<void> => {
  const records = [
    ...(await paymentsOf(em, userId)),
    ...(await consentsOf(em, userId, now)),
    ...(await changeNoticesOf(em, userId, now)),
    ...(await cancellationsOf(em, userId)),
  ].filter(({ retainedUntil }) => retainedUntil > now);
  if (records.length === 0) return;
  await tables(em)
    .insertInto('retained_records')
    .values(records.map(({ kind, content, retainedUntil }) => ({ kind, content, retainedUntil, createdAt: now })))
    .execute();
};

const paymentsOf = async (em: EntityManager, userId: string): Promise<RetainedRecordContent[]> => {
  const rows = await tables(em)
    .selectFrom('payments')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('paidAt')
    .execute();
  const firstCharge = rows.find(({ kind }) => kind === 'membership');
  return rows.map((row) => ({
    kind: 'payment',
    retainedUntil: paymentRetainedUntil(row.paidAt),
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
      dispute: row.disputeState,
      disputedAt: row.disputedAt?.toISOString() ?? null,
      /** The first full charge that the account ever had (`domain/operations/analytics/figure-definitions`). */
      becameMember: row === firstCharge,
      stripePaymentIntentId: row.stripePaymentIntentId,
      stripeInvoiceId: row.stripeInvoiceId,
      stripeSubscriptionId: row.stripeSubscriptionId,
    },
  }));
};

/** Consents with the payment of their sign-up; retained from the end of the last contract. */
const consentsOf = async (em: EntityManager, userId: string, now: Date): Promise<RetainedRecordContent[]> => {
  const rows = await tables(em)
    .selectFrom('consents')
    .leftJoin('sign_ups', 'sign_ups.id', 'consents.signUpId')
    .leftJoin('subscriptions', (join) => join.on('subscriptions.userId', '=', userId))
    .select([
      'consents.kind',
      'consents.textVersion',
      'consents.fullCheckPence',
      'consents.monthlyPence',
      'consents.givenAt',
      'sign_ups.stripePaymentIntentId',
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
    retainedUntil: contractRetainedUntil(row.endsAt ?? now),
    content: {
      kind: row.kind,
      textVersion: row.textVersion,
      fullCheckPence: row.fullCheckPence,
      monthlyPence: row.monthlyPence,
      givenAt: row.givenAt.toISOString(),
      stripePaymentIntentId: row.stripePaymentIntentId,
    },
  }));
};

/** The changes that were announced, each with the old price, its day and the answer; retained as the consents. */
const changeNoticesOf = async (em: EntityManager, userId: string, now: Date): Promise<RetainedRecordContent[]> => {
  const rows = await tables(em)
    .selectFrom('change_notices as notice')
    .innerJoin('announced_changes as change', 'change.id', 'notice.announcedChangeId')
    .leftJoin('membership_prices as price', 'price.id', 'change.membershipPriceId')
    .leftJoin('consents as consent', 'consent.changeNoticeId', 'notice.id')
    .leftJoin('subscriptions', 'subscriptions.userId', 'notice.userId')
    .select([
      'change.kind',
      'change.announcedAt',
      'change.termsVersion',
      'price.pence',
      'notice.previousPence',
      'notice.notifiedAt',
      'notice.effectiveAt',
      'notice.settledAt',
      'notice.outcome',
      'notice.stripeSubscriptionId',
      'consent.givenAt as agreedAt',
      'subscriptions.endsAt',
    ])
    .where('notice.userId', '=', userId)
    .orderBy('change.announcedAt')
    .execute();
  return rows.map((row) => ({
    kind: 'change-notice',
    retainedUntil: contractRetainedUntil(row.endsAt ?? now),
    content: {
      change: row.kind,
      announcedAt: row.announcedAt.toISOString(),
      notifiedAt: row.notifiedAt?.toISOString() ?? null,
      effectiveAt: row.effectiveAt.toISOString(),
      previousPence: row.previousPence,
      pence: row.pence,
      termsVersion: row.termsVersion,
      agreedAt: row.agreedAt?.toISOString() ?? null,
      outcome: row.outcome,
      decidedAt: row.settledAt?.toISOString() ?? null,
      stripeSubscriptionId: row.stripeSubscriptionId,
    },
  }));
};

const cancellationsOf = async (em: EntityManager, userId: string): Promise<RetainedRecordContent[]> => {
  const rows = await tables(em)
    .selectFrom('cancellation_requests')
    .selectAll()
    .where(
      sql<boolean>`id in (
        with ${personCte(userId, { proven: true })}
        select id from cancellation_requests where ${cancellationPrivacy.cancellation_requests.rows}
      )`,
    )
    .execute();
  return rows.map((row) => ({
    kind: 'cancellation',
    retainedUntil: contractRetainedUntil(row.endsAt ?? row.createdAt),
    content: {
      origin: row.origin,
      requestedAt: row.createdAt.toISOString(),
      endsAt: row.endsAt?.toISOString() ?? null,
      withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
      finishedAt: row.finishedAt?.toISOString() ?? null,
      refundKind: row.refundKind,
      refundPence: row.refundPence,
      stripeRefundId: row.stripeRefundId,
      stripeSubscriptionId: row.stripeSubscriptionId,
    },
  }));
};
