import type { EntityManager } from '@mikro-orm/postgresql';
import {
  addRetainedRecords,
  listAnsweredNotices,
  listCancellationRows,
  listContractConsents,
  listPaymentRows,
  type NewRetainedRecord,
} from '@ve/data/membership/retained-record/retained-record.repository';
import { contractRetainedUntil, paymentRetainedUntil } from '@ve/domain/membership/retention-periods';

/**
 * Copies, in the caller's transaction, what the law requires us to retain of an account into records without name,
 * address, e-mail, registration or any internal id: amounts, dates, versions of texts, and Stripe's references, by
 * which a payment is found at Stripe.
 */
export const retainRecords = async (em: EntityManager, userId: string, now: Date): Promise<void> => {
  const records = [
    ...(await paymentsOf(em, userId)),
    ...(await consentsOf(em, userId, now)),
    ...(await changeNoticesOf(em, userId, now)),
    ...(await cancellationsOf(em, userId)),
  ].filter(({ retainedUntil }) => retainedUntil > now);
  await addRetainedRecords(em, records, now);
};

const paymentsOf = async (em: EntityManager, userId: string): Promise<NewRetainedRecord[]> => {
  const rows = await listPaymentRows(em, userId);
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
const consentsOf = async (em: EntityManager, userId: string, now: Date): Promise<NewRetainedRecord[]> =>
  (await listContractConsents(em, userId)).map(({ endsAt, givenAt, ...consent }) => ({
    kind: 'consent',
    retainedUntil: contractRetainedUntil(endsAt ?? now),
    content: { ...consent, givenAt: givenAt.toISOString() },
  }));

/** Retained as the consents. */
const changeNoticesOf = async (em: EntityManager, userId: string, now: Date): Promise<NewRetainedRecord[]> =>
  (await listAnsweredNotices(em, userId)).map((row) => ({
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

const cancellationsOf = async (em: EntityManager, userId: string): Promise<NewRetainedRecord[]> =>
  (await listCancellationRows(em, userId)).map((row) => ({
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
