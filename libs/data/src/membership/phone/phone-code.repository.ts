import type { EntityManager } from '@mikro-orm/postgresql';
import {
  type TextMessageTimestamps,
  type TextMessageState,
  textMessageStateOf,
} from '@ve/domain/messaging/texts/text-state';
import { sql } from 'kysely';
import { latestPlausibleInstant } from '@ve/domain/kernel/time/clock-skew';
import { tables } from '../../entities.ts';

export interface PhoneCodeRow {
  userId: string;
  phone: string;
  createdAt: Date;
  usedAt: Date | null;
}

/** The account that asked for a code, and the number it was sent to. */
export type PhoneCodeRequest = Pick<PhoneCodeRow, 'userId' | 'phone'>;

/** The codes that are valid: requested after `since`, with fewer wrong guesses than `maxTries`. */
export interface ValidPhoneCodes extends PhoneCodeRequest {
  since: Date;
  maxTries: number;
}

/** Locks the codes of an account and of a number until the caller's transaction ends. */
export const lockPhoneCodes = async (em: EntityManager, { userId, phone }: PhoneCodeRequest): Promise<void> => {
  // All callers lock in the same order, so that two never deadlock.
  for (const name of [`phone code ${userId}`, `phone code ${phone}`].toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tables(em));
  }
};

/** Records that a code is to be sent to a number; returns its id. */
export const addPhoneCode = async (
  em: EntityManager,
  { userId, phone }: PhoneCodeRequest,
  now: Date,
): Promise<string> => {
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

/**
 * When the code was requested that reaches a limit on those since `since`: `codes` sent for the account or to the
 * number, `requests` of the account, including those whose text was never sent. Null: no limit is reached.
 */
export const findLimitingPhoneCodeTime = async (
  em: EntityManager,
  { userId, phone, since, codes, requests }: PhoneCodeRequest & { since: Date; codes: number; requests: number },
  now: Date,
): Promise<Date | null> => {
  const nth = (which: ReturnType<typeof sql>, max: number) => sql`(
    select created_at from phone_codes where ${which} and created_at > ${since.toISOString()}
      and created_at <= ${latestPlausibleInstant(now).toISOString()}
    order by created_at desc offset ${max - 1} limit 1
  )`;
  const found = await sql<{ ms: number | null }>`
    select (extract(epoch from greatest(
      ${nth(sql`user_id = ${userId} and not ${isUnsent}`, codes)},
      ${nth(sql`phone = ${phone} and not ${isUnsent}`, codes)},
      ${nth(sql`user_id = ${userId}`, requests)}
    )) * 1000)::float8 as ms
  `.execute(tables(em));
  const ms = found.rows[0]?.ms ?? null;
  return ms === null ? null : new Date(ms);
};

/** Returns when the last valid code was requested, and the outcome of its text; null when none is valid. */
export const findLatestValidPhoneCode = async (
  em: EntityManager,
  { userId, phone, since, maxTries }: ValidPhoneCodes,
  now: Date,
): Promise<{ state: TextMessageState; requestedAt: Date } | null> => {
  const found = await sql<TextMessageTimestamps & { requestedAt: Date }>`
    select code.created_at as "requestedAt", attempted_at, sent_at,
      delivered_at, failed_at, skipped_at
    from phone_codes code left join texts on texts.subject_id = code.id and texts.template = 'number-code'
    where user_id = ${userId} and phone = ${phone} and used_at is null and wrong_guesses < ${maxTries}
      and code.created_at > ${since.toISOString()}
    order by code.created_at desc limit 1
  `.execute(tables(em));
  const [row] = found.rows;
  return row ? { state: textMessageStateOf(row, now), requestedAt: row.requestedAt } : null;
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

/** Stores the hash of a code, which can be entered from now on. */
export const setPhoneCodeHash = async (em: EntityManager, id: string, codeHash: string): Promise<void> => {
  await tables(em).updateTable('phone_codes').set({ codeHash }).where('id', '=', id).execute();
};

/** The valid codes of an account for a number that can be entered, locked until the caller's transaction ends. */
export const lockValidPhoneCodes = async (
  em: EntityManager,
  { userId, phone, since, maxTries }: ValidPhoneCodes,
  now: Date,
): Promise<{ id: string; codeHash: string; wrongGuesses: number }[]> =>
  tables(em)
    .selectFrom('phone_codes')
    .select(['id', 'codeHash', 'wrongGuesses'])
    .where('userId', '=', userId)
    .where('phone', '=', phone)
    .where('codeHash', 'is not', null)
    .where('usedAt', 'is', null)
    .where('wrongGuesses', '<', maxTries)
    .where('createdAt', '>', since)
    .where('createdAt', '<=', latestPlausibleInstant(now))
    .orderBy('id')
    .forUpdate()
    .$narrowType<{ codeHash: string }>()
    .execute();

/** Counts a wrong guess against each of these codes. */
export const countWrongPhoneCode = async (em: EntityManager, ids: readonly string[]): Promise<void> => {
  await sql`update phone_codes set wrong_guesses = wrong_guesses + 1 where id = any (${ids}::uuid[])`.execute(
    tables(em),
  );
};

/** Marks codes as used. */
export const markPhoneCodesUsed = async (em: EntityManager, ids: readonly string[], now: Date): Promise<void> => {
  await tables(em).updateTable('phone_codes').set({ usedAt: now }).where('id', 'in', ids).execute();
};
