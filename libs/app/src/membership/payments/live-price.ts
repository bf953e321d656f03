import { membershipOffer } from '@ve/domain/membership/offer';
import { formatPrice } from '@ve/domain/kernel/money/format-price';
import type { PaymentsPort } from '@ve/providers/payments/payments.port';
import { PaymentsUnavailableError } from '@ve/providers/payments/payments.port';
import { nullIfUnknownAtStripe } from '@ve/providers/payments/unknown-stripe-object';
import type { UseCaseLogger } from '../../kernel/use-case-logger.ts';

interface PriceReader {
  payments: Pick<PaymentsPort, 'readPrice'>;
}

/**
 * What is wrong with the configured price, as text for an operator; null: it is the offer that the pages show.
 * @throws PaymentsUnavailableError, PaymentsRefusedError
 */
export const findPriceProblem = async (
  { payments }: PriceReader,
  { priceId, livemode }: { priceId: string; livemode: boolean },
): Promise<string | null> => {
  const price = await nullIfUnknownAtStripe(payments.readPrice(priceId));
  const { currency, membership } = membershipOffer;
  if (price === null) return `Stripe knows no such price in ${livemode ? 'live' : 'test'} mode`;
  if (price.livemode !== livemode) return `the price is of ${price.livemode ? 'live' : 'test'} mode, the key is not`;
  if (!price.active) return 'the price is archived';
  if (price.pence !== membership.pence || price.currency !== currency || price.months !== membership.months) {
    return `the price is not ${formatPrice(membership.pence)} a month, which the pages show`;
  }
  return null;
};

/**
 * Reads the price before a process that takes real money starts. Returns why it must not start; null: it may. When Stripe
 * does not answer it may, too, with a warning: an outage of Stripe must not take the site down.
 * @throws PaymentsRefusedError
 */
export const refusalOfLivePrice = async (
  { payments, logger }: PriceReader & { logger: Pick<UseCaseLogger, 'warn'> },
  priceId: string,
): Promise<string | null> => {
  try {
    const problem = await findPriceProblem({ payments }, { priceId, livemode: true });
    if (problem === null) return null;
    return `STRIPE_PRICE_ID cannot be charged: ${problem}. Run npm run stripe:setup (docs/operations/stripe.md).`;
  } catch (error) {
    if (!(error instanceof PaymentsUnavailableError)) throw error;
    logger.warn({ event: 'live_price_not_checked', err: error }, 'Stripe did not answer about the price.');
    return null;
  }
};
