import type { Context } from '@ve/data/context';
import { takeToken } from '@ve/data/limit/token-bucket.repository';
import { ProblemError } from '@ve/server-kit/errors/problem-error';

const anHour = 3_600_000;

/** An hourly limit per client: mails, sign-in attempts. */
export interface ClientLimit {
  name: string;
  perHour: number;
}

/**
 * Counts one use of a client's limit. In a transaction it counts if and only if that commits: right for a mail, which then
 * is not sent either. A sign-in attempt has to count when it fails: it is counted with the context's `em` before any
 * transaction.
 * @throws ProblemError `too-many-requests` when the limit is reached
 */
export const takeClientTurn = async (
  em: Context['em'],
  { name, perHour }: ClientLimit,
  client: string,
  now: Date,
): Promise<void> => {
  const bucket = { key: `${name}:${client}`, capacity: perHour, refillMs: Math.ceil(anHour / perHour) };
  const turn = await takeToken(em, bucket, now);
  if (turn.taken) return;
  throw new ProblemError('too-many-requests', { retryAfterSeconds: Math.ceil(turn.retryAfterMs / 1_000) });
};
