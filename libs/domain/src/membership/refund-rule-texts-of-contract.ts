import { formatPrice } from '../kernel/money/format-price.ts';
import { membershipOffer } from './offer.ts';
import { type AgreedPrices, refundRuleTexts } from './refund-rule-texts.ts';

/**
 * `refundRuleTexts` for the prices of a contract of any age. A contract from before the check had its own price (0)
 * refunds the whole fee by the day; a charge of no more than the price of the check is not refunded once the check is
 * used.
 */
export function refundRuleTextsOfContract(agreed: AgreedPrices): ReturnType<typeof refundRuleTexts> {
  const rules = refundRuleTexts(agreed);
  const { pence, fullCheckPence } = agreed;
  const fee = formatPrice(pence);
  if (fullCheckPence === 0) {
    const used = `Once you use the check, the part of the ${fee} for the days left of the month comes back, if you cancel within ${membershipOffer.coolingOffDays} days of the first ${fee} you ever paid.`;
    return { ...rules, used };
  }
  return pence > fullCheckPence ? rules : { ...rules, used: `Once you use the check, none of the ${fee} comes back.` };
}
