import { cancellationOutcomeOf, findAgreedPrices } from '@ve/app/membership/cancellation/cancellation-outcome';
import type { SubscriptionSearch } from '@ve/contracts/http/membership/cancellation';
import type { Context } from '@ve/data/kernel/context';
import { findUserId } from '@ve/data/identity/user/user.repository';
import {
  findCancellationByEmail,
  findPaymentSummary,
} from '@ve/data/membership/cancellation-request/subscription-search.repository';
import { findSubscriptionOfUser } from '@ve/data/membership/subscription/subscription.repository';
import { toSubscriptionSearch } from './cancellation-page.mapper.ts';

/** Returns what belongs to an address. */
export const searchByAddress = async ({ em, now }: Context, email: string): Promise<SubscriptionSearch> => {
  const at = now();
  const userId = await findUserId(em, email);
  const row = userId === null ? null : await findSubscriptionOfUser(em, userId);
  const subscription = row && {
    row,
    cancelling: await cancellationOutcomeOf(em, row, at),
    agreed: await findAgreedPrices(em, row, at),
  };
  const found = {
    request: await findCancellationByEmail(em, email),
    subscription,
    payments: await findPaymentSummary(em, userId),
  };
  return toSubscriptionSearch(found, at);
};
