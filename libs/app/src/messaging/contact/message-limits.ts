import type { Context } from '@ve/data/kernel/context';
import { consumeClientLimit } from '../../jobs/client-limit.ts';
import { type SubjectLimitKey, tryConsumeNetworkLimitShare } from '../../jobs/subject-limit.ts';
import { ProblemError } from '../../kernel/problem-error.ts';

/**
 * Maximum messages to support per address within 24 hours, from all networks; then each network has a share, up to ten
 * in total.
 */
const messagesPerDay = 5;
const perNetwork = { perHour: 2 / 24, burst: 2 };
const shared = { perHour: 10 / 24, burst: 10 };

/** By the kind of message. */
const limits = {
  contact: {
    client: { name: 'contact', perHour: 20 },
    address: { name: 'contact-address', perNetwork, shared },
  },
  disputes: {
    client: { name: 'disputes', perHour: 20 },
    address: { name: 'disputes-address', perNetwork, shared },
  },
} as const;

interface SupportMessage {
  /** Messages of one kind are limited together. */
  kind: keyof typeof limits;
  use: SubjectLimitKey;
  /** The client, also limited over all addresses. */
  client: string;
  /** Counts the messages of the address since a time. */
  countSince: (since: Date) => Promise<number>;
}

/**
 * Counts a message to support, in the transaction that stores it and has locked its address: two concurrent ones must
 * not both be the fifth.
 * @throws ProblemError `too-many-requests` beyond the limit of the address within 24 hours, or for a client's
 * twenty-first within one hour
 */
export const consumeSupportMessageLimits = async (
  em: Context['em'],
  { kind, use, client, countSince }: SupportMessage,
  now: Date,
): Promise<void> => {
  if ((await countSince(new Date(now.getTime() - 86_400_000))) >= messagesPerDay) {
    const decision = await tryConsumeNetworkLimitShare(em, { shares: limits[kind].address, use }, now);
    if (!decision.taken) {
      throw new ProblemError('too-many-requests', {
        retryAfterSeconds: Math.ceil(decision.retryAfterMs / 1_000),
        detail: 'We can take no more messages from this e-mail address today.',
      });
    }
  }
  await consumeClientLimit(em, { limit: limits[kind].client, client }, now);
};
