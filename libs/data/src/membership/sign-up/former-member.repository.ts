import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { tables } from '../../entities.ts';

/** Keyed hashes by which a former member is recognised. */
export interface FormerMemberHashes {
  /** Null: Stripe gave no fingerprint. */
  cardHash: string | null;
  emailHash: string;
}

/** Whether an unexpired row of `former_members` has this card or this address. */
export const isFormerMemberSql = (
  { cardHash, emailHash }: FormerMemberHashes,
  now: Date,
): RawBuilder<boolean> => sql<boolean>`
  retained_until > ${now.toISOString()}
  and (email_hashes @> array[${emailHash}]::text[] or (${cardHash}::text is not null and card_hashes @> array[${cardHash}]::text[]))`;

/**
 * Returns when the person of this card or address was first charged in full in an account deleted since; null: never,
 * or too long ago.
 */
export const findEarlierFirstPaidAt = async (
  em: EntityManager,
  hashes: FormerMemberHashes,
  now: Date,
): Promise<Date | null> => {
  const found = await sql<{ at: Date | null }>`
    select min(first_paid_at) as at from former_members where ${isFormerMemberSql(hashes, now)}
  `.execute(tables(em));
  return found.rows[0]?.at ?? null;
};

/** Stores what is retained of a former member, until `retainedUntil`. */
export const retainFormerMemberHashes = async (
  em: EntityManager,
  row: {
    cardHashes: string[];
    emailHashes: string[];
    trialStartedAt: Date | null;
    firstPaidAt: Date | null;
    retainedUntil: Date;
  },
): Promise<void> => {
  await tables(em).insertInto('former_members').values(row).execute();
};
