import { membershipOffer } from './offer.ts';

const aDay = 86_400_000;

/** The last charge of a membership; amounts in pence. */
export interface LastCharge {
  pence: number;
  /** The price of its full check under the contract, which is not refunded once used. 0 in contracts without one. */
  fullCheckPence: number;
  /** The amount that is already refunded. */
  refundedPence: number;
  paidAt: Date;
  /** Start of the period that it pays for. */
  periodStart: Date;
  periodEnd: Date;
  /** Whether the period's full check was used; a failed one does not count. */
  checkUsed: boolean;
  /** Whether the card holder has disputed the charge at the bank. */
  disputed: boolean;
}

export interface RefundFacts {
  /** Null: only the trial was paid for. */
  last: LastCharge | null;
  /**
   * When the member was first charged in full, under any contract or account: rejoining does not restart the fourteen
   * days.
   */
  firstPaidAt: Date | null;
}

/**
 * Why nothing is refunded. `check-used`: the check was used, and the fourteen days are over; `check-price`: it was
 * used, and its price is all that is left of the charge. `not-agreed`: the membership ends with its paid period because
 * its member did not agree to an announced change.
 */
export type NoRefundReason =
  'never-charged' | 'refunded' | 'disputed' | 'check-used' | 'check-price' | 'too-late' | 'not-agreed';

/**
 * What is refunded of the last charge. With a used check: `daysLeft` whole unstarted days of the period, after
 * `fullCheckPence` is kept for the check.
 */
export type RefundDue =
  | { kind: 'full'; pence: number }
  | { kind: 'pro-rata'; pence: number; daysLeft: number; fullCheckPence: number }
  | NoRefund;

interface NoRefund {
  kind: 'none';
  pence: 0;
  reason: NoRefundReason;
}

const none = (reason: NoRefundReason): NoRefund => ({ kind: 'none', pence: 0, reason });

/**
 * The refund of a member who cancels now, in pence. The last membership charge is refunded in full within 30 days if
 * its full check was not used (specification sections 2 and 9). If it was, the price of the check under the contract is
 * kept; the rest is refunded by the day, without the started day, within 14 days of the member's first full charge
 * ever: in proportion to what was supplied (Consumer Contracts Regulations 2013, regs 34 and 36). The fourteen days run
 * only once, and the price of a used check is kept each time, so that rejoining never makes checks cheaper. Earlier
 * refunds are not deducted, but at least the price of a used check is kept. The trial's 50p is not refunded. A refund
 * ends the membership immediately (section 2, terms). Pence are rounded in the member's favour.
 */
export function refundDue({ last, firstPaidAt }: RefundFacts, now: Date): RefundDue {
  if (last === null) return none('never-charged');
  const left = last.pence - last.refundedPence;
  if (last.disputed) return none('disputed');
  if (left <= 0) return none('refunded');
  const since = (at: Date): number => now.getTime() - at.getTime();
  if (!last.checkUsed) {
    return since(last.paidAt) <= membershipOffer.refundDays * aDay ? { kind: 'full', pence: left } : none('too-late');
  }
  if (firstPaidAt === null || since(firstPaidAt) > membershipOffer.coolingOffDays * aDay) return none('check-used');
  const { fullCheckPence } = last;
  if (left <= fullCheckPence) return none('check-price');
  const period = last.periodEnd.getTime() - last.periodStart.getTime();
  const { left: daysLeft } = remainingBillingDays(last, now);
  const byDay = Math.ceil(((last.pence - fullCheckPence) * daysLeft * aDay) / period);
  const pence = Math.min(left - fullCheckPence, byDay);
  return pence > 0 ? { kind: 'pro-rata', pence, daysLeft, fullCheckPence } : none('check-used');
}

/** The whole days left of a period, without the started one, and the number of its days. */
export function remainingBillingDays(
  { periodStart, periodEnd }: Pick<LastCharge, 'periodStart' | 'periodEnd'>,
  now: Date,
): { left: number; of: number } {
  const period = periodEnd.getTime() - periodStart.getTime();
  const unused = Math.min(period, Math.max(0, periodEnd.getTime() - now.getTime()));
  return { left: Math.floor(unused / aDay), of: Math.round(period / aDay) };
}
