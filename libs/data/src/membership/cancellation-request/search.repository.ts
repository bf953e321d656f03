import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { type CancellationRow, cancellationRows } from './cancellation-request.repository.ts';

/*
 * What the cancellation page finds by an e-mail address. A cancellation belongs to its user, whatever address they have
 * by now; only those of earlier releases, which name no user, are found by their own address.
 */

/** Whether anything would be found by this address: a subscription, a payment or a cancellation request. */
export const hasAnythingToCancel = async (em: EntityManager, email: string): Promise<boolean> => {
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

/** The newest cancellation that the customer of this address asked for and did not take back; null when there is none. */
export const findCancellationOfAddress = async (em: EntityManager, email: string): Promise<CancellationRow | null> => {
  const row = await cancellationRows(em)
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

export interface FoundPayments {
  count: number;
  /** The last charge, of whatever kind. */
  last: { pence: number; currency: string } | null;
  /** The last charge that was given back, in part or in full. */
  refunded: { pence: number; currency: string; at: Date | null } | null;
}

/** What somebody has paid and got back; null: nobody. */
export const findPaymentsToShow = async (em: EntityManager, userId: string | null): Promise<FoundPayments> => {
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

/** Stores why somebody left, once, by the hash of the token that they were given. */
export const answerCancellationBy = async (em: EntityManager, tokenHash: string, answer: string): Promise<void> => {
  await tables(em)
    .updateTable('cancellation_requests')
    .set({ answer })
    .where('answerTokenHash', '=', tokenHash)
    .where('answer', 'is', null)
    .execute();
};
