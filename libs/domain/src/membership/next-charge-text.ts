import { formatMoney } from '../kernel/money/format-money.ts';
import { formatInstant } from '../kernel/time/format-date.ts';
import type { NextCharge } from './membership-timeline.ts';
import { firstChargeDelayText, membershipOffer } from './offer.ts';

/** A charge as pages receive it. */
export type UpcomingCharge = Omit<NextCharge, 'at'> & { at: Date | string };

/** The next charge with its due time: `£8.90 on 3 March 2027 at 14:05 UK time`, or since when it has been due. */
export function nextChargeText({ pence, at, timing }: UpcomingCharge): string {
  const amount = formatMoney(pence, membershipOffer.currency);
  switch (timing) {
    case 'planned':
      return `${amount} on ${formatInstant(at)}`;
    case 'due':
      return `${amount}, due since ${formatInstant(at)} and usually taken within ${firstChargeDelayText}`;
    case 'late':
      return `${amount}, due since ${formatInstant(at)} and not taken yet`;
  }
}
