import { cancelMembership } from '@ve/data/cancellation-request/cancel-membership';
import type { Context } from '@ve/data/context';
import { confirmDeletion } from '@ve/data/my-data/account-deletion.repository';
import { addToOutbox } from '@ve/data/outbox/outbox.repository';
import { endSessionsOf } from '@ve/data/session/session.repository';
import { findSubscriptionOfUser } from '@ve/data/subscription/subscription.repository';

/**
 * Confirms a deletion, in the caller's transaction, which has locked the user: every session and the membership end at
 * once, with the refund by the rule, and the job is queued that deletes the account.
 */
export async function beginDeletion(
  transaction: Context['em'],
  { id: deletionId, userId }: { id: string; userId: string },
  { now, correlationId }: { now: Date; correlationId: string },
): Promise<void> {
  await confirmDeletion(transaction, { id: deletionId, userId }, now);
  await endSessionsOf(transaction, userId, now);
  const row = await findSubscriptionOfUser(transaction, userId);
  if (row !== null) {
    const { id: subscriptionId, stripeSubscriptionId } = row;
    await cancelMembership(
      transaction,
      { subscriptionId, stripeSubscriptionId, origin: 'deletion' },
      { now, correlationId },
    );
  }
  const job = { now, dedupeId: `accounts.delete.${userId}` };
  await addToOutbox(transaction, 'accounts.delete', { deletionId, correlationId }, job);
}
