import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { type CancellationRow, selectCancellationRequests } from './cancellation-request.repository.ts';

/*
 * Searches of the cancellation page by e-mail address. A cancellation belongs to its user, whose address may have
 * changed since; only cancellations of earlier releases, which have no user, are found by their own address.
 */

/** Whether this address has a subscription, a payment or a cancellation request. */
export const hasMembershipRecordsOfEmail = async (em: EntityManager, email: string): Promise<boolean> => {
  const found = await sql<{ known: boolean }>`
    select
      exists (select from users join subscriptions on subscriptions.user_id = users.id where users.email = ${email})
      or exists (select from users join payments on payments.user_id = users.id where users.email = ${email})
      or exists (
        select from users join cancellation_requests request on request.user_id = users.id where users.email = ${email}
      )
      or exists (select from cancellation_requests where customer_email = ${email} and user_id is null) as known
  `.execute(tables(em));
  return found.rows[0]?.known === true;
};

/**
 * Returns the newest cancellation that the customer of this address requested and did not undo, or null when there is
 * none.
 */
export const findCancellationByEmail = async (em: EntityManager, email: string): Promise<CancellationRow | null> => {
  const row = await selectCancellationRequests(em)
    .where(({ or, and, eb, selectFrom }) =>
      or([
        eb('userId', 'in', selectFrom('users').select('users.id').where('users.email', '=', email)),
        and([eb('customerEmail', '=', email), eb('userId', 'is', null)]),
      ]),
    )
    .where('withdrawnAt', 'is', null)
    .where('origin', '<>', 'stripe')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
};

export interface PaymentSummary {
  count: number;
  /** The last charge, of any kind. */
  last: { pence: number; currency: string } | null;
  /** The last charge that was refunded, in part or in full. */
  refunded: { pence: number; currency: string; at: Date | null } | null;
}

/** Returns the payments and refunds of a user; nothing for null. */
export const findPaymentSummary = async (em: EntityManager, userId: string | null): Promise<PaymentSummary> => {
  const found = await sql<{ pence: number; currency: string; refundedPence: number; refundedAt: Date | null }>`
    select amount_pence as pence, currency, refunded_pence, refunded_at
    from payments where user_id = ${userId} order by paid_at desc, id
  `.execute(tables(em));
  const { rows } = found;
  const last = rows[0];
  const refunded = rows.find(({ refundedPence }) => refundedPence > 0);
  return {
    count: rows.length,
    last: last ? { pence: last.pence, currency: last.currency } : null,
    refunded: refunded
      ? {
          pence: refunded.refundedPence,
          currency: refunded.currency,
          at: refunded.refundedAt,
        }
      : null,
  };
};

/** Stores why a member cancelled, once, by the hash of the answer token. */
export const storeCancellationReason = async (em: EntityManager, tokenHash: string, answer: string): Promise<void> => {
  await tables(em)
    .updateTable('cancellation_requests')
    .set({ cancellationReason: answer })
    .where('cancellationReasonTokenHash', '=', tokenHash)
    .where('cancellationReason', 'is', null)
    .execute();
};
