import type { EntityManager } from '@mikro-orm/postgresql';
import { readSharedSecret } from '@ve/data/jobs/limit/secret.repository';
import {
  addPhoneCode,
  countWrongPhoneCode,
  findLatestValidPhoneCode,
  findLimitingPhoneCodeTime,
  lockPhoneCodes,
  lockValidPhoneCodes,
  markPhoneCodesUsed,
  type PhoneCodeRequest,
  setPhoneCodeHash,
} from '@ve/data/membership/phone/phone-code.repository';
import { confirmPhoneNumber, lockPhoneNumber } from '@ve/data/membership/phone/phone.repository';
import type { TextMessageState } from '@ve/domain/messaging/texts/text-state';
import { timingSafeEqual } from 'node:crypto';
import { sixDigitCodeHash, sixDigitCodeOf } from '../../kernel/secret-token.ts';

/** How long a code is valid after it was requested, in milliseconds. */
export const phoneCodeMs = 10 * 60_000;
/** Wrong guesses after which a code is invalid. */
const maxTries = 5;
/**
 * Per day: codes for a number and for an account, and requests of an account. The requests include those whose text the
 * vendor did not accept: these cost nothing and use up no code.
 */
const perDay = { codes: 3, requests: 10 };
const aDayMs = 24 * 3_600_000;

const validAt = (now: Date) => ({ since: new Date(now.getTime() - phoneCodeMs), maxTries });

/**
 * Records, in the caller's transaction, that a code is to be sent to a number; returns its id, or null when the number
 * or the account has reached the daily limit (see `nextPhoneCodeAt`).
 */
export const requestPhoneCode = async (
  em: EntityManager,
  request: PhoneCodeRequest,
  now: Date,
): Promise<string | null> => {
  await lockPhoneCodes(em, request);
  return (await nextPhoneCodeAt(em, request, now)) === null ? addPhoneCode(em, request, now) : null;
};

/** Returns when an account may have another code sent to a number, by the codes of both within a day; null: now. */
export const nextPhoneCodeAt = async (
  em: EntityManager,
  request: PhoneCodeRequest,
  now: Date,
): Promise<Date | null> => {
  const since = new Date(now.getTime() - aDayMs);
  const limiting = await findLimitingPhoneCodeTime(em, { ...request, since, ...perDay }, now);
  return limiting && new Date(limiting.getTime() + aDayMs);
};

/**
 * Returns the outcome of the text with the code that was last requested, and until when that is valid; null when none
 * is valid.
 */
export const findValidPhoneCodeState = async (
  em: EntityManager,
  request: PhoneCodeRequest,
  now: Date,
): Promise<{ state: TextMessageState; until: Date } | null> => {
  const latest = await findLatestValidPhoneCode(em, { ...request, ...validAt(now) }, now);
  return latest && { state: latest.state, until: new Date(latest.requestedAt.getTime() + phoneCodeMs) };
};

/** Returns the six digits of a request and makes them valid; the table holds only their hash. */
export const issuePhoneCode = async (em: EntityManager, id: string): Promise<string> => {
  const key = await readSharedSecret(em, 'phone-code');
  const code = sixDigitCodeOf(id, key);
  await setPhoneCodeHash(em, id, sixDigitCodeHash(id, code, key));
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
  const key = await readSharedSecret(em, 'phone-code');
  // Locked first: a number that is being changed is confirmed before the change or not at all.
  const phone = await lockPhoneNumber(em, userId);
  if (phone === null) return { outcome: 'expired' };
  const valid = await lockValidPhoneCodes(em, { userId, phone, ...validAt(now) }, now);
  const isRight = valid
    .map(({ id, codeHash }) => timingSafeEqual(Buffer.from(codeHash), Buffer.from(sixDigitCodeHash(id, code, key))))
    .some(Boolean);
  if (valid.length === 0) return { outcome: 'expired' };
  const ids = valid.map(({ id }) => id);
  if (!isRight) {
    await countWrongPhoneCode(em, ids);
    return { outcome: 'wrong', triesLeft: Math.max(...valid.map(({ wrongGuesses }) => maxTries - wrongGuesses - 1)) };
  }
  await markPhoneCodesUsed(em, ids, now);
  await confirmPhoneNumber(em, { userId, phone }, now);
  return { outcome: 'confirmed' };
};
