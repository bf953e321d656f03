import { membershipOffer } from '@ve/domain/membership/offer';
import { formatPrice } from '@ve/domain/kernel/money/format-price';

/** The prices and periods of the offer, as text. */
export const formattedPrices = {
  trial: formatPrice(membershipOffer.trial.pence),
  monthly: formatPrice(membershipOffer.membership.pence),
  fullCheck: formatPrice(membershipOffer.membership.fullCheckPence),
  /** The monthly price without its full check. */
  rest: formatPrice(membershipOffer.membership.pence - membershipOffer.membership.fullCheckPence),
  /** The price of a trial followed by twelve months. */
  firstYear: formatPrice(membershipOffer.trial.pence + 12 * membershipOffer.membership.pence),
  trialHours: `${membershipOffer.trial.hours} hours`,
  trialLength: `${membershipOffer.trial.hours}-hour trial`,
  noticeHours: `${membershipOffer.noticeHours} hours`,
  coolingOff: `${membershipOffer.coolingOffDays} days`,
  refundTime: `${membershipOffer.refundDays} days`,
  minimumAge: membershipOffer.minimumAge,
} as const;
