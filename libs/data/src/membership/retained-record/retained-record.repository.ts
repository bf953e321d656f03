import type { EntityManager } from '@mikro-orm/postgresql';
import { type Selectable, sql } from 'kysely';
import { type Tables, tables } from '../../entities.ts';
import type { RetainedRecordKind } from './retained-record.entity.ts';
import { personCteSql } from '../../kernel/rows-of-person.ts';
import { cancellationTablePrivacy } from '../cancellation-request/cancellation.privacy.ts';

/** What is kept of a deleted account, and until when. */
export interface NewRetainedRecord {
  kind: RetainedRecordKind;
  content: Record<string, unknown>;
  retainedUntil: Date;
}

/** A consent of an account, with the payment of its sign-up and the end of its contract. */
export interface ContractConsent {
  kind: string;
  textVersion: string;
  fullCheckPence: number | null;
  monthlyPence: number | null;
  givenAt: Date;
  stripePaymentIntentId: string | null;
  endsAt: Date | null;
}

/** A change that was announced to an account, with the old price, its day and the answer. */
export interface AnsweredNotice {
  kind: string;
  announcedAt: Date;
  termsVersion: string | null;
  pence: number | null;
  previousPence: number | null;
  notifiedAt: Date | null;
  effectiveAt: Date;
  settledAt: Date | null;
  outcome: string | null;
  stripeSubscriptionId: string;
  agreedAt: Date | null;
  endsAt: Date | null;
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

/** Stores records of a deleted account. */
export const addRetainedRecords = async (
  em: EntityManager,
  records: readonly NewRetainedRecord[],
  now: Date,
): Promise<void> => {
  if (records.length === 0) return;
  await tables(em)
    .insertInto('retained_records')
    .values(records.map(({ kind, content, retainedUntil }) => ({ kind, content, retainedUntil, createdAt: now })))
    .execute();
};

/** The payments of an account, the oldest first. */
export const listPaymentRows = (em: EntityManager, userId: string): Promise<Selectable<Tables['payments']>[]> =>
  tables(em).selectFrom('payments').selectAll().where('userId', '=', userId).orderBy('paidAt').execute();

/** The consents of an account. */
export const listContractConsents = (em: EntityManager, userId: string): Promise<ContractConsent[]> =>
  tables(em)
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

/** The changes that were announced to an account, with their answers and the end of its contract, the oldest first. */
export const listAnsweredNotices = (em: EntityManager, userId: string): Promise<AnsweredNotice[]> =>
  tables(em)
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

/** The cancellations of a person, including those of their proven addresses. */
export const listCancellationRows = (
  em: EntityManager,
  userId: string,
): Promise<Selectable<Tables['cancellation_requests']>[]> =>
  tables(em)
    .selectFrom('cancellation_requests')
    .selectAll()
    .where(
      sql<boolean>`id in (
        with ${personCteSql(userId, { proven: true })}
        select id from cancellation_requests where ${cancellationTablePrivacy.cancellation_requests.rows}
      )`,
    )
    .execute();
