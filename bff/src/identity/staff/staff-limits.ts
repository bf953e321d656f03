import type { Context } from '@ve/data/kernel/context';
import { refillBuckets } from '@ve/data/jobs/limit/token-bucket.repository';
import {
  type Counting,
  type Rate,
  refillOpenLimits,
  refillSubjectLimits,
  type SubjectLimit,
  type SubjectUse,
  consumeTokens,
  consumeSubjectLimit,
  rateLimitedProblem,
} from '../../jobs/subject-limit.ts';

/** Five attempts at once, then one a minute; after ten in all one in ten minutes, after twenty one an hour. */
const backoff: readonly Rate[] = [
  { burst: 5, perHour: 60 },
  { burst: 10, perHour: 6 },
  { burst: 20, perHour: 1 },
];

/**
 * What whoever knows an admin's address can try or have mailed. A browser that the account knows has the open uses for
 * itself; everybody else has them together, then each network a share.
 */
const limits = {
  /**
   * Passwords, by the keyed hash of the address, whether or not it has an account. From unknown browsers at most 140 in an
   * hour and 1,550 a day, however many networks take part: half a million a year, of passwords of twelve characters or
   * more that are none of the commonest.
   */
  password: {
    name: 'staff-password',
    code: 'sign-in-attempts-exceeded',
    open: backoff,
    perNetwork: { perHour: 3 },
    shared: { perHour: 60 },
  },
  /**
   * Codes, by user; whoever gives one has the password. From unknown browsers at most 30 in an hour and 80 a day. Three of
   * a million are right at a time: a year of guesses, each of which is warned of, succeeds in one of twenty cases.
   */
  code: {
    name: 'staff-code',
    code: 'sign-in-attempts-exceeded',
    open: backoff,
    perNetwork: { perHour: 3 },
    shared: { perHour: 1, burst: 12 },
  },
  /** Links by which a password is set, by the keyed hash of the address: at most sixteen mails in an hour, then seven. */
  link: {
    name: 'staff-link-address',
    code: 'sign-in-mails-exceeded',
    open: [{ perHour: 5, burst: 3 }],
    perNetwork: { perHour: 1 },
    shared: { perHour: 2, burst: 6 },
  },
} as const satisfies Record<string, SubjectLimit>;

export type StaffLimit = keyof typeof limits;

export interface StaffUse extends SubjectUse {
  /** The id of the browser, if it is known to the account (`KnownBrowsers`). */
  knownBrowser: string | null;
}

const staffBucketOf = (limit: StaffLimit, browser: string) =>
  limits[limit].open.map((rate, index) => ({ key: `${limits[limit].name}-browser-${index + 1}:${browser}`, rate }));

/**
 * Counts an attempt, before it is known whether it is right, and outside of any transaction. A known browser that has used
 * up its own attempts is one like any other.
 * @throws ProblemError `sign-in-attempts-exceeded`, `sign-in-mails-exceeded`
 */
export async function consumeStaffLimit(counting: Counting, limit: StaffLimit, use: StaffUse): Promise<void> {
  const { knownBrowser } = use;
  if (knownBrowser !== null && (await consumeTokens(counting, staffBucketOf(limit, knownBrowser))).taken) return;
  await consumeSubjectLimit(counting, limits[limit], use);
}

/** Ends the lock-out of whoever has shown that it was them: of their browser if it is known, else the open one. */
export async function refillStaffLimits(
  em: Context['em'],
  limit: StaffLimit,
  { subject, knownBrowser }: Omit<StaffUse, 'network'>,
): Promise<void> {
  if (knownBrowser === null) await refillOpenLimits(em, limits[limit], subject);
  else {
    await refillBuckets(
      em,
      staffBucketOf(limit, knownBrowser).map(({ key }) => key),
    );
  }
}

/** Ends the lock-out of a subject whose password is another one now. */
export const endLockOut = (em: Context['em'], limit: StaffLimit, subject: string): Promise<void> =>
  refillSubjectLimits(em, limits[limit], subject);

const proofBucketOf = (sessionId: string) =>
  backoff.map((rate, index) => ({ key: `staff-proof-${index + 1}:${sessionId}`, rate }));

/**
 * Counts that password or code is given again in a session of staff, as `consumeStaffLimit`. They are the session's own:
 * guesses at the sign-in use up none of them.
 * @throws ProblemError `sign-in-attempts-exceeded`
 */
export async function consumeProofLimit(counting: Counting, sessionId: string): Promise<void> {
  const turn = await consumeTokens(counting, proofBucketOf(sessionId));
  if (!turn.taken) throw rateLimitedProblem('sign-in-attempts-exceeded', turn.retryAfterMs);
}

export const refillProofLimits = (em: Context['em'], sessionId: string): Promise<void> =>
  refillBuckets(
    em,
    proofBucketOf(sessionId).map(({ key }) => key),
  );
