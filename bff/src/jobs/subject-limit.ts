import type { ErrorCode } from '@ve/contracts/errors';
import type { Context } from '@ve/data/kernel/context';
import { refillBuckets, consumeToken } from '@ve/data/jobs/limit/token-bucket.repository';
import { ProblemError } from '@ve/server-kit/errors/problem-error';

const anHour = 3_600_000;

/** Uses an hour, fractions allowed, and how many at once: by default an hour's. */
export interface Rate {
  perHour: number;
  burst?: number;
}

/**
 * A limit on what anybody can have done with somebody's identifier: an e-mail address, an account. A stranger who uses it
 * up must not keep its owner out, so each network then has a share left; and all shares are bounded together, so that
 * many networks can neither guess nor flood.
 */
export interface SubjectLimit extends Shares {
  /** For everybody: each of them has to have a use left. */
  open: readonly Rate[];
}

/** What is left of a subject's limit once everybody has used up what is open to all. */
export interface Shares {
  name: string;
  /** Of each network. */
  perNetwork: Rate;
  /** Of all networks together. */
  shared: Rate;
  /** What is answered when there is no use left; `too-many-requests` by default. */
  code?: ErrorCode;
}

/** Whose limit is used, and from where; both as keyed hashes (`ClientAddresses`) or ids. */
export interface SubjectUse {
  subject: string;
  network: string;
}

/** Where and when a use is counted. */
export interface Counting {
  em: Context['em'];
  now: Date;
}

export type LimitDecision = { taken: true } | { taken: false; retryAfterMs: number };

interface Counted {
  key: string;
  rate: Rate;
}

const openOf = ({ name, open }: SubjectLimit, subject: string): Counted[] =>
  open.map((rate, index) => ({ key: `${name}-${index + 1}:${subject}`, rate }));
const sharedOf = ({ name, shared }: Shares, subject: string): Counted => ({
  key: `${name}-shared:${subject}`,
  rate: shared,
});

/** Takes a token of each bucket, until one has none left. */
export async function consumeTokens({ em, now }: Counting, buckets: readonly Counted[]): Promise<LimitDecision> {
  for (const { key, rate } of buckets) {
    const { perHour, burst = perHour } = rate;
    const turn = await consumeToken(em, { key, capacity: burst, refillMs: Math.ceil(anHour / perHour) }, now);
    if (!turn.taken) return turn;
  }
  return { taken: true };
}

/** Counts one use of a subject's limit, and says whether there was one left. */
export async function tryConsumeSubjectLimit(
  counting: Counting,
  limit: SubjectLimit,
  { subject, network }: SubjectUse,
): Promise<LimitDecision> {
  const open = await consumeTokens(counting, openOf(limit, subject));
  if (open.taken) return open;
  const share = await tryConsumeNetworkShare(counting, limit, { subject, network });
  return share.taken ? share : { taken: false, retryAfterMs: Math.min(open.retryAfterMs, share.retryAfterMs) };
}

/** Counts one use of a network's share, where what is open to everybody is counted elsewhere and used up. */
export const tryConsumeNetworkShare = (
  counting: Counting,
  shares: Shares,
  { subject, network }: SubjectUse,
): Promise<LimitDecision> =>
  consumeTokens(counting, [
    { key: `${shares.name}-network:${subject}:${network}`, rate: shares.perNetwork },
    sharedOf(shares, subject),
  ]);

/**
 * Counts one use of a subject's limit. In a transaction it counts if and only if that commits: right for a mail. An
 * attempt, which has to count when it fails, is counted before any transaction.
 * @throws ProblemError when there is no use left
 */
export async function consumeSubjectLimit(counting: Counting, limit: SubjectLimit, use: SubjectUse): Promise<void> {
  const turn = await tryConsumeSubjectLimit(counting, limit, use);
  if (!turn.taken) throw rateLimitedProblem(limit.code ?? 'too-many-requests', turn.retryAfterMs);
}

export const rateLimitedProblem = (code: ErrorCode, retryAfterMs: number): ProblemError =>
  new ProblemError(code, { retryAfterSeconds: Math.ceil(retryAfterMs / 1_000) });

/** Fills the open uses of a subject again: what was counted was in order. The shares of networks stay used. */
export const refillOpenLimits = (em: Context['em'], limit: SubjectLimit, subject: string): Promise<void> =>
  refillBuckets(
    em,
    openOf(limit, subject).map(({ key }) => key),
  );

/** Fills the open and the shared uses of a subject again: what could have been guessed is another one now. */
export const refillSubjectLimits = (em: Context['em'], limit: SubjectLimit, subject: string): Promise<void> =>
  refillBuckets(
    em,
    [...openOf(limit, subject), sharedOf(limit, subject)].map(({ key }) => key),
  );
