import { Injectable } from '@nestjs/common';
import type { Cancellation, MembershipLink } from '@ve/contracts/http/subscription';
import type { Context } from '@ve/data/context';
import { addToOutbox } from '@ve/data/outbox/outbox.repository';
import { findMembershipLink } from '@ve/data/subscription/membership-link.repository';
import { lockSubscription, recordCancellation } from '@ve/data/subscription/subscription-changes.repository';
import {
  findSubscription,
  findSubscriptionOfUser,
  type SubscriptionRow,
} from '@ve/data/subscription/subscription.repository';
import { endIfCancelled } from '@ve/domain/membership/cancellation';
import { secretTokenHash } from '@ve/server-kit/auth/secret-token';
import { toMembershipLink } from './subscription.mapper.ts';

/** Ends memberships. Nothing here needs Stripe: the worker carries a cancellation out once Stripe answers. */
@Injectable()
export class CancellationService {
  /** Cancels the user's own membership; repeated, it answers when that ends. */
  async cancel(context: Context, userId: string): Promise<Cancellation> {
    return this.#cancel(context, await findSubscriptionOfUser(context.em, userId));
  }

  /** What a link of a mail would cancel. Reading it has no effect. */
  async readLink({ em, now }: Context, token: string): Promise<MembershipLink> {
    const row = await this.#linked(em, token);
    return row === null ? { outcome: 'unknown' } : toMembershipLink(row, now());
  }

  /** Cancels by the link alone. */
  async cancelByLink(context: Context, token: string): Promise<Cancellation> {
    return this.#cancel(context, await this.#linked(context.em, token));
  }

  /** The membership of a link, unless another one was started since the link's mail. */
  async #linked(em: Context['em'], token: string): Promise<SubscriptionRow | null> {
    const hash = secretTokenHash(token);
    const link = hash === null ? null : await findMembershipLink(em, hash);
    const row = link === null ? null : await findSubscription(em, link.subscriptionId);
    return row?.stripeSubscriptionId === link?.stripeSubscriptionId ? row : null;
  }

  async #cancel({ em, now, correlationId }: Context, meant: SubscriptionRow | null): Promise<Cancellation> {
    if (meant === null) return { outcome: 'none' };
    const { id: subscriptionId, stripeSubscriptionId } = meant;
    return em.transactional(async (transaction) => {
      const at = now();
      const row = await lockSubscription(transaction, subscriptionId);
      // Started again between the read and the lock: that is not the one that was meant.
      if (row === null || row.stripeSubscriptionId !== stripeSubscriptionId) return { outcome: 'none' };
      if (row.endsAt !== null) return { outcome: 'cancelled', endsAt: row.endsAt.toISOString() };
      const endsAt = endIfCancelled(row, at);
      if (endsAt === null) return { outcome: 'none' };
      await recordCancellation(transaction, subscriptionId, { endsAt, now: at });
      const of = stripeSubscriptionId === null ? {} : { of: { stripeSubscriptionId, endsAt: endsAt.toISOString() } };
      await addToOutbox(transaction, 'subscriptions.cancel', { subscriptionId, ...of, correlationId }, { now: at });
      return { outcome: 'cancelled', endsAt: endsAt.toISOString() };
    });
  }
}
