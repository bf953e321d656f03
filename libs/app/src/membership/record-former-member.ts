import type { EntityManager } from '@mikro-orm/postgresql';
import { formerMemberRetainedUntil } from '@ve/domain/membership/retention-periods';
import { sql } from 'kysely';
import { tables } from '@ve/data/entities';
import { personCte } from '@ve/data/kernel/rows-of-person';
import { signUpPrivacy } from '@ve/data/membership/sign-up/sign-up.privacy';

/** The charges of an account since `since`, whose cards are retained as hashes. */
export const findChargesOf = async (em: EntityManager, userId: string, since: Date): Promise<string[]> => {
  const rows = await tables(em)
    .selectFrom('payments')
    .select('stripePaymentIntentId as id')
    .where('userId', '=', userId)
    .where('paidAt', '>', since)
    .execute();
  return rows.flatMap(({ id }) => (id === null ? [] : [id]));
};

/**
 * Retains, for an account that the caller's transaction deletes, the hashes of its cards (the given ones, and that of
 * its sign-up) and addresses, with the times of its trial and of the person's first full charge. Retains nothing when
 * both are missing or too old.
 */
export const recordFormerMember = async (
  em: EntityManager,
  { userId, cardHashes, emailHashes }: { userId: string; cardHashes: string[]; emailHashes: string[] },
  now: Date,
): Promise<void> => {
  const found = await sql<{
    ofSignUps: string[];
    trialStartedAt: string | null;
    firstPaidAt: string | null;
    lastPaidAt: string | null;
  }>`
    with ${personCte(userId, { proven: true })},
    own_sign_ups as (select * from sign_ups where ${signUpPrivacy.sign_ups.rows} and status = 'completed'),
    charges as (select paid_at from payments where user_id = ${userId} and kind = 'membership')
    select
      (select coalesce(array_agg(card_hash) filter (where card_hash is not null), '{}') from own_sign_ups) as "ofSignUps",
      (select max(finished_at) from own_sign_ups) as "trialStartedAt",
      least(
        (select min(paid_at) from charges),
        (select earlier_first_paid_at from subscriptions where user_id = ${userId})
      ) as "firstPaidAt",
      (select max(paid_at) from charges) as "lastPaidAt"
  `.execute(tables(em));
  const [row] = found.rows;
  if (row === undefined) return;
  const at = (instant: string | null): Date | null => (instant === null ? null : new Date(instant));
  const trialStartedAt = at(row.trialStartedAt);
  const keptUntil = formerMemberRetainedUntil({ trialStartedAt, lastPaidAt: at(row.lastPaidAt) }, now);
  const cards = [...new Set([...row.ofSignUps, ...cardHashes])];
  const addresses = [...new Set(emailHashes)];
  if (keptUntil === null || cards.length + addresses.length === 0) return;
  await tables(em)
    .insertInto('former_members')
    .values({
      cardHashes: cards,
      emailHashes: addresses,
      trialStartedAt,
      firstPaidAt: at(row.firstPaidAt),
      keptUntil,
    })
    .execute();
};
