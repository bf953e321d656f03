import type { CancellationSummary } from '@ve/contracts/http/membership/cancellation-summary';
import type { MemberChangeNotice } from '@ve/contracts/http/membership/member-change';
import type { Subscription } from '@ve/contracts/http/membership/subscription';
import type { FakeNetwork } from '@ve/mfe-kit/testing-network';
import { withoutMembership } from '@ve/mfe-kit/subscription';
import { ordinaryVehicleRecord } from '@ve/domain/testing/ordinary-vehicle-record';

export const cardFixture = { brand: 'visa', last4: '4242', expiryMonth: 12, expiryYear: 2030 };

export const noRefundFixture = { kind: 'none', pence: 0 } as const;

/** In the trial, until 14:05 UK time on 22 November 2036. */
export const trialSubscription: Subscription = {
  ...withoutMembership,
  subscriptionTier: 'Premium',
  state: 'trial',
  registration: 'AB12CDE',
  paidUntil: '2036-11-22T14:05:00.000Z',
  nextCharge: { pence: 890, at: '2036-11-22T14:05:00.000Z', timing: 'planned' },
  nextCheck: 'with-charge',
  payNow: { pence: 890, fullCheckPence: 500, nextChargeAt: '2036-12-21T18:00:00.000Z' },
  ifCancelled: { endsAt: '2026-11-21T12:00:00.000Z', endsImmediately: true, refund: noRefundFixture },
  card: cardFixture,
};

/** Paid until 22 December 2036. */
export const activeSubscription: Subscription = {
  ...trialSubscription,
  subscribed: true,
  credits: 1,
  state: 'active',
  paidUntil: '2036-12-22T14:05:00.000Z',
  nextCharge: { pence: 890, at: '2036-12-22T14:05:00.000Z', timing: 'planned' },
  nextCheck: 'now',
  payNow: null,
  ifCancelled: { endsAt: '2036-12-22T14:05:00.000Z', endsImmediately: false, refund: noRefundFixture },
};

/** A price that was announced to a member who has not agreed. */
export const priceChangeFixture: MemberChangeNotice = {
  id: '00000000-0000-4000-8000-0000000000c1',
  kind: 'price',
  previousPence: 890,
  pence: 990,
  effectiveAt: '2037-01-15T00:00:00.000Z',
  endsAt: '2037-01-22T14:05:00.000Z',
  agreedAt: null,
  consent:
    'I agree to pay £9.90 a month instead of £8.90, from my first payment on or after 15 January 2037, until I cancel.',
};

export const termsChangeFixture: MemberChangeNotice = {
  ...priceChangeFixture,
  id: '00000000-0000-4000-8000-0000000000c2',
  kind: 'terms',
  previousPence: null,
  pence: null,
  consent: 'I agree to the new terms of service, from 15 January 2037.',
};

/** The result of cancelling a trial. */
export const cancellationSummaryFixture: CancellationSummary = {
  registration_number: 'AB12CDE',
  requestedAt: '2026-11-01T09:00:00.000Z',
  endsAt: '2026-11-01T09:00:00.000Z',
  ended: true,
  refund: noRefundFixture,
  canWithdraw: false,
  monthlyPence: 890,
};

export const cancelledSubscription: Subscription = {
  ...trialSubscription,
  state: 'cancelled',
  nextCharge: null,
  nextCheck: null,
  endsAt: cancellationSummaryFixture.endsAt,
  ifCancelled: null,
  cancellation: cancellationSummaryFixture,
};

/** In the hour before the first full charge. */
export const chargeDueSubscription: Subscription = {
  ...trialSubscription,
  state: 'charge-due',
  nextCharge: { pence: 890, at: '2036-11-22T14:05:00.000Z', timing: 'due' },
};

/** Ended by Stripe after the last failed charge, on 25 November 2036. */
export const endedUnpaidSubscription = (kind: 'declined' | 'authentication'): Subscription => ({
  ...cancelledSubscription,
  endsAt: '2036-11-25T14:05:00.000Z',
  cancellation: {
    ...cancellationSummaryFixture,
    requestedAt: '2036-11-25T14:05:00.000Z',
    endsAt: '2036-11-25T14:05:00.000Z',
  },
  paymentProblem: { kind, pence: 890, nextAttemptAt: null },
});

export const pastDueSubscription = (kind: 'declined' | 'authentication'): Subscription => ({
  ...trialSubscription,
  state: 'past-due',
  nextCharge: { pence: 890, at: '2036-11-25T14:05:00.000Z', timing: 'planned' },
  nextCheck: 'when-paid',
  paymentProblem: { kind, pence: 890, nextAttemptAt: '2036-11-25T14:05:00.000Z' },
});

export const reportFixture = {
  id: '00000000-0000-4000-8000-0000000000a1',
  registrationNumber: 'AB12CDE',
  vehicleMake: 'FORD',
  vehicleModel: 'FOCUS',
  vehicleYear: 2012,
  vehicleColor: 'BLUE',
  createdAt: '2026-11-20T23:30:00.000Z',
  updatedAt: '2026-11-20T23:30:00.000Z',
};

export const sessionFixture = {
  id: '00000000-0000-4000-8000-0000000000b1',
  current: true,
  device: 'Firefox on Windows',
  openedBy: 'link',
  createdAt: '2026-11-20T10:00:00.000Z',
  lastSeenAt: '2026-11-20T10:00:00.000Z',
};

const asOf = '2026-11-21';

/** Answers every request of the account: a member in their trial with one report and without charges. */
export function answerAccountCalls(network: FakeNetwork, subscription: Subscription = trialSubscription): void {
  const record = ordinaryVehicleRecord(asOf);
  network.answer('GET /api/subscription', { body: subscription });
  network.answer('GET /api/me/reports', { body: { reports: [reportFixture] } });
  network.answer('GET /api/me/payments', { body: { payments: [] } });
  network.answer('GET /api/sessions', { body: { sessions: [sessionFixture] } });
  network.answer('POST /api/fetch-vehicle-data', { body: { outcome: 'found', record, asOf } });
  network.answer('POST /api/error-logs', { status: 204 });
}
