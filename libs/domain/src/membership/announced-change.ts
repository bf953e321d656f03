import { formatPrice } from '../kernel/money/format-price.ts';
import { formatDate } from '../kernel/time/format-date.ts';
import { addDays, londonDate, startOfLondonDay } from '../kernel/time/london-date.ts';
import { billingPeriodEndAfter } from './billing-period.ts';
import { chargeDueSince, membershipOf, type SubscriptionFacts } from './membership-state.ts';

/** What an announced change is of: the price of a month, or the terms of service. */
export const announcedChangeKinds = ['price', 'terms'] as const;

export type AnnouncedChangeKind = (typeof announcedChangeKinds)[number];

/** The days of notice that the terms promise before a change takes effect for a member. */
export const changeNoticeDays = 30;

const noticeMs = changeNoticeDays * 86_400_000;

/** Whether a change that is announced at `now` leaves the promised notice. */
export const isChangeNoticeLongEnough = (effectiveAt: Date, now: Date): boolean =>
  effectiveAt.getTime() - now.getTime() >= noticeMs;

/**
 * When a change takes effect for a member who is notified at `noticedAt`, when the mail server accepts the mail: on its
 * day or, where that would leave less than the promised notice, at the start of the first day in London that leaves it.
 */
export function changeEffectiveAtForMember(effectiveAt: Date, noticedAt: Date): Date {
  if (isChangeNoticeLongEnough(effectiveAt, noticedAt)) return effectiveAt;
  return startOfLondonDay(addDays(londonDate(new Date(noticedAt.getTime() + noticeMs)), 1));
}

/**
 * The end of the period that covers the day of a change, with which the membership of a member who does not agree ends;
 * null: unknown, as nothing is paid at present.
 */
export function periodEndCoveringChange(facts: SubscriptionFacts, effectiveAt: Date): Date | null {
  const { status, creditedPeriodEnd, trialEndsAt, currentPeriodStart, currentPeriodEnd } = facts;
  let end = status === 'trialing' ? (trialEndsAt ?? currentPeriodEnd) : creditedPeriodEnd;
  if (end === null) return null;
  const anchorDay = anchorDayOf(end, [trialEndsAt, currentPeriodStart]);
  while (end <= effectiveAt) end = billingPeriodEndAfter(end, anchorDay);
  return end;
}

/**
 * The day of the month on which the contract began, where a period ends on the last day of a month that is too short.
 */
function anchorDayOf(end: Date, earlier: readonly (Date | null)[]): number {
  const isLastOfMonth = new Date(end.getTime() + 86_400_000).getUTCDate() === 1;
  const days = earlier.map((each) => (isLastOfMonth ? (each?.getUTCDate() ?? 0) : 0));
  return Math.max(end.getUTCDate(), ...days);
}

/**
 * What is to be done about a member on and after the day. `wait`: not decided yet; `apply`: they agreed, so the change
 * applies from their next period; `end`: they did not, so the membership ends with its paid period; `lapse`: it has
 * ended without the change.
 */
export type AnnouncedChangeStep = 'wait' | 'apply' | 'end' | 'lapse';

export function announcedChangeStepOf(
  {
    facts,
    agreed,
    notified,
    effectiveAt,
  }: { facts: SubscriptionFacts; agreed: boolean; notified: boolean; effectiveAt: Date },
  now: Date,
): AnnouncedChangeStep {
  if (now < effectiveAt) return 'wait';
  const { state } = membershipOf(facts, now);
  if (state === 'none' || state === 'cancelled') return 'lapse';
  // The promised notice has not begun.
  if (!agreed && !notified) return 'wait';
  // A cancellation can be withdrawn until its end.
  if (facts.endsAt) return 'wait';
  // The charge of a period that began before the day is being made at the old price.
  const due = state === 'charge-due' ? chargeDueSince(facts) : null;
  if (due !== null && (agreed || due < effectiveAt)) return 'wait';
  return agreed ? 'apply' : 'end';
}

/** What a member agrees to, for the text next to the button and its stored version. */
export type AnnouncedChangeTerms =
  | { kind: 'price'; previousPence: number; pence: number; effectiveAt: Date }
  | { kind: 'terms'; termsVersion: string; effectiveAt: Date };

/** A changed text of the consent to a price needs a new version. */
const priceConsentVersion = '2026-11-27';

/** The consent to an announced change as shown above the button that gives it, and the version that is stored. */
export function announcedChangeConsent(change: AnnouncedChangeTerms): { version: string; text: string } {
  const day = formatDate(londonDate(change.effectiveAt));
  if (change.kind === 'terms') {
    return { version: change.termsVersion, text: `I agree to the new terms of service, from ${day}.` };
  }
  const [now, then] = [formatPrice(change.previousPence), formatPrice(change.pence)];
  return {
    version: priceConsentVersion,
    text: `I agree to pay ${then} a month instead of ${now}, from my first payment on or after ${day}, until I cancel.`,
  };
}
