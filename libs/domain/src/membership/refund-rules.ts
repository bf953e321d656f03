import { formatPrice } from '../money/format-price.ts';
import { offer } from './offer.ts';

/** A month of the membership and the full check within it, in pence, as they were agreed. */
export interface AgreedPrices {
  pence: number;
  /** 0: the contract is older than the price of the check. */
  fullCheckPence: number;
}

/** What comes back, rule by rule: each a sentence or two that stands by itself. */
export interface RefundRules {
  /** A charge whose full check was not used. */
  unused: string;
  /** A charge whose full check was used. */
  used: string;
  trial: string;
}

/**
 * The rules of `refundDue` in words, for the prices of a contract; of what is sold today unless others are given. The only
 * source of these sentences: consents, contract facts, terms, mails and the cancellation pages show them.
 */
export function refundRules({ pence, fullCheckPence }: AgreedPrices = offer.membership): RefundRules {
  const fee = formatPrice(pence);
  const within = `if you cancel within ${offer.coolingOffDays} days of the first ${fee} you ever paid`;
  const byDay = `comes back for the days of the month that are left, ${within}`;
  return {
    unused: `Cancel within ${offer.refundDays} days of a ${fee} payment without having used its full check, and you get all of it back.`,
    used:
      fullCheckPence === 0
        ? `If you have used the check, the part of the ${fee} ${byDay}.`
        : `If you have used the check, its ${formatPrice(fullCheckPence)} is not returned. The other ${formatPrice(Math.max(0, pence - fullCheckPence))} ${byDay}.`,
    trial: `The ${formatPrice(offer.trial.pence)} for the trial is not returned.`,
  };
}
