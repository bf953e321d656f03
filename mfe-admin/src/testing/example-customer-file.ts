import type { CustomerSupportFile } from '@ve/contracts/http/operations/admin-customers';

export const exampleCustomerId = '00000000-0000-4000-8000-000000000100';
const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A member with data in every section. */
export const exampleCustomerFile = (given: Partial<CustomerSupportFile> = {}): CustomerSupportFile => ({
  person: {
    userId: exampleCustomerId,
    email: 'dana@example.com',
    emailVerifiedAt: '2026-10-01T09:00:00.000Z',
    openedAt: '2026-10-01T08:00:00.000Z',
    roles: ['user'],
    name: 'Dana Driver',
    address: '1 High Street, Leeds, LS1 1AA',
    postcode: 'LS1 1AA',
    phone: null,
    stripeCustomerId: 'cus_1',
    deletingSince: null,
  },
  plan: {
    membership: {
      subscribed: true,
      subscriptionTier: 'Premium',
      credits: 0,
      state: 'active',
      registration: 'AB12CDE',
      paidUntil: '2026-12-01T10:00:00.000Z',
      nextCharge: { pence: 890, at: '2026-12-01T10:00:00.000Z', timing: 'planned' },
      nextCheck: 'with-charge',
      payNow: null,
      monthlyPence: 890,
      changes: [],
      endsAt: null,
      card: { brand: 'visa', last4: '4242', expiryMonth: 9, expiryYear: 2030 },
      paymentProblem: null,
      ifCancelled: {
        endsAt: '2026-11-20T10:00:00.000Z',
        endsImmediately: true,
        refund: { kind: 'pro-rata', pence: 130, daysLeft: 10, fullCheckPence: 500 },
      },
      cancellation: null,
    },
    stripeSubscriptionId: 'sub_1',
    credit: 'returnable',
    ifDeleted: { kind: 'pro-rata', pence: 130, daysLeft: 10, fullCheckPence: 500 },
  },
  charges: [
    {
      id: id(1),
      kind: 'membership',
      pence: 890,
      currency: 'gbp',
      paidAt: '2026-11-01T10:00:00.000Z',
      refundedPence: 100,
      refundedAt: '2026-11-02T10:00:00.000Z',
      refundFailedAt: '2026-11-03T10:00:00.000Z',
      dispute: 'open',
      disputedAt: '2026-11-04T10:00:00.000Z',
      periodEnd: '2026-12-01T10:00:00.000Z',
      receiptUrl: 'https://pay.example/receipt',
      paymentIntentId: 'pi_1',
      invoiceId: 'in_1',
    },
  ],
  vehicles: {
    checks: [
      {
        id: id(2),
        registration: 'FN15FNC',
        status: 'failed',
        failure: 'source-error',
        requestedAt: '2026-11-05T10:00:00.000Z',
        finishedAt: '2026-11-05T10:05:00.000Z',
        creditReturnedAt: null,
        periodEnd: '2026-12-01T10:00:00.000Z',
      },
    ],
    reports: [{ id: id(3), registration: 'WO16WOF', savedAt: '2026-11-06T10:00:00.000Z' }],
  },
  mails: {
    mails: [
      {
        id: id(4),
        template: 'charge-failed',
        recipient: 'dana@example.com',
        writtenAt: '2026-11-07T10:00:00.000Z',
        state: 'failed',
        endedAt: '2026-11-07T11:00:00.000Z',
        why: 'refused 550',
      },
    ],
    stopped: ['reminder', 'alert', 'newsletter'],
  },
  texts: {
    texts: [
      {
        id: id(14),
        template: 'reminder',
        recipient: '+447700900123',
        writtenAt: '2026-11-07T10:00:00.000Z',
        state: 'delivered',
        endedAt: '2026-11-07T10:00:05.000Z',
        why: null,
      },
    ],
    on: false,
    phone: { number: '+447700900123', state: 'confirmed' },
  },
  jobs: [
    {
      id: id(5),
      name: 'subscriptions.sync',
      addedAt: '2026-11-08T10:00:00.000Z',
      relayedAt: null,
      failedAt: null,
      why: null,
    },
  ],
  requests: {
    cancellations: [
      {
        id: id(6),
        registration: 'AB12CDE',
        origin: 'link',
        requestedAt: '2026-11-09T10:00:00.000Z',
        endsAt: '2026-12-01T10:00:00.000Z',
        refundPence: 0,
        noRefundReason: 'check-used',
        refundId: null,
        withdrawnAt: '2026-11-10T10:00:00.000Z',
        finishedAt: '2026-11-10T10:00:00.000Z',
      },
    ],
    others: [
      {
        id: id(7),
        kind: 'complaint',
        at: '2026-11-11T10:00:00.000Z',
        state: 'escalated',
        reference: 'VE-ABCDEFGH',
        text: '<img src=x onerror=alert(1)>\nWhere is it?',
      },
    ],
  },
  sessions: [
    {
      id: id(8),
      device: 'Firefox on Windows',
      openedBy: 'link',
      createdAt: '2026-11-12T10:00:00.000Z',
      lastSeenAt: '2026-11-13T10:00:00.000Z',
    },
  ],
  consents: [{ kind: 'terms', version: '2026-11-21', givenAt: '2026-10-01T08:00:00.000Z' }],
  ...given,
});
