import type { EntityManager } from '@mikro-orm/postgresql';
import { cancelMembership } from '../membership/cancellation/cancel-membership.ts';
import { isStaffUser } from '@ve/data/membership/customer/customer-actions.repository';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { endUserSessions } from '@ve/data/identity/session/session.repository';
import { findSubscriptionOfUser } from '@ve/data/membership/subscription/subscription.repository';
import { addAccountDeletion, confirmAccountDeletion } from '@ve/data/privacy/my-data/account-deletion.repository';

/**
 * Confirms a deletion, in the caller's transaction, which has locked the user: ends every session and the membership
 * immediately, with the refund by the rule, and queues the job that deletes the account. Without the id of a mailed
 * request it records a new one. Returns its id; null when the account has staff rights by now: then nothing is changed,
 * because the last admin could be deleted.
 */
export const beginAccountDeletion = async (
  transaction: EntityManager,
  { id, userId }: { id?: string; userId: string },
  { now, correlationId }: { now: Date; correlationId: string },
): Promise<string | null> => {
  if (await isStaffUser(transaction, userId)) return null;
  const deletionId = id ?? (await addAccountDeletion(transaction, userId, now)).id;
  await confirmAccountDeletion(transaction, { id: deletionId, userId }, now);
  await endUserSessions(transaction, { userId }, now);
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
  await addToOutbox(transaction, { jobName: 'accounts.delete', payload: { deletionId, correlationId } }, job);
  return deletionId;
};
