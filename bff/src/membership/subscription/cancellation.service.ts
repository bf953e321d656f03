import { Inject, Injectable } from '@nestjs/common';
import type { CancellationWithdrawalAnswer } from '@ve/contracts/http/membership/cancellation';
import type { Cancellation, WithdrawByLink, MembershipLink } from '@ve/contracts/http/membership/membership-link';
import { withdrawCancellation } from '@ve/app/membership/cancellation/withdraw-cancellation';
import { cancellationOutcomeOf } from '@ve/app/membership/cancellation/cancellation-outcome';
import type { Context } from '@ve/data/kernel/context';
import { membershipLinkKey } from '@ve/data/jobs/limit/secret.repository';
import {
  findSubscription,
  findSubscriptionOfUser,
  type SubscriptionRow,
} from '@ve/data/membership/subscription/subscription.repository';
import type { SubscriptionListener } from '@ve/data/membership/subscription/subscription-listener';
import { isMembershipToken, subscriptionIdOf } from '@ve/app/membership/cancellation/membership-token';
import { SUBSCRIPTION_LISTENER } from './subscription-listener.token.ts';
import { cancelMembershipAndNotify } from './cancel-and-notify.ts';
import { readMembership, showMembership } from '../read-membership.ts';
import { toMembershipLink } from '../subscription.mapper.ts';

/**
 * Cancels memberships, and undoes cancellations. Nothing here needs Stripe: the worker carries out a cancellation once
 * Stripe answers.
 */
@Injectable()
export class CancellationService {
  constructor(@Inject(SUBSCRIPTION_LISTENER) private readonly listener: SubscriptionListener) {}

  /** Cancels the user's own membership; a repeated call returns when it ends. */
  async cancel(context: Context, userId: string): Promise<Cancellation> {
    return this.#cancel(context, await findSubscriptionOfUser(context.em, userId), 'account');
  }

  /** The membership that a mail's link would cancel. Reading it has no effect. */
  async readLink({ em, now }: Context, token: string): Promise<MembershipLink> {
    const row = await this.#linked(em, token);
    if (row === null) return { outcome: 'unknown' };
    const at = now();
    return toMembershipLink(row, await cancellationOutcomeOf(em, row, at), at);
  }

  /** Cancels by the link alone. */
  async cancelByLink(context: Context, token: string): Promise<Cancellation> {
    return this.#cancel(context, await this.#linked(context.em, token), 'link');
  }

  /** Undoes the user's cancellation while the paid period runs; a membership that is not cancelled stays unchanged. */
  async keep(context: Context, userId: string): Promise<CancellationWithdrawalAnswer> {
    const kept = await this.#keep(context, await findSubscriptionOfUser(context.em, userId));
    return kept ? { outcome: 'kept', subscription: await readMembership(context, userId) } : { outcome: 'ended' };
  }

  /** Undoes a cancellation by the link alone; returns the next charge, and nothing else about the membership. */
  async withdrawCancellationByLink(context: Context, token: string): Promise<WithdrawByLink> {
    if (!(await this.#keep(context, await this.#linked(context.em, token)))) return { outcome: 'ended' };
    const { nextCharge } = await showMembership(context, await this.#linked(context.em, token));
    return { outcome: 'kept', nextCharge };
  }

  /** The membership of a link, unless another one was started since the link's mail. */
  async #linked(em: Context['em'], token: string): Promise<SubscriptionRow | null> {
    const id = subscriptionIdOf(token);
    const row = id === null ? null : await findSubscription(em, id);
    const stripeSubscriptionId = row?.stripeSubscriptionId ?? null;
    if (row === null || stripeSubscriptionId === null) return null;
    return isMembershipToken(token, { id: row.id, stripeSubscriptionId }, await membershipLinkKey(em)) ? row : null;
  }

  async #keep({ em, now, correlationId }: Context, meant: SubscriptionRow | null): Promise<boolean> {
    const stripeSubscriptionId = meant?.stripeSubscriptionId ?? null;
    if (meant === null || stripeSubscriptionId === null) return false;
    const kept = { subscriptionId: meant.id, stripeSubscriptionId };
    return em.transactional((transaction) =>
      withdrawCancellation(transaction, kept, { now: now(), listener: this.listener, correlationId }),
    );
  }

  async #cancel(context: Context, meant: SubscriptionRow | null, origin: 'account' | 'link'): Promise<Cancellation> {
    if (meant === null) return { outcome: 'none' };
    return context.em.transactional((transaction) => cancelMembershipAndNotify(transaction, context, meant, origin));
  }
}
