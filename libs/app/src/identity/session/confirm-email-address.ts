import type { Context } from '@ve/data/kernel/context';
import { endUserSessions } from '@ve/data/identity/session/session.repository';
import { markEmailVerified } from '@ve/data/identity/session/sign-in.repository';
import { liftMailSuppressionAfterDelivery } from '@ve/data/messaging/mails/mail-suppression.repository';

/**
 * Records, in the caller's transaction, that the owner of the mailbox has opened a link sent to it. The first time, ends
 * every session of the account, because the payer need not own the mailbox. Every time, lifts the suppression of the
 * address, because mail arrives there.
 */
export const confirmEmailAddress = async (
  em: Context['em'],
  { userId, email }: { userId: string; email: string },
  now: Date,
): Promise<void> => {
  if (await markEmailVerified(em, userId, now)) await endUserSessions(em, { userId }, now);
  await liftMailSuppressionAfterDelivery(em, email, now);
};
