import { formatPrice } from '../kernel/money/format-price.ts';
import { membershipOffer } from './offer.ts';

/** The agreed prices, in pence, of a month of the membership and of the full check within it. */
export interface AgreedPrices {
  pence: number;
  fullCheckPence: number;
}

/**
 * The rules of `refundDue` as text, each one or two complete sentences, for the prices of a contract; by default of the
 * present offer. The only source of these sentences: consents, contract facts, terms, mails and the cancellation pages
 * show them. `unused`, `used`: for a charge whose full check was or was not used.
 */
export const refundRuleTexts = ({ pence, fullCheckPence }: AgreedPrices = membershipOffer.membership) => {
  const fee = formatPrice(pence);
  return {
    unused: `Cancel within ${membershipOffer.refundDays} days of a payment of ${fee} without using its full check, and you get all of it back.`,
    used: `Once you use the check, its ${formatPrice(fullCheckPence)} is not returned. The other ${formatPrice(pence - fullCheckPence)} comes back for the days left of the month, if you cancel within ${membershipOffer.coolingOffDays} days of the first ${fee} you ever paid.`,
    trial: `The ${formatPrice(membershipOffer.trial.pence)} for the trial is not returned.`,
  };
};
