import { offer } from './offer.ts';

const aDay = 86_400_000;

/** The last charge of a membership; amounts in pence. */
export interface LastCharge {
  pence: number;
  /** The price of its full check, as its contract names it: a used one is not returned. 0 in contracts that name none. */
  fullCheckPence: number;
  /** What went back of it already. */
  refundedPence: number;
  paidAt: Date;
  /** The period it pays for. */
  periodStart: Date;
  periodEnd: Date;
  /** Whether the period's full check was used; one that failed was not. */
  checkUsed: boolean;
  /** Taken back, or claimed back, by the card holder at their bank. */
  disputed: boolean;
}

export interface RefundFacts {
  /** Null: only the trial was paid for. */
  last: LastCharge | null;
  /** When the member was first charged in full, under whatever contract or account: to join again begins no new fourteen days. */
  firstPaidAt: Date | null;
}

/**
 * Why nothing comes back. `check-used`: the check was used, and the fourteen days are over; `check-price`: it was used, and
 * its price is all that is left of the charge.
 */
export type NoRefundReason = 'never-charged' | 'refunded' | 'disputed' | 'check-used' | 'check-price' | 'too-late';

/**
 * What is given back of the last charge. Of a used check, `daysLeft` whole days of the period that are neither used nor
 * begun, and `fullCheckPence` for the check that is kept before.
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
 * What somebody who leaves now gets back, in pence: of the last membership charge all, within 30 days, if its full check was
 * not used (specification sections 2 and 9). If it was, the price of the check is kept, as the contract names it; the rest
 * comes back by the day, without the day that has begun, within 14 days of the first full charge that they ever had: in
 * proportion to what was supplied (Consumer Contracts Regulations 2013, regs 34 and 36). The fourteen days begin once, and
 * with a used check its price is kept each time, so that nobody has checks for less by joining again. What was
 * given back before is not deducted, but at least the price of a used check is kept. Of the trial's 50p nothing comes back. A refund ends the membership at once (section 2,
 * terms). Pence are rounded in the member's favour.
 */
export function refundDue({ last, firstPaidAt }: RefundFacts, now: Date): RefundDue {
  if (last === null) return none('never-charged');
  const left = last.pence - last.refundedPence;
  if (last.disputed) return none('disputed');
  if (left <= 0) return none('refunded');
  const since = (at: Date): number => now.getTime() - at.getTime();
  if (!last.checkUsed) {
    return since(last.paidAt) <= offer.refundDays * aDay ? { kind: 'full', pence: left } : none('too-late');
  }
  if (firstPaidAt === null || since(firstPaidAt) > offer.coolingOffDays * aDay) return none('check-used');
  const { fullCheckPence } = last;
  if (left <= fullCheckPence) return none('check-price');
  const period = last.periodEnd.getTime() - last.periodStart.getTime();
  const { left: daysLeft } = billingDaysOf(last, now);
  const byDay = Math.ceil(((last.pence - fullCheckPence) * daysLeft * aDay) / period);
  const pence = Math.min(left - fullCheckPence, byDay);
  return pence > 0 ? { kind: 'pro-rata', pence, daysLeft, fullCheckPence } : none('check-used');
}

/** The whole days of a period that are left, without the one that has begun, and the days of all of it. */
export function billingDaysOf(
  { periodStart, periodEnd }: Pick<LastCharge, 'periodStart' | 'periodEnd'>,
  now: Date,
): { left: number; of: number } {
  const period = periodEnd.getTime() - periodStart.getTime();
  const unused = Math.min(period, Math.max(0, periodEnd.getTime() - now.getTime()));
  return { left: Math.floor(unused / aDay), of: Math.round(period / aDay) };
}
