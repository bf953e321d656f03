import { cancelMembership } from '@ve/data/cancellation-request/cancel-membership';
import type { Context } from '@ve/data/context';
import { isStaff } from '@ve/data/customer/customer-actions.repository';
import { addDeletion, confirmDeletion } from '@ve/data/my-data/account-deletion.repository';
import { addToOutbox } from '@ve/data/outbox/outbox.repository';
import { endSessionsOf } from '@ve/data/session/session.repository';
import { findSubscriptionOfUser } from '@ve/data/subscription/subscription.repository';

/**
 * Confirms a deletion, in the caller's transaction, which has locked the user: every session and the membership end at
 * once, with the refund by the rule, and the job is queued that deletes the account. Without an id of
 * a request that was mailed, it is recorded as one. Returns its id; null: the account has rights of staff by now, and
 * nothing was changed, as the last admin could go by it.
 */
export async function beginDeletion(
  transaction: Context['em'],
  { id, userId }: { id?: string; userId: string },
  { now, correlationId }: { now: Date; correlationId: string },
): Promise<string | null> {
  if (await isStaff(transaction, userId)) return null;
  const deletionId = id ?? (await addDeletion(transaction, userId, now)).id;
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
  return deletionId;
}
