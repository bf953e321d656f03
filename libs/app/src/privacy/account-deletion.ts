import type {
  AccountDeletionConfirmationOutcome,
  AccountDeletionLinkState,
  AccountDeletionRequestOutcome,
} from '@ve/contracts/http/privacy/account-deletion';
import type { Context } from '@ve/data/kernel/context';
import { queueMail } from '../messaging/queue-message.ts';
import {
  addAccountDeletion,
  type AccountDeletionRow,
  findAccountDeletionByToken,
  isAccountBeingDeleted,
  lockUserRow,
} from '@ve/data/privacy/my-data/account-deletion.repository';
import { isWithinLifetime } from '@ve/domain/identity/mailed-link';
import { accountDeletionLinkLifetimeMs } from '@ve/domain/privacy/lifetimes';
import { findSubscriptionOfUser } from '@ve/data/membership/subscription/subscription.repository';
import { consumeClientLimit } from '../jobs/client-limit.ts';
import { secretTokenHash } from '../kernel/secret-token.ts';
import { endAndRefundIfCancelled } from '../membership/cancellation/cancel-membership.ts';
import type { RefundSummary } from '../membership/cancellation/cancellation-outcome.ts';
import { beginAccountDeletion } from './begin-deletion.ts';

/** Limits the deletion mails of one account. */
const mails = { name: 'account-deletion', perHour: 5 };

/**
 * Queues the mail with the link that deletes an account. An account with staff rights is not deleted;
 * `beginAccountDeletion` checks that again.
 * @throws ProblemError `too-many-requests` for a sixth mail within an hour
 */
export const queueAccountDeletionLinkMail = async (
  { em, now, correlationId, actor }: Context,
  { userId }: { userId: string },
): Promise<AccountDeletionRequestOutcome> => {
  if ('roles' in actor && actor.roles.some((role) => role !== 'user')) return { outcome: 'staff' };
  return em.transactional(async (transaction) => {
    const at = now();
    await consumeClientLimit(transaction, { limit: mails, client: userId }, at);
    const { id, email } = await addAccountDeletion(transaction, userId, at);
    const mail = { template: 'account-deletion', recipient: email, subjectId: id } as const;
    await queueMail(transaction, mail, { now: at, correlationId });
    return { outcome: 'sent' };
  });
};

/** What a link would delete: the address, and a running membership with the refund of its last charge. */
export type AccountDeletionLinkDetails =
  | Exclude<AccountDeletionLinkState, { outcome: 'found' }>
  | { outcome: 'found'; email: string; membership: { registration: string | null; refund: RefundSummary } | null };

/** What a link would delete. Reading it has no effect. */
export const findAccountDeletionLinkDetails = async (
  { em, now }: Context,
  { token }: { token: string },
): Promise<AccountDeletionLinkDetails> => {
  const deletion = await findLinked(em, token);
  if (deletion === null) return { outcome: 'expired' };
  const { userId, email } = deletion;
  if (await isAccountBeingDeleted(em, userId)) return { outcome: 'confirmed' };
  const at = now();
  if (!isWithinLifetime(deletion.requestedAt, accountDeletionLinkLifetimeMs, at)) return { outcome: 'expired' };
  const row = await findSubscriptionOfUser(em, userId);
  const terms = row === null ? null : await endAndRefundIfCancelled(em, { row, origin: 'deletion' }, at);
  const membership = row === null || terms === null ? null : { registration: row.registration, refund: terms.refund };
  return { outcome: 'found', email, membership };
};

/** Redeems a link, once: the membership and every session end immediately, a job does the rest. */
export const redeemAccountDeletionLink = async (
  { em, now, correlationId }: Context,
  { token }: { token: string },
): Promise<AccountDeletionConfirmationOutcome> => {
  const found = await findLinked(em, token);
  if (found === null) return { outcome: 'expired' };
  return em.transactional(async (transaction) => {
    const at = now();
    const { userId } = found;
    if (!(await lockUserRow(transaction, userId))) return { outcome: 'expired' };
    if (await isAccountBeingDeleted(transaction, userId)) return { outcome: 'confirmed' };
    if (!isWithinLifetime(found.requestedAt, accountDeletionLinkLifetimeMs, at)) return { outcome: 'expired' };
    const begun = await beginAccountDeletion(transaction, found, { now: at, correlationId });
    return { outcome: begun === null ? 'staff' : 'confirmed' };
  });
};

/** The database is queried only for well-formed tokens. */
const findLinked = async (em: Context['em'], token: string): Promise<AccountDeletionRow | null> => {
  const hash = secretTokenHash(token);
  return hash === null ? null : findAccountDeletionByToken(em, hash);
};
