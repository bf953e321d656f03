import { Inject, Injectable } from '@nestjs/common';
import type { CancellationWithdrawalAnswer } from '@ve/contracts/http/membership/cancellation';
import type { Cancellation, WithdrawByLink, MembershipLink } from '@ve/contracts/http/membership/membership-link';
import { withdrawCancellation } from '@ve/data/membership/cancellation-request/withdraw-cancellation';
import { cancellationOutcomeOf } from '@ve/data/membership/cancellation-request/cancellation-outcome';
import type { Context } from '@ve/data/kernel/context';
import { membershipLinkKey } from '@ve/data/jobs/limit/secret.repository';
import {
  findSubscription,
  findSubscriptionOfUser,
  type SubscriptionRow,
} from '@ve/data/membership/subscription/subscription.repository';
import type { SubscriptionListener } from '@ve/data/membership/subscription/subscription-listener';
import { isMembershipToken, subscriptionIdOf } from '@ve/server-kit/auth/membership-token';
import { SUBSCRIPTION_LISTENER } from './subscription-listener.token.ts';
import { cancelMembershipAndNotify } from './cancel-and-notify.ts';
import { readMembership, showMembership } from '../read-membership.ts';
import { toMembershipLink } from '../subscription.mapper.ts';

/** Ends memberships, and takes that back. Nothing here needs Stripe: the worker carries a cancellation out once Stripe answers. */
@Injectable()
export class CancellationService {
  constructor(@Inject(SUBSCRIPTION_LISTENER) private readonly listener: SubscriptionListener) {}

  /** Cancels the user's own membership; repeated, it answers when that ends. */
  async cancel(context: Context, userId: string): Promise<Cancellation> {
    return this.#cancel(context, await findSubscriptionOfUser(context.em, userId), 'account');
  }

  /** What a link of a mail would cancel. Reading it has no effect. */
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

  /** Takes the user's cancellation back while the paid period runs; one that is not cancelled is kept as it is. */
  async keep(context: Context, userId: string): Promise<CancellationWithdrawalAnswer> {
    const kept = await this.#keep(context, await findSubscriptionOfUser(context.em, userId));
    return kept ? { outcome: 'kept', subscription: await readMembership(context, userId) } : { outcome: 'ended' };
  }

  /** Takes a cancellation back by the link alone; it tells what is charged next, and nothing else of the membership. */
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
