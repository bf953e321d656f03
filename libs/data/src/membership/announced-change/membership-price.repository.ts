import type { EntityManager } from '@mikro-orm/postgresql';
import { tables } from '../../entities.ts';

/** A price of a month at Stripe. */
export interface MembershipStripePrice {
  stripePriceId: string;
  pence: number;
  currency: string;
}

/**
 * Records the price at which this release makes new contracts; does nothing if it is recorded. @throws when it is
 * recorded with another amount: the configured price is then not the one that the pages state
 */
export const recordOfferedPrice = async (em: EntityManager, price: MembershipStripePrice, now: Date): Promise<void> => {
  await tables(em)
    .insertInto('membership_prices')
    .values({ ...price, announcedAt: null, effectiveFrom: now })
    .onConflict((conflict) => conflict.column('stripePriceId').doNothing())
    .execute();
  const { pence, currency } = await tables(em)
    .selectFrom('membership_prices')
    .select(['pence', 'currency'])
    .where('stripePriceId', '=', price.stripePriceId)
    .executeTakeFirstOrThrow();
  if (pence === price.pence && currency === price.currency) return;
  throw new Error(
    `STRIPE_PRICE_ID is the price of ${pence} pence, and this release offers the membership for ${price.pence}: configure the price that it offers (docs/operations/price-or-terms-change.md)`,
  );
};

/** Returns Stripe's id of the newest price of this amount, or null when there is none. */
export const findStripePriceIdByAmount = async (em: EntityManager, pence: number): Promise<string | null> => {
  const row = await tables(em)
    .selectFrom('membership_prices')
    .select('stripePriceId')
    .where('pence', '=', pence)
    .orderBy('effectiveFrom', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.stripePriceId ?? null;
};
