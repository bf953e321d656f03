import { Injectable } from '@nestjs/common';
import type { Cancellation, MembershipLink } from '@ve/contracts/http/subscription';
import { leavingOf } from '@ve/data/cancellation-request/leaving';
import type { Context } from '@ve/data/context';
import { findMembershipLink } from '@ve/data/subscription/membership-link.repository';
import {
  findSubscription,
  findSubscriptionOfUser,
  type SubscriptionRow,
} from '@ve/data/subscription/subscription.repository';
import { secretTokenHash } from '@ve/server-kit/auth/secret-token';
import { cancelAndTell } from './cancel-and-tell.ts';
import { toMembershipLink } from './subscription.mapper.ts';

/** Ends memberships. Nothing here needs Stripe: the worker carries a cancellation out once Stripe answers. */
@Injectable()
export class CancellationService {
  /** Cancels the user's own membership; repeated, it answers when that ends. */
  async cancel(context: Context, userId: string): Promise<Cancellation> {
    return this.#cancel(context, await findSubscriptionOfUser(context.em, userId), 'account');
  }

  /** What a link of a mail would cancel. Reading it has no effect. */
  async readLink({ em, now }: Context, token: string): Promise<MembershipLink> {
    const row = await this.#linked(em, token);
    if (row === null) return { outcome: 'unknown' };
    const at = now();
    return toMembershipLink(row, await leavingOf(em, row, at), at);
  }

  /** Cancels by the link alone. */
  async cancelByLink(context: Context, token: string): Promise<Cancellation> {
    return this.#cancel(context, await this.#linked(context.em, token), 'link');
  }

  /** The membership of a link, unless another one was started since the link's mail. */
  async #linked(em: Context['em'], token: string): Promise<SubscriptionRow | null> {
    const hash = secretTokenHash(token);
    const link = hash === null ? null : await findMembershipLink(em, hash);
    const row = link === null ? null : await findSubscription(em, link.subscriptionId);
    return row?.stripeSubscriptionId === link?.stripeSubscriptionId ? row : null;
  }

  async #cancel(context: Context, meant: SubscriptionRow | null, origin: 'account' | 'link'): Promise<Cancellation> {
    if (meant === null) return { outcome: 'none' };
    return context.em.transactional((transaction) => cancelAndTell(transaction, context, meant, origin));
  }
}
