import type { Context } from '@ve/data/context';
import { takeToken } from '@ve/data/limit/token-bucket.repository';
import { ProblemError } from '@ve/server-kit/errors/problem-error';

const anHour = 3_600_000;

/** What one client may cause in an hour: a mail, an attempt to sign in. */
export interface ClientLimit {
  name: string;
  perHour: number;
}

/**
 * Takes one of a client's turns. In a transaction it counts if and only if that commits: right for a mail, which then is
 * not sent either. An attempt to sign in counts because it fails: its turn is taken with the context's `em` before any
 * transaction, where it stays taken.
 * @throws ProblemError `too-many-requests` when there is none left
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
