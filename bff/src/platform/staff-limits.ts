import type { Context } from '@ve/data/context';
import { refillBuckets } from '@ve/data/limit/token-bucket.repository';
import { takeClientTurn } from './client-turn.ts';

/**
 * The lock-out of an account, with backoff: five attempts at once, then one a minute; after ten in all one in ten minutes,
 * after twenty one an hour. Each is a bucket, all of which are filled again by success.
 */
const backoff = [
  { step: 1, atOnce: 5, perHour: 60 },
  { step: 2, atOnce: 10, perHour: 6 },
  { step: 3, atOnce: 20, perHour: 1 },
] as const;

/** What is counted: passwords by the keyed hash of the address, whether or not it has an account; codes by user. */
type Counted = 'staff-password' | 'staff-code';

const nameOf = (counted: Counted, step: number): string => `${counted}-${step}`;

/**
 * Counts an attempt, before it is known whether it is right, and outside of any transaction.
 * @throws ProblemError `sign-in-attempts-exceeded` while the account is locked
 */
export async function takeStaffTurn(em: Context['em'], counted: Counted, key: string, now: Date): Promise<void> {
  for (const { step, ...limit } of backoff) {
    const code = 'sign-in-attempts-exceeded';
    await takeClientTurn(em, { name: nameOf(counted, step), ...limit, code }, key, now);
  }
}

/** Ends the lock-out: whoever is meant has signed in, or has set a password by a mailed link. */
export const refillStaffTurns = (em: Context['em'], counted: Counted, key: string): Promise<void> =>
  refillBuckets(
    em,
    backoff.map(({ step }) => `${nameOf(counted, step)}:${key}`),
  );
