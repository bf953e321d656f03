import type { Cancellation } from '@ve/contracts/http/membership/membership-link';
import { cancelMembership } from '@ve/app/membership/cancellation/cancel-membership';
import type { CancellationOrigin } from '@ve/data/membership/cancellation-request/cancellation-request.entity';
import { setCancellationAnswerToken } from '@ve/data/membership/cancellation-request/cancellation-request.repository';
import { cancellationOutcomeOf } from '@ve/app/membership/cancellation/cancellation-outcome';
import type { Context } from '@ve/data/kernel/context';
import { findSubscription, type SubscriptionRow } from '@ve/data/membership/subscription/subscription.repository';
import { newSecretToken } from '@ve/app/kernel/secret-token';
import { toSummary } from '../subscription.mapper.ts';

/**
 * Cancels the given membership, unless another one was started since, and sends the notice of the outcome; a repeated
 * call returns the same outcome. Runs in the caller's transaction.
 */
export const cancelMembershipAndNotify = async (
  em: Context['em'],
  { now, correlationId }: Pick<Context, 'now' | 'correlationId'>,
  { id: subscriptionId, stripeSubscriptionId }: Pick<SubscriptionRow, 'id' | 'stripeSubscriptionId'>,
  origin: CancellationOrigin,
): Promise<Cancellation> => {
  const at = now();
  const meant = { subscriptionId, stripeSubscriptionId, origin };
  const cancelled = await cancelMembership(em, meant, { now: at, correlationId });
  if (cancelled.outcome === 'none') return { outcome: 'none' };
  // Locked by now, so the outcome is current.
  const row = await findSubscription(em, subscriptionId);
  const cancellation = row === null ? null : (await cancellationOutcomeOf(em, row, at)).cancellation;
  if (cancellation === null) throw new Error('A membership that was cancelled is not');
  const summary = toSummary(cancellation);
  const result = { outcome: 'cancelled', endsAt: summary.endsAt, summary } as const;
  if (cancelled.outcome === 'already') return { ...result, answerToken: null };
  const { token, hash } = newSecretToken();
  await setCancellationAnswerToken(em, cancelled.cancellationId, hash);
  return { ...result, answerToken: token };
};
