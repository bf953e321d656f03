import type { EntityManager } from '@mikro-orm/postgresql';
import { addFormerMember } from '@ve/data/membership/sign-up/former-member.repository';
import { readPersonHistory } from '@ve/data/membership/sign-up/person-history.repository';
import { formerMemberRetainedUntil } from '@ve/domain/membership/retention-periods';

/**
 * Retains, for an account that the caller's transaction deletes, the hashes of its cards (the given ones, and that of
 * its sign-up) and addresses, with the times of its trial and of the person's first full charge. Retains nothing when
 * both are missing or too old.
 */
export const recordFormerMember = async (
  em: EntityManager,
  { userId, cardHashes, emailHashes }: { userId: string; cardHashes: string[]; emailHashes: string[] },
  now: Date,
): Promise<void> => {
  const history = await readPersonHistory(em, userId);
  const { trialStartedAt, firstPaidAt } = history;
  const retainedUntil = formerMemberRetainedUntil(history, now);
  const cards = [...new Set([...history.cardHashes, ...cardHashes])];
  const addresses = [...new Set(emailHashes)];
  if (retainedUntil === null || cards.length + addresses.length === 0) return;
  await addFormerMember(em, { cardHashes: cards, emailHashes: addresses, trialStartedAt, firstPaidAt, retainedUntil });
};
