import type { ErrorCode } from '@ve/contracts/errors';
import type { Context } from '@ve/data/kernel/context';
import { hourlyBucket, consumeToken } from '@ve/data/jobs/limit/token-bucket.repository';
import { ProblemError } from '@ve/server-kit/errors/problem-error';

/** An hourly limit per client: mails, sign-in attempts. */
export interface ClientLimit {
  name: string;
  perHour: number;
  /** At most this many at once; by default an hour's. */
  burst?: number;
  /** What is answered when the limit is reached; `too-many-requests` by default. */
  code?: ErrorCode;
}

/** Counts one use of a client's limit, as `consumeClientLimit`, and says whether there was one left. */
export const tryConsumeClientLimit = (
  em: Context['em'],
  limit: ClientLimit,
  client: string,
  now: Date,
): ReturnType<typeof consumeToken> => consumeToken(em, hourlyBucket(limit, client), now);

/**
 * Counts one use of a client's limit. In a transaction it counts if and only if that commits: right for a mail, which then
 * is not sent either. A sign-in attempt has to count when it fails: it is counted with the context's `em` before any
 * transaction.
 * @throws ProblemError when the limit is reached
 */
export const consumeClientLimit = async (
  em: Context['em'],
  limit: ClientLimit,
  client: string,
  now: Date,
): Promise<void> => {
  const turn = await tryConsumeClientLimit(em, limit, client, now);
  if (turn.taken) return;
  throw new ProblemError(limit.code ?? 'too-many-requests', {
    retryAfterSeconds: Math.ceil(turn.retryAfterMs / 1_000),
  });
};
