import type { SubscriptionSearchResult } from '@ve/contracts/http/membership/cancellation';
import type { CancellationSummary } from '@ve/contracts/http/membership/cancellation-summary';
import type { CancellationRow } from '@ve/data/membership/cancellation-request/cancellation-request.repository';
import { hasMembershipEnded, type CancellationOutcome } from '@ve/app/membership/cancellation/cancellation-outcome';
import type { PaymentSummary } from '@ve/data/membership/cancellation-request/subscription-search.repository';
import type { SubscriptionRow } from '@ve/data/membership/subscription/subscription.repository';
import { isMembershipLive, membershipOf, type MembershipState } from '@ve/domain/membership/membership-state';
import { membershipTimelineOf } from '@ve/domain/membership/membership-timeline';
import { membershipOffer } from '@ve/domain/membership/offer';
import type { AgreedPrices } from '@ve/domain/membership/refund-rule-texts';
import { toCancellationSummary, toCancellationTerms } from '../subscription.mapper.ts';

export interface SubscriptionSearchData {
  /** The newest request that was not undone. */
  request: CancellationRow | null;
  subscription: { row: SubscriptionRow; cancelling: CancellationOutcome; agreed: AgreedPrices } | null;
  payments: PaymentSummary;
}

type CanBeCancelled = SubscriptionSearchResult['subscriptions'][number];

const seconds = (at: Date): number => Math.floor(at.getTime() / 1_000);

/**
 * Selects the data for the page's views. A subscription that can be cancelled is the whole answer: every request,
 * refund and cancellation belongs to an earlier one.
 */
export function toSubscriptionSearchAnswer(
  { request, subscription, payments }: SubscriptionSearchData,
  now: Date,
): SubscriptionSearchResult {
  const answer: SubscriptionSearchResult = {
    outcome: 'answer',
    cancellation_request: null,
    refunded_payment_found: false,
    refunded_payment_info: null,
    canceled_subscription_found: false,
    canceled_subscription_info: null,
    payment_intents_found: payments.count > 0,
    subscriptions: [],
  };
  const live = subscription === null ? null : toCancel(subscription, now);
  if (live !== null) return { ...answer, subscriptions: [live] };
  const { refunded } = payments;
  return {
    ...answer,
    cancellation_request: request === null ? null : toRequest(request, subscription, now),
    ...(refunded === null
      ? {}
      : {
          refunded_payment_found: true,
          refunded_payment_info: {
            registration_number: subscription?.row.registration ?? request?.registration ?? null,
            amount: refunded.pence,
            currency: refunded.currency,
            refunded_at: refunded.at === null ? null : seconds(refunded.at),
          },
        }),
    ...(subscription === null
      ? {}
      : {
          canceled_subscription_found: true,
          canceled_subscription_info: toCancelled(subscription.row, payments, now),
        }),
  };
}

function toCancel(
  { row, cancelling, agreed }: NonNullable<SubscriptionSearchData['subscription']>,
  now: Date,
): CanBeCancelled | null {
  const { state } = membershipOf(row, now);
  if (cancelling.ifCancelled === null || !isCancellable(state)) return null;
  const terms = toCancellationTerms(cancelling.ifCancelled);
  return { registration_number: row.registration, state, ...terms, agreed, monthlyPence: row.monthlyPence };
}

const isCancellable = (state: MembershipState): state is CanBeCancelled['state'] => isMembershipLive(state);

function toRequest(
  request: CancellationRow,
  subscription: SubscriptionSearchData['subscription'],
  now: Date,
): CancellationSummary {
  const present = subscription?.cancelling.cancellation ?? null;
  if (present !== null && subscription?.row.stripeSubscriptionId === request.stripeSubscriptionId) {
    return toCancellationSummary(present);
  }
  const { registration, createdAt, refundKind, refundPence } = request;
  const endsAt = request.endsAt ?? createdAt;
  const refund = { kind: refundKind, pence: refundPence };
  return toCancellationSummary({
    registration,
    requestedAt: createdAt,
    endsAt,
    ended: hasMembershipEnded({ endsAt }, now),
    refund,
    canWithdraw: false,
    monthlyPence: subscription?.row.monthlyPence ?? membershipOffer.membership.pence,
  });
}

function toCancelled(
  row: SubscriptionRow,
  { last }: PaymentSummary,
  now: Date,
): NonNullable<SubscriptionSearchResult['canceled_subscription_info']> {
  const ended = [row.cancelRequestedAt, row.endsAt, membershipTimelineOf(row, now).paidUntil].find(
    (at) => at !== null && at <= now,
  );
  return {
    id: row.stripeSubscriptionId ?? row.id,
    canceled_at: seconds(ended ?? now),
    registration_number: row.registration ?? 'N/A',
    amount: last?.pence ?? 0,
    currency: last?.currency ?? membershipOffer.currency,
  };
}
