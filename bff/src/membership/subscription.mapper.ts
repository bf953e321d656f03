import type { CancellationSummary } from '@ve/contracts/http/membership/cancellation-summary';
import type { CancellationAnswer, MembershipLink } from '@ve/contracts/http/membership/membership-link';
import type { Subscription } from '@ve/contracts/http/membership/subscription';
import type {
  CancellationDetails,
  CancellationOutcome,
  RefundSummary,
} from '@ve/app/membership/cancellation/cancellation-outcome';
import type { MemberCancellationResult } from '@ve/app/membership/cancellation/cancel-by-member';
import type { MemberAnnouncedChange } from '@ve/app/membership/announced-change/agree-to-change';
import type { MemberChangeNotice } from '@ve/contracts/http/membership/member-change';
import { announcedChangeConsent } from '@ve/domain/membership/announced-change';
import type { SubscriptionRow } from '@ve/data/membership/subscription/subscription.repository';
import { type Membership, membershipOf } from '@ve/domain/membership/membership-state';
import { membershipTimelineOf } from '@ve/domain/membership/membership-timeline';
import { monthlyPriceOfUser, type ImmediatePayment } from '@ve/domain/membership/pay-now';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** The terms of paying now, with the agreed price of the full check. */
export interface ImmediatePaymentTerms extends ImmediatePayment {
  fullCheckPence: number;
}

/** Converts a user's membership for the browser; `null`: there is none. */
export function toSubscriptionAnswer(
  row: SubscriptionRow | null,
  {
    cancelling,
    payNow,
    changes,
  }: { cancelling: CancellationOutcome | null; payNow: ImmediatePaymentTerms | null; changes: MemberAnnouncedChange[] },
  now: Date,
): Subscription {
  const { state, subscribed, tier, credits } = membershipOf(row, now);
  const { paidUntil, nextCharge, nextCheck } = membershipTimelineOf(row, now);
  return {
    subscribed,
    subscriptionTier: tier,
    credits,
    state,
    registration: row?.registration ?? null,
    paidUntil: iso(paidUntil),
    nextCharge: nextCharge && { ...nextCharge, at: nextCharge.at.toISOString() },
    nextCheck,
    payNow: payNow && {
      pence: payNow.pence,
      fullCheckPence: payNow.fullCheckPence,
      nextChargeAt: iso(payNow.nextChargeAt),
    },
    monthlyPence: monthlyPriceOfUser(row, now),
    changes: changes.map(toMemberChangeAnswer),
    endsAt: row === null ? null : endOf(row, state),
    card: row?.card ?? null,
    paymentProblem: row === null ? null : problemOf(row, state),
    ifCancelled: cancelling?.ifCancelled ? toCancellationTerms(cancelling.ifCancelled) : null,
    cancellation: cancelling?.cancellation ? toCancellationSummary(cancelling.cancellation) : null,
  };
}

/** Converts an announced change for its member. */
export const toMemberChangeAnswer = ({ id, terms, endsAt, agreedAt }: MemberAnnouncedChange): MemberChangeNotice => ({
  id,
  kind: terms.kind,
  previousPence: terms.kind === 'price' ? terms.previousPence : null,
  pence: terms.kind === 'price' ? terms.pence : null,
  effectiveAt: terms.effectiveAt.toISOString(),
  endsAt: iso(endsAt),
  agreedAt: iso(agreedAt),
  consent: announcedChangeConsent(terms).text,
});

/** After the end only where Stripe has ended it: a member who cancelled ended it by themselves. */
function problemOf(
  { paymentProblem, cancelRequestedAt }: SubscriptionRow,
  state: Membership['state'],
): Subscription['paymentProblem'] {
  if (paymentProblem === null || (state === 'cancelled' && cancelRequestedAt !== null)) return null;
  const { kind, pence, nextAttemptAt } = paymentProblem;
  return { kind, pence, nextAttemptAt };
}

/** A membership that Stripe leaves unpaid has no end there: it ended when the bank refused the last charge. */
const endOf = ({ endsAt, paymentProblem }: SubscriptionRow, state: Membership['state']): string | null =>
  endsAt?.toISOString() ?? (state === 'cancelled' ? (paymentProblem?.failedAt ?? null) : null);

/** Converts a refund for the browser. */
export const toRefundSummary = ({ kind, pence, daysLeft, fullCheckPence }: RefundSummary): RefundSummary => ({
  kind,
  pence,
  ...(daysLeft === undefined ? {} : { daysLeft }),
  ...(fullCheckPence === undefined ? {} : { fullCheckPence }),
});

/** Converts the consequences of cancelling for the browser. */
export const toCancellationTerms = ({
  endsAt,
  endsImmediately,
  refund,
}: NonNullable<CancellationOutcome['ifCancelled']>) => ({
  endsAt: endsAt.toISOString(),
  endsImmediately,
  refund: toRefundSummary(refund),
});

/** Summarises a cancellation for a client that may see it. */
export const toCancellationSummary = (cancellation: CancellationDetails): CancellationSummary => ({
  registration_number: cancellation.registration,
  requestedAt: cancellation.requestedAt.toISOString(),
  endsAt: cancellation.endsAt.toISOString(),
  ended: cancellation.ended,
  refund: toRefundSummary(cancellation.refund),
  canWithdraw: cancellation.canWithdraw,
  monthlyPence: cancellation.monthlyPence,
});

/** Converts the result of a cancellation for its member. */
export function toCancellationAnswer(cancelled: MemberCancellationResult): CancellationAnswer {
  if (cancelled.outcome === 'none') return cancelled;
  const summary = toCancellationSummary(cancelled.cancellation);
  return { outcome: 'cancelled', endsAt: summary.endsAt, summary, answerToken: cancelled.answerToken };
}

/** Converts the membership that a cancel link refers to. */
export function toMembershipLinkAnswer(row: SubscriptionRow, outcome: CancellationOutcome, now: Date): MembershipLink {
  const { state } = membershipOf(row, now);
  if (state === 'none') return { outcome: 'unknown' };
  const { ifCancelled, cancellation } = outcome;
  const over = {
    endsAt: membershipTimelineOf(row, now).paidUntil ?? now,
    endsImmediately: true,
    refund: { kind: 'none', pence: 0 },
  } as const;
  const made = cancellation && { ...cancellation, endsImmediately: cancellation.ended };
  return {
    outcome: 'found',
    state,
    registration: row.registration,
    ...toCancellationTerms(ifCancelled ?? made ?? over),
    cancelled: ifCancelled === null,
    canWithdraw: cancellation?.canWithdraw ?? false,
    monthlyPence: row.monthlyPence,
  };
}
