import type { Context } from '@ve/data/kernel/context';
import { refillTokenBuckets } from '@ve/data/jobs/limit/token-bucket.repository';
import {
  type HourlyRate,
  refillOpenSubjectLimits,
  refillSubjectLimits,
  type SubjectLimit,
  type SubjectLimitKey,
  consumeRateLimitTokens,
  consumeSubjectLimit,
  rateLimitedProblem,
} from '../../jobs/subject-limit.ts';

/** Limits sign-in attempts of one client, over all accounts. */
export const staffSignInClientLimit = {
  name: 'staff-sign-in',
  perHour: 60,
  burst: 30,
  code: 'sign-in-attempts-exceeded',
} as const;

/** Five attempts at the same time, then one a minute; after ten, one in ten minutes; after twenty, one an hour. */
const backoff: readonly HourlyRate[] = [
  { burst: 5, perHour: 60 },
  { burst: 10, perHour: 6 },
  { burst: 20, perHour: 1 },
];

/**
 * Limits on attempts and mails by clients that know an admin's address. A browser known to the account has its own open
 * uses; all other clients share the open uses, then each network has a share.
 */
const limits = {
  /**
   * Passwords, by the keyed hash of the address, whether or not it has an account. From unknown browsers at most 140 an
   * hour and 1,550 a day, over all networks: half a million a year, against passwords of at least twelve characters
   * that are not common.
   */
  password: {
    name: 'staff-password',
    code: 'sign-in-attempts-exceeded',
    open: backoff,
    perNetwork: { perHour: 3 },
    shared: { perHour: 60 },
  },
  /**
   * Codes, by user; the client already has the password. From unknown browsers at most 30 an hour and 80 a day. Three
   * of a million codes are valid at a time, so a year of guesses, each with a warning, succeeds in one of twenty cases.
   */
  code: {
    name: 'staff-code',
    code: 'sign-in-attempts-exceeded',
    open: backoff,
    perNetwork: { perHour: 3 },
    shared: { perHour: 1, burst: 12 },
  },
  /** Links to set a password, by the keyed hash of the address: at most sixteen mails in an hour, then seven. */
  link: {
    name: 'staff-link-address',
    code: 'sign-in-mails-exceeded',
    open: [{ perHour: 5, burst: 3 }],
    perNetwork: { perHour: 1 },
    shared: { perHour: 2, burst: 6 },
  },
} as const satisfies Record<string, SubjectLimit>;

export type StaffRateLimitName = keyof typeof limits;

export interface StaffRateLimitUse extends SubjectLimitKey {
  /** The id of the browser, if it is known to the account (`KnownStaffBrowserService`). */
  knownBrowser: string | null;
}

const staffBucketOf = (limit: StaffRateLimitName, browser: string) =>
  limits[limit].open.map((rate, index) => ({ key: `${limits[limit].name}-browser-${index + 1}:${browser}`, rate }));

/**
 * Counts an attempt before its outcome is known, outside any transaction. A known browser that has exhausted its own
 * attempts counts as unknown.
 * @throws ProblemError `sign-in-attempts-exceeded`, `sign-in-mails-exceeded`
 */
export async function consumeStaffSignInLimit(
  em: Context['em'],
  { limit, use }: { limit: StaffRateLimitName; use: StaffRateLimitUse },
  now: Date,
): Promise<void> {
  const { knownBrowser } = use;
  if (knownBrowser !== null && (await consumeRateLimitTokens(em, staffBucketOf(limit, knownBrowser), now)).taken)
    return;
  await consumeSubjectLimit(em, { limit: limits[limit], use }, now);
}

/** Ends the lock-out after a correct attempt: the known browser's own, otherwise the open one. */
export async function refillStaffSignInLimits(
  em: Context['em'],
  limit: StaffRateLimitName,
  { subject, knownBrowser }: Omit<StaffRateLimitUse, 'network'>,
): Promise<void> {
  if (knownBrowser === null) await refillOpenSubjectLimits(em, limits[limit], subject);
  else {
    await refillTokenBuckets(
      em,
      staffBucketOf(limit, knownBrowser).map(({ key }) => key),
    );
  }
}

/** Ends the lock-out of a subject whose password has changed. */
export const endStaffLockOut = (em: Context['em'], limit: StaffRateLimitName, subject: string): Promise<void> =>
  refillSubjectLimits(em, limits[limit], subject);

const reauthenticationBucketOf = (sessionId: string) =>
  backoff.map((rate, index) => ({ key: `staff-proof-${index + 1}:${sessionId}`, rate }));

/**
 * Counts a repeated password or code within a session of staff, as `consumeStaffSignInLimit`. The limit belongs to the
 * session: guesses at sign-in do not use it up.
 * @throws ProblemError `sign-in-attempts-exceeded`
 */
export async function consumeReauthenticationLimit(em: Context['em'], sessionId: string, now: Date): Promise<void> {
  const decision = await consumeRateLimitTokens(em, reauthenticationBucketOf(sessionId), now);
  if (!decision.taken) throw rateLimitedProblem('sign-in-attempts-exceeded', decision.retryAfterMs);
}

export const refillReauthenticationLimits = (em: Context['em'], sessionId: string): Promise<void> =>
  refillTokenBuckets(
    em,
    reauthenticationBucketOf(sessionId).map(({ key }) => key),
  );
