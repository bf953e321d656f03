import type { EntityManager } from '@mikro-orm/postgresql';
import { codeGuesses, codeMinutes } from '@ve/contracts/http/membership/cancellation';
import { sql } from 'kysely';
import { createHmac } from 'node:crypto';
import { latestPlausibleInstant } from '../../kernel/clock-skew.ts';
import { tables } from '../../entities.ts';
import { sharedSecret } from '../../jobs/limit/secret.repository.ts';

/** How long a code works after it was asked for, in milliseconds. */
export const cancellationCodeMs = codeMinutes * 60_000;
/** How long the browser that gave a code needs no other, in milliseconds. */
export const cancellationGrantMs = 30 * 60_000;

/** Wrong guesses in all other browsers than the one that asked for a code, after which it works in that one alone. */
const otherBrowsersGuesses = 3;

export interface CancellationCodeRow {
  /** As it was searched for: known or not. */
  email: string;
  createdAt: Date;
}

/** Records that a browser searches for this address; returns the id of the code to come. */
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

/** A code's request; null when it is purged. */
export const findCancellationCode = async (em: EntityManager, id: string): Promise<CancellationCodeRow | null> => {
  const row = await tables(em)
    .selectFrom('cancellation_codes')
    .select(['email', 'createdAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
};

/**
 * The six digits of a request, which work from now on. They are drawn from its random id by a key that only we have, so
 * that a mail which is sent again after a failure has the same; the table holds only their hash.
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
 * Uses up the code of an address, once, and stores the hash of the grant that its browser gets. False for a wrong,
 * expired or used one, or when too many were guessed. A wrong guess counts against every code of the address that works;
 * those of other browsers than the one that asked for a code are counted apart, so that they cost its owner none.
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
        and([eb('browserHash', '=', browserHash), eb('guesses', '<', codeGuesses)]),
        and([
          eb('browserHash', 'is distinct from', browserHash),
          eb('otherBrowserAttempts', '<', otherBrowsersGuesses),
        ]),
      ]),
    )
    .where('createdAt', '>', new Date(now.getTime() - cancellationCodeMs))
    .where('createdAt', '<=', latestPlausibleInstant(now))
    .orderBy('id')
    .forUpdate()
    .execute();
  const right = working.find(({ id, codeHash: code_hash }) => code_hash === hashOf(key, id, code));
  if (right === undefined) {
    // Also of none: an unknown address costs the same statements.
    await sql`
      update cancellation_codes set
        guesses = guesses + (browser_hash is not distinct from ${browserHash})::int,
        other_browser_attempts = other_browser_attempts + (browser_hash is distinct from ${browserHash})::int
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

/** Whether this grant lets its browser see and cancel the subscription of this address now. */
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
