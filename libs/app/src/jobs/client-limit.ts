import type { ErrorCode } from '@ve/contracts/errors';
import type { Context } from '@ve/data/kernel/context';
import { hourlyTokenBucket, consumeToken } from '@ve/data/jobs/limit/token-bucket.repository';
import { ProblemError } from '../kernel/problem-error.ts';

/** An hourly limit per client: mails, sign-in attempts. */
export interface ClientLimit {
  name: string;
  perHour: number;
  /** Maximum uses at the same time; by default `perHour`. */
  burst?: number;
  /** The problem code when the limit is reached; `too-many-requests` by default. */
  code?: ErrorCode;
}

/** Counts one use of a client's limit, as `consumeClientLimit`, and returns whether one was left. */
const tryConsumeClientLimit = (
  em: Context['em'],
  { limit, client }: { limit: ClientLimit; client: string },
  now: Date,
): ReturnType<typeof consumeToken> => consumeToken(em, hourlyTokenBucket(limit, client), now);

/**
 * Counts one use of a client's limit. Within a transaction, the use counts only if that commits: right for a mail,
 * which is not sent otherwise. A sign-in attempt must count even if it fails: count it with the context's `em` before
 * any transaction.
 * @throws ProblemError when the limit is reached
 */
export const consumeClientLimit = async (
  em: Context['em'],
  { limit, client }: { limit: ClientLimit; client: string },
  now: Date,
): Promise<void> => {
  const decision = await tryConsumeClientLimit(em, { limit, client }, now);
  if (decision.taken) return;
  throw new ProblemError(limit.code ?? 'too-many-requests', {
    retryAfterSeconds: Math.ceil(decision.retryAfterMs / 1_000),
  });
};
