import type { ErrorCode } from '@ve/contracts/errors';
import type { Context } from '@ve/data/kernel/context';
import { refillTokenBuckets, consumeToken } from '@ve/data/jobs/limit/token-bucket.repository';
import { ProblemError } from '../kernel/problem-error.ts';

const anHour = 3_600_000;

/** Uses per hour, fractions allowed, and the maximum at the same time, by default `perHour`. */
export interface HourlyRate {
  perHour: number;
  burst?: number;
}

/**
 * A limit on actions that any client can cause for another user's identifier: an e-mail address, an account. A client
 * that exhausts it must not lock out the owner, so each network then has a share; the shares are bounded in total, so
 * that many networks can neither guess nor flood.
 */
export interface SubjectLimit extends SubjectLimitShares {
  /** Shared by all clients: each of these rates must have a use left. */
  open: readonly HourlyRate[];
}

/** The uses left of a subject's limit after the open ones are exhausted. */
export interface SubjectLimitShares {
  name: string;
  /** For each network. */
  perNetwork: HourlyRate;
  /** For all networks together. */
  shared: HourlyRate;
  /** The problem code when no use is left; `too-many-requests` by default. */
  code?: ErrorCode;
}

/** The subject of the limit and the network of the client, both as keyed hashes (`ClientAddressHasher`) or ids. */
export interface SubjectLimitKey {
  subject: string;
  network: string;
}

export interface SubjectLimitUse {
  limit: SubjectLimit;
  use: SubjectLimitKey;
}

export type RateLimitDecision = { taken: true } | { taken: false; retryAfterMs: number };

interface Counted {
  key: string;
  rate: HourlyRate;
}

const openOf = ({ name, open }: SubjectLimit, subject: string): Counted[] =>
  open.map((rate, index) => ({ key: `${name}-${index + 1}:${subject}`, rate }));
const sharedOf = ({ name, shared }: SubjectLimitShares, subject: string): Counted => ({
  key: `${name}-shared:${subject}`,
  rate: shared,
});

/** Takes a token from each bucket, until one is empty. */
export async function consumeRateLimitTokens(
  em: Context['em'],
  buckets: readonly Counted[],
  now: Date,
): Promise<RateLimitDecision> {
  for (const { key, rate } of buckets) {
    const { perHour, burst = perHour } = rate;
    const decision = await consumeToken(em, { key, capacity: burst, refillMs: Math.ceil(anHour / perHour) }, now);
    if (!decision.taken) return decision;
  }
  return { taken: true };
}

/** Counts one use of a subject's limit, and returns whether one was left. */
export async function tryConsumeSubjectLimit(
  em: Context['em'],
  { limit, use }: SubjectLimitUse,
  now: Date,
): Promise<RateLimitDecision> {
  const open = await consumeRateLimitTokens(em, openOf(limit, use.subject), now);
  if (open.taken) return open;
  const share = await tryConsumeNetworkLimitShare(em, { shares: limit, use }, now);
  return share.taken ? share : { taken: false, retryAfterMs: Math.min(open.retryAfterMs, share.retryAfterMs) };
}

/** Counts one use of a network's share, for callers that count the open uses elsewhere and found them exhausted. */
export const tryConsumeNetworkLimitShare = (
  em: Context['em'],
  { shares, use: { subject, network } }: { shares: SubjectLimitShares; use: SubjectLimitKey },
  now: Date,
): Promise<RateLimitDecision> =>
  consumeRateLimitTokens(
    em,
    [{ key: `${shares.name}-network:${subject}:${network}`, rate: shares.perNetwork }, sharedOf(shares, subject)],
    now,
  );

/**
 * Counts one use of a subject's limit. Within a transaction, the use counts only if that commits: right for a mail. An
 * attempt, which must count even if it fails, is counted before any transaction.
 * @throws ProblemError when no use is left
 */
export async function consumeSubjectLimit(
  em: Context['em'],
  { limit, use }: SubjectLimitUse,
  now: Date,
): Promise<void> {
  const decision = await tryConsumeSubjectLimit(em, { limit, use }, now);
  if (!decision.taken) throw rateLimitedProblem(limit.code ?? 'too-many-requests', decision.retryAfterMs);
}

export const rateLimitedProblem = (code: ErrorCode, retryAfterMs: number): ProblemError =>
  new ProblemError(code, { retryAfterSeconds: Math.ceil(retryAfterMs / 1_000) });

/** Refills the open uses of a subject after legitimate use. The shares of networks stay used. */
export const refillOpenSubjectLimits = (em: Context['em'], limit: SubjectLimit, subject: string): Promise<void> =>
  refillTokenBuckets(
    em,
    openOf(limit, subject).map(({ key }) => key),
  );

/** Refills the open and shared uses of a subject, after the secret that could have been guessed has changed. */
export const refillSubjectLimits = (em: Context['em'], limit: SubjectLimit, subject: string): Promise<void> =>
  refillTokenBuckets(
    em,
    [...openOf(limit, subject), sharedOf(limit, subject)].map(({ key }) => key),
  );
