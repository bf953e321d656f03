import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { personCteSql } from '../../kernel/rows-of-person.ts';
import { signUpTablePrivacy } from './sign-up.privacy.ts';

/** Returns Stripe's ids of the charges of an account since `since`. */
export const findChargeIdsOfUser = async (em: EntityManager, userId: string, since: Date): Promise<string[]> => {
  const rows = await tables(em)
    .selectFrom('payments')
    .select('stripePaymentIntentId as id')
    .where('userId', '=', userId)
    .where('paidAt', '>', since)
    .execute();
  return rows.flatMap(({ id }) => (id === null ? [] : [id]));
};

/** When the person of an account had a trial and full charges, and the hashes of the cards of their sign-ups. */
export interface PersonMembershipHistory {
  cardHashes: string[];
  trialStartedAt: Date | null;
  /** Includes an earlier account of the person. */
  firstPaidAt: Date | null;
  lastPaidAt: Date | null;
}

export const readPersonMembershipHistory = async (
  em: EntityManager,
  userId: string,
): Promise<PersonMembershipHistory> => {
  const found = await sql<{
    [Key in keyof PersonMembershipHistory]: Key extends 'cardHashes' ? string[] : string | null;
  }>`
    with ${personCteSql(userId, { proven: true })},
    own_sign_ups as (select * from sign_ups where ${signUpTablePrivacy.sign_ups.rows} and status = 'completed'),
    charges as (select paid_at from payments where user_id = ${userId} and kind = 'membership')
    select
      (select coalesce(array_agg(card_hash) filter (where card_hash is not null), '{}') from own_sign_ups) as "cardHashes",
      (select max(finished_at) from own_sign_ups) as "trialStartedAt",
      least(
        (select min(paid_at) from charges),
        (select earlier_first_paid_at from subscriptions where user_id = ${userId})
      ) as "firstPaidAt",
      (select max(paid_at) from charges) as "lastPaidAt"
  `.execute(tables(em));
  const at = (instant: string | null | undefined): Date | null => (instant == null ? null : new Date(instant));
  const [row] = found.rows;
  return {
    cardHashes: row?.cardHashes ?? [],
    trialStartedAt: at(row?.trialStartedAt),
    firstPaidAt: at(row?.firstPaidAt),
    lastPaidAt: at(row?.lastPaidAt),
  };
};
