import type { EntityManager } from '@mikro-orm/postgresql';
import { type TextTimestamps, type TextState, textStateOf } from '@ve/domain/messaging/texts/text-state';
import { sql } from 'kysely';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { latestPlausibleInstant } from '../../kernel/clock-skew.ts';
import { tables } from '../../entities.ts';
import { sharedSecret } from '../../jobs/limit/secret.repository.ts';

/** How long a code is valid after it was requested, in milliseconds. */
export const phoneCodeMs = 10 * 60_000;
/** Codes per day, for a number and for an account. */
export const phoneCodesPerDay = 3;
/**
 * Requests per day of an account, including those whose text the vendor did not accept: these cost nothing and use up
 * no code.
 */
const phoneRequestsPerDay = 10;
/** Wrong guesses after which a code is invalid. */
export const maxPhoneCodeTries = 5;

const aDayMs = 24 * 3_600_000;

export interface PhoneCodeRow {
  userId: string;
  phone: string;
  createdAt: Date;
  usedAt: Date | null;
}

/**
 * Records, in the caller's transaction, that a code is to be sent to a number; returns its id, or null when the number
 * or the account has reached the daily limit (see `nextPhoneCodeAt`).
 */
export const addPhoneCode = async (
  em: EntityManager,
  { userId, phone }: { userId: string; phone: string },
  now: Date,
): Promise<string | null> => {
  // All callers lock in the same order, so that two never deadlock.
  for (const name of [`phone code ${userId}`, `phone code ${phone}`].toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tables(em));
  }
  if ((await nextPhoneCodeAt(em, { userId, phone }, now)) !== null) return null;
  const { id } = await tables(em)
    .insertInto('phone_codes')
    .values({ userId, phone, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Whether a code was never sent: the vendor refused its text, or it was never passed to the vendor. */
const isUnsent = sql`exists (
  select from texts where texts.subject_id = phone_codes.id and texts.template = 'number-code' and texts.sent_at is null
    and num_nonnulls(texts.failed_at, texts.skipped_at) > 0
)`;

/** Returns when an account may have another code sent to a number, by the codes of both within a day; null: now. */
export const nextPhoneCodeAt = async (
  em: EntityManager,
  { userId, phone }: { userId: string; phone: string },
  now: Date,
): Promise<Date | null> => {
  const since = new Date(now.getTime() - aDayMs).toISOString();
  const nth = (which: ReturnType<typeof sql>, max: number) => sql`(
    select created_at from phone_codes where ${which} and created_at > ${since}
      and created_at <= ${latestPlausibleInstant(now).toISOString()}
    order by created_at desc offset ${max - 1} limit 1
  )`;
  const found = await sql<{ ms: number | null }>`
    select (extract(epoch from greatest(
      ${nth(sql`user_id = ${userId} and not ${isUnsent}`, phoneCodesPerDay)},
      ${nth(sql`phone = ${phone} and not ${isUnsent}`, phoneCodesPerDay)},
      ${nth(sql`user_id = ${userId}`, phoneRequestsPerDay)}
    )) * 1000)::float8 as ms
  `.execute(tables(em));
  const ms = found.rows[0]?.ms ?? null;
  return ms === null ? null : new Date(ms + aDayMs);
};

/**
 * Returns the code that was last requested, the outcome of its text, and until when it is valid; null when none is
 * valid.
 */
export const findValidPhoneCode = async (
  em: EntityManager,
  { userId, phone }: { userId: string; phone: string },
  now: Date,
): Promise<{ state: TextState; until: Date } | null> => {
  const found = await sql<TextTimestamps & { askedAt: Date }>`
    select code.created_at as "askedAt", attempted_at, sent_at,
      delivered_at, failed_at, skipped_at
    from phone_codes code left join texts on texts.subject_id = code.id and texts.template = 'number-code'
    where user_id = ${userId} and phone = ${phone} and used_at is null and wrong_guesses < ${maxPhoneCodeTries}
      and code.created_at > ${new Date(now.getTime() - phoneCodeMs).toISOString()}
    order by code.created_at desc limit 1
  `.execute(tables(em));
  const [row] = found.rows;
  if (!row) return null;
  return { state: textStateOf(row, now), until: new Date(row.askedAt.getTime() + phoneCodeMs) };
};

/** Returns the request of a code; null when it is purged. */
export const findPhoneCode = async (em: EntityManager, id: string): Promise<PhoneCodeRow | null> => {
  const row = await tables(em)
    .selectFrom('phone_codes')
    .select(['userId', 'phone', 'createdAt', 'usedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
};

/**
 * Returns the six digits of a request and makes them valid. They are derived from its random id with our secret key, so
 * that a text that is sent again after a failure has the same code; the table holds only their hash.
 */
export const issuePhoneCode = async (em: EntityManager, id: string): Promise<string> => {
  const key = await sharedSecret(em, 'phone-code');
  const code = (createHmac('sha256', key).update(`code ${id}`).digest().readUIntBE(0, 6) % 1_000_000)
    .toString()
    .padStart(6, '0');
  await tables(em)
    .updateTable('phone_codes')
    .set({ codeHash: hashOf(key, id, code).toString('hex') })
    .where('id', '=', id)
    .execute();
  return code;
};

export type PhoneCodeRedemption =
  { outcome: 'confirmed' } | { outcome: 'wrong'; triesLeft: number } | { outcome: 'expired' };

/**
 * Confirms the number of a user with a code that was sent to it, once, in the caller's transaction. A wrong guess
 * counts against every valid code of the number; a code for an earlier number of the account is not accepted.
 */
export const redeemPhoneCode = async (
  em: EntityManager,
  { userId, code }: { userId: string; code: string },
  now: Date,
): Promise<PhoneCodeRedemption> => {
  const key = await sharedSecret(em, 'phone-code');
  // Locked first: a number that is being changed is confirmed before the change or not at all.
  const customer = await tables(em)
    .selectFrom('customers')
    .select('phoneNumber')
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (customer?.phoneNumber == null) return { outcome: 'expired' };
  const working = await tables(em)
    .selectFrom('phone_codes')
    .select(['id', 'codeHash', 'wrongGuesses'])
    .where('userId', '=', userId)
    .where('phone', '=', customer.phoneNumber)
    .where('codeHash', 'is not', null)
    .where('usedAt', 'is', null)
    .where('wrongGuesses', '<', maxPhoneCodeTries)
    .where('createdAt', '>', new Date(now.getTime() - phoneCodeMs))
    .where('createdAt', '<=', latestPlausibleInstant(now))
    .orderBy('id')
    .forUpdate()
    .execute();
  const right = working.filter(({ id, codeHash }) =>
    timingSafeEqual(Buffer.from(codeHash ?? '', 'hex'), hashOf(key, id, code)),
  );
  if (working.length === 0) return { outcome: 'expired' };
  const ids = working.map(({ id }) => id);
  if (right.length === 0) {
    await sql`update phone_codes set wrong_guesses = wrong_guesses + 1 where id = any (${ids}::uuid[])`.execute(
      tables(em),
    );
    const triesLeft = Math.max(...working.map(({ wrongGuesses }) => maxPhoneCodeTries - wrongGuesses - 1));
    return { outcome: 'wrong', triesLeft };
  }
  await tables(em).updateTable('phone_codes').set({ usedAt: now }).where('id', 'in', ids).execute();
  await tables(em)
    .updateTable('customers')
    .set({ phoneConfirmedAt: now })
    .where('userId', '=', userId)
    .where('phoneNumber', '=', customer.phoneNumber)
    .execute();
  return { outcome: 'confirmed' };
};

const hashOf = (key: string, id: string, code: string): Buffer =>
  createHmac('sha256', key).update(`hash ${id} ${code}`).digest();
