import type { EntityManager } from '@mikro-orm/postgresql';
import { maxCancellationCodeGuesses, cancellationCodeMinutes } from '@ve/contracts/http/membership/cancellation';
import { sql } from 'kysely';
import { createHmac } from 'node:crypto';
import { latestPlausibleInstant } from '../../kernel/clock-skew.ts';
import { tables } from '../../entities.ts';
import { sharedSecret } from '../../jobs/limit/secret.repository.ts';

/** How long a code is valid after it was requested, in milliseconds. */
export const cancellationCodeMs = cancellationCodeMinutes * 60_000;
/** How long the browser that entered a code needs no other, in milliseconds. */
export const cancellationGrantMs = 30 * 60_000;

/** Wrong guesses in other browsers after which the code is accepted only in the browser that requested it. */
const otherBrowsersGuesses = 3;

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

/**
 * Returns the six digits of a request and makes them valid. They are derived from its random id with our secret key, so
 * that a mail that is sent again after a failure has the same code; the table holds only their hash.
 */
export const issueCancellationCode = async (em: EntityManager, id: string): Promise<string> => {
  const key = await codeKey(em);
  const code = (createHmac('sha256', key).update(`code ${id}`).digest().readUIntBE(0, 6) % 1_000_000)
    .toString()
    .padStart(6, '0');
  await tables(em)
    .updateTable('cancellation_codes')
    .set({ codeHash: hashOf(key, id, code) })
    .where('id', '=', id)
    .execute();
  return code;
};

/**
 * Redeems the code of an address once, and stores the hash of the grant for its browser. False for a wrong, expired or
 * used code, or after too many guesses. A wrong guess counts against every valid code of the address; guesses in other
 * browsers than the one that requested the code are counted separately, so that they do not use up its owner's.
 */
export const redeemCancellationCode = async (
  em: EntityManager,
  { email, code, browserHash, grantHash }: { email: string; code: string; browserHash: string; grantHash: string },
  now: Date,
): Promise<boolean> => {
  const key = await codeKey(em);
  const working = await tables(em)
    .selectFrom('cancellation_codes')
    .select(['id', 'codeHash'])
    .where('email', '=', email)
    .where('codeHash', 'is not', null)
    .where('usedAt', 'is', null)
    .where(({ eb, and, or }) =>
      or([
        and([eb('browserHash', '=', browserHash), eb('wrongGuesses', '<', maxCancellationCodeGuesses)]),
        and([
          eb('browserHash', 'is distinct from', browserHash),
          eb('otherBrowserWrongGuesses', '<', otherBrowsersGuesses),
        ]),
      ]),
    )
    .where('createdAt', '>', new Date(now.getTime() - cancellationCodeMs))
    .where('createdAt', '<=', latestPlausibleInstant(now))
    .orderBy('id')
    .forUpdate()
    .execute();
  const right = working.find(({ id, codeHash }) => codeHash === hashOf(key, id, code));
  if (right === undefined) {
    // Executed for unknown addresses as well, so that both cases cost the same statements.
    await sql`
      update cancellation_codes set
        wrong_guesses = wrong_guesses + (browser_hash is not distinct from ${browserHash})::int,
        other_browser_wrong_guesses = other_browser_wrong_guesses + (browser_hash is distinct from ${browserHash})::int
      where id = any(${working.map(({ id }) => id)}::uuid[])
    `.execute(tables(em));
    return false;
  }
  await tables(em)
    .updateTable('cancellation_codes')
    .set({ usedAt: now, grantHash })
    .where('id', '=', right.id)
    .execute();
  return true;
};

/** Whether this grant currently lets its browser see and cancel the subscription of this address. */
export const isCancellationGranted = async (
  em: EntityManager,
  { email, grantHash }: { email: string; grantHash: string },
  now: Date,
): Promise<boolean> => {
  const row = await tables(em)
    .selectFrom('cancellation_codes')
    .select('id')
    .where('grantHash', '=', grantHash)
    .where('email', '=', email)
    .where('usedAt', '>', new Date(now.getTime() - cancellationGrantMs))
    .where('usedAt', '<=', latestPlausibleInstant(now))
    .executeTakeFirst();
  return row !== undefined;
};

const codeKey = (em: EntityManager): Promise<string> => sharedSecret(em, 'cancellation-code');

const hashOf = (key: string, id: string, code: string): string =>
  createHmac('sha256', key).update(`hash ${id} ${code}`).digest('hex');
