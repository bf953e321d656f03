import { offer } from '@ve/domain/membership/offer';
import { formatPrice } from '@ve/domain/kernel/money/format-price';

/** The prices and periods of the offer, as text. */
export const formattedPrices = {
  trial: formatPrice(offer.trial.pence),
  monthly: formatPrice(offer.membership.pence),
  fullCheck: formatPrice(offer.membership.fullCheckPence),
  /** The monthly price without its full check. */
  rest: formatPrice(offer.membership.pence - offer.membership.fullCheckPence),
  /** The price of a trial followed by twelve months. */
  firstYear: formatPrice(offer.trial.pence + 12 * offer.membership.pence),
  trialHours: `${offer.trial.hours} hours`,
  trialLength: `${offer.trial.hours}-hour trial`,
  noticeHours: `${offer.noticeHours} hours`,
  coolingOff: `${offer.coolingOffDays} days`,
  refundTime: `${offer.refundDays} days`,
  minimumAge: offer.minimumAge,
} as const;
