import type { CancellationOrigin } from '@ve/data/membership/cancellation-request/cancellation-request.entity';
import { setCancellationReasonToken } from '@ve/data/membership/cancellation-request/cancellation-request.repository';
import type { Context } from '@ve/data/kernel/context';
import { membershipLinkSigningKey } from '@ve/data/jobs/limit/secret.repository';
import {
  findSubscription,
  findSubscriptionOfUser,
  type SubscriptionRow,
} from '@ve/data/membership/subscription/subscription.repository';
import type { SubscriptionListener } from '@ve/data/membership/subscription/subscription-listener';
import { newSecretToken } from '../../kernel/secret-token.ts';
import { idOfSignedToken } from '../../kernel/signed-id.ts';
import { cancelMembership } from './cancel-membership.ts';
import { type CancellationDetails, cancellationOutcomeOf } from './cancellation-outcome.ts';
import { isMembershipLinkToken } from './membership-token.ts';
import { withdrawCancellation } from './withdraw-cancellation.ts';

/** The membership that a member means: the signed-in user's own, or that of a link in an e-mail. */
export type MembershipReference = { userId: string } | { token: string };

/** `answerToken`: with it the member may give a reason, once; null for a repeated call. */
export type MemberCancellationResult =
  { outcome: 'none' } | { outcome: 'cancelled'; cancellation: CancellationDetails; answerToken: string | null };

/**
 * Cancels memberships, and undoes cancellations. Nothing here needs Stripe: a job carries out a cancellation once
 * Stripe answers.
 */
export class MemberCancellationService {
  constructor(private readonly listener: SubscriptionListener) {}

  /** Cancels a membership; a repeated call returns when it ends. */
  async cancel(context: Context, meant: MembershipReference): Promise<MemberCancellationResult> {
    const row = await findReferencedMembership(context.em, meant);
    if (row === null) return { outcome: 'none' };
    const origin = 'userId' in meant ? 'account' : 'link';
    return context.em.transactional((transaction) => cancelByMember(transaction, context, { row, origin }));
  }

  /**
   * Undoes a cancellation while the paid period runs; a membership that is not cancelled stays unchanged. Returns
   * whether the membership continues.
   */
  async withdraw({ em, now, correlationId }: Context, meant: MembershipReference): Promise<boolean> {
    const row = await findReferencedMembership(em, meant);
    const stripeSubscriptionId = row?.stripeSubscriptionId ?? null;
    if (row === null || stripeSubscriptionId === null) return false;
    const kept = { subscriptionId: row.id, stripeSubscriptionId };
    return em.transactional((transaction) =>
      withdrawCancellation(transaction, kept, { now: now(), listener: this.listener, correlationId }),
    );
  }
}

/** Finds a membership; that of a link only if no other one was started since the link's e-mail. */
export const findReferencedMembership = async (
  em: Context['em'],
  meant: MembershipReference,
): Promise<SubscriptionRow | null> => {
  if ('userId' in meant) return findSubscriptionOfUser(em, meant.userId);
  const id = idOfSignedToken(meant.token);
  const row = id === null ? null : await findSubscription(em, id);
  const stripeSubscriptionId = row?.stripeSubscriptionId ?? null;
  if (row === null || stripeSubscriptionId === null) return null;
  return isMembershipLinkToken(meant.token, { id: row.id, stripeSubscriptionId }, await membershipLinkSigningKey(em))
    ? row
    : null;
};

/**
 * Cancels the given membership, unless another one was started since, and sends the notice of the outcome; a repeated
 * call returns the same outcome. Runs in the caller's transaction.
 */
export const cancelByMember = async (
  em: Context['em'],
  { now, correlationId }: Pick<Context, 'now' | 'correlationId'>,
  {
    row: { id: subscriptionId, stripeSubscriptionId },
    origin,
  }: { row: Pick<SubscriptionRow, 'id' | 'stripeSubscriptionId'>; origin: CancellationOrigin },
): Promise<MemberCancellationResult> => {
  const at = now();
  const meant = { subscriptionId, stripeSubscriptionId, origin };
  const cancelled = await cancelMembership(em, meant, { now: at, correlationId });
  if (cancelled.outcome === 'none') return cancelled;
  // Locked by now, so the outcome is current.
  const row = await findSubscription(em, subscriptionId);
  const cancellation = row === null ? null : (await cancellationOutcomeOf(em, row, at)).cancellation;
  if (cancellation === null) throw new Error('A membership that was cancelled is not');
  if (cancelled.outcome === 'already') return { outcome: 'cancelled', cancellation, answerToken: null };
  const { token, hash } = newSecretToken();
  await setCancellationReasonToken(em, cancelled.cancellationId, hash);
  return { outcome: 'cancelled', cancellation, answerToken: token };
};
