import type { EntityManager } from '@mikro-orm/postgresql';
import { findStripePriceIdByAmount } from '@ve/data/membership/announced-change/membership-price.repository';
import { membershipOffer } from '@ve/domain/membership/offer';
import { PaymentsRefusedError } from '@ve/providers/payments/payments.port';

/**
 * Returns the Stripe price of a contract that was agreed at `monthlyPence`; null: the configured one. A page of another
 * release may have stated another price, which is then the price of the contract.
 * @throws PaymentsRefusedError when there is no price of that amount: no one is charged another
 */
export const stripePriceIdOfContract = async (
  em: EntityManager,
  monthlyPence: number | null,
): Promise<string | null> => {
  if (monthlyPence === null) return null;
  const priceId = await findStripePriceIdByAmount(em, monthlyPence);
  // Before the workers have recorded the first price.
  if (priceId === null && monthlyPence !== membershipOffer.membership.pence) {
    throw new PaymentsRefusedError(null, `There is no price of ${monthlyPence} pence`);
  }
  return priceId;
};
