import type { CompanyIdentity } from '@ve/domain/membership/company-identity';
import { stripeModeOfKey } from '@ve/domain/membership/stripe-mode';
import type { PaymentsPort } from '@ve/providers/payments/payments.port';
import type { UseCaseLogger } from '../../kernel/use-case-logger.ts';
import { refusalOfLivePrice } from './live-price.ts';

const companyRefusal =
  'STRIPE_SECRET_KEY takes real money, and no page names the company, which the terms promise first. Fill in libs/domain/src/membership/company-identity.ts (docs/operations/stripe.md).';

/**
 * Whether a process may start that takes real money. Returns why it must not, a reason each line; null: it may, or its
 * key is of test mode.
 * @throws PaymentsRefusedError
 */
export const refusalOfLiveMode = async (
  {
    payments,
    logger,
    company,
  }: {
    payments: Pick<PaymentsPort, 'readPrice'>;
    logger: Pick<UseCaseLogger, 'warn'>;
    company: CompanyIdentity | null;
  },
  { STRIPE_SECRET_KEY: key, STRIPE_PRICE_ID: priceId }: { STRIPE_SECRET_KEY: string; STRIPE_PRICE_ID: string },
): Promise<string | null> => {
  if (stripeModeOfKey(key) !== 'live') return null;
  const reasons = [company === null ? companyRefusal : null, await refusalOfLivePrice({ payments, logger }, priceId)];
  return reasons.filter((reason) => reason !== null).join('\n') || null;
};
