import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { latestPlausibleInstant } from '@ve/domain/kernel/time/clock-skew';
import { tables } from '../../entities.ts';

export interface CancellationCodeRow {
  /** The address that was searched for, with or without an account. */
  email: string;
  createdAt: Date;
}

/** Records a browser's search for this address; returns the id of the future code. */
export const addCancellationCode = async (
  em: EntityManager,
  { email, browserHash }: { email: string; browserHash: string },
  now: Date,
): Promise<string> => {
  const { id } = await tables(em)
    .insertInto('cancellation_codes')
    .values({ email, browserHash, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Returns the request of a code; null when it is purged. */
export const findCancellationCode = async (em: EntityManager, id: string): Promise<CancellationCodeRow | null> => {
  const row = await tables(em)
    .selectFrom('cancellation_codes')
    .select(['email', 'createdAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
};

/** Stores the hash of a code, which can be entered from now on. */
export const setCancellationCodeHash = async (em: EntityManager, id: string, codeHash: string): Promise<void> => {
  await tables(em).updateTable('cancellation_codes').set({ codeHash }).where('id', '=', id).execute();
};

/** The codes of an address that a browser may enter. */
export interface ValidCancellationCodes {
  email: string;
  browserHash: string;
  /** Requested after this. */
  since: Date;
  /** Codes with fewer wrong guesses: `own` in the browser that requested the code, `others` in all other browsers. */
  guesses: { own: number; others: number };
}

/** Locks the valid codes of an address that this browser may enter, until the caller's transaction ends. */
export const lockValidCancellationCodes = (
  em: EntityManager,
  { email, browserHash, since, guesses }: ValidCancellationCodes,
  now: Date,
): Promise<{ id: string; codeHash: string | null }[]> =>
  tables(em)
    .selectFrom('cancellation_codes')
    .select(['id', 'codeHash'])
    .where('email', '=', email)
    .where('codeHash', 'is not', null)
    .where('usedAt', 'is', null)
    .where(({ eb, and, or }) =>
      or([
        and([eb('browserHash', '=', browserHash), eb('wrongGuesses', '<', guesses.own)]),
        and([eb('browserHash', 'is distinct from', browserHash), eb('otherBrowserWrongGuesses', '<', guesses.others)]),
      ]),
    )
    .where('createdAt', '>', since)
    .where('createdAt', '<=', latestPlausibleInstant(now))
    .orderBy('id')
    .forUpdate()
    .execute();

/** Counts a wrong guess of this browser against each of these codes. */
export const countWrongCancellationCode = async (
  em: EntityManager,
  { ids, browserHash }: { ids: readonly string[]; browserHash: string },
): Promise<void> => {
  await sql`
    update cancellation_codes set
      wrong_guesses = wrong_guesses + (browser_hash is not distinct from ${browserHash})::int,
      other_browser_wrong_guesses = other_browser_wrong_guesses + (browser_hash is distinct from ${browserHash})::int
    where id = any(${ids}::uuid[])
  `.execute(tables(em));
};

/** Marks a code as used, with the hash of the grant for the browser that entered it. */
export const markCancellationCodeUsed = async (
  em: EntityManager,
  { id, grantHash }: { id: string; grantHash: string },
  now: Date,
): Promise<void> => {
  await tables(em).updateTable('cancellation_codes').set({ usedAt: now, grantHash }).where('id', '=', id).execute();
};

/** Whether this grant of an address was given since `since`. */
export const isCancellationGrantValid = async (
  em: EntityManager,
  { email, grantHash, since }: { email: string; grantHash: string; since: Date },
  now: Date,
): Promise<boolean> => {
  const row = await tables(em)
    .selectFrom('cancellation_codes')
    .select('id')
    .where('grantHash', '=', grantHash)
    .where('email', '=', email)
    .where('usedAt', '>', since)
    .where('usedAt', '<=', latestPlausibleInstant(now))
    .executeTakeFirst();
  return row !== undefined;
};
