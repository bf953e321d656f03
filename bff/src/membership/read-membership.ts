import type { Subscription } from '@ve/contracts/http/membership/subscription';
import { leavingOf } from '@ve/data/membership/cancellation-request/leaving';
import type { Context } from '@ve/data/kernel/context';
import { findSubscriptionOfUser, type SubscriptionRow } from '@ve/data/membership/subscription/subscription.repository';
import { toSubscription } from './subscription.mapper.ts';

/** A user's membership for their browser. */
export const readMembership = async (context: Context, userId: string): Promise<Subscription> =>
  showMembership(context, await findSubscriptionOfUser(context.em, userId));

/** A membership that was read, for its member's browser; `null`: there is none. */
export const showMembership = async ({ em, now }: Context, row: SubscriptionRow | null): Promise<Subscription> => {
  const at = now();
  return toSubscription(row, row === null ? null : await leavingOf(em, row, at), at);
};
