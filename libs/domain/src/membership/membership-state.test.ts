import { describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import { servicesByMembershipState } from './membership-services.ts';
import {
  chargeGraceDays,
  isMembershipLive,
  isSubscriptionRunning,
  membershipOf,
  membershipStates,
  type SubscriptionFacts,
} from './membership-state.ts';

const now = new Date('2026-11-21T12:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
const later = inDays(30);
/** A membership in its first month, paid until `later`. */
const facts = (changes: Partial<SubscriptionFacts>): SubscriptionFacts => ({
  status: 'active',
  creditsUsed: 0,
  trialEndsAt: inDays(-1),
  currentPeriodStart: inDays(-1),
  currentPeriodEnd: later,
  creditedPeriodEnd: later,
  tier: 'Premium',
  ...changes,
});

describe('a membership (specification section 4)', () => {
  it.each<[string, SubscriptionFacts | null, object]>([
    ['active', facts({}), { state: 'active', subscribed: true, credits: 1 }],
    ['active, check used', facts({ creditsUsed: 1 }), { state: 'active', subscribed: true, credits: 0 }],
    [
      'active, period over and the next unknown',
      facts({ currentPeriodEnd: now, creditedPeriodEnd: now }),
      { state: 'charge-due', subscribed: false, credits: 0 },
    ],
    [
      'active since the end of the trial, not charged yet',
      facts({ trialEndsAt: now, currentPeriodStart: now, creditedPeriodEnd: null }),
      { state: 'charge-due', subscribed: false, credits: 0 },
    ],
    [
      'renewed, with the check of the month before unused, not charged yet',
      facts({ currentPeriodStart: now, creditedPeriodEnd: now, creditsUsed: 0 }),
      { state: 'charge-due', subscribed: false, credits: 0 },
    ],
    [
      'active, not charged for a week',
      facts({ trialEndsAt: null, currentPeriodStart: null, creditedPeriodEnd: inDays(-chargeGraceDays) }),
      { state: 'expired', subscribed: false, credits: 0 },
    ],
    ['trialing', facts({ status: 'trialing', trialEndsAt: later }), { state: 'trial', subscribed: false, credits: 0 }],
    [
      'trialing, its end not known to Stripe yet',
      facts({ status: 'trialing', trialEndsAt: now, creditedPeriodEnd: null }),
      { state: 'charge-due', subscribed: false, credits: 0 },
    ],
    ['past due', facts({ status: 'past_due' }), { state: 'past-due', subscribed: false, credits: 0 }],
    ['first charge open', facts({ status: 'incomplete' }), { state: 'past-due', subscribed: false, credits: 0 }],
    ['cancelled', facts({ status: 'canceled' }), { state: 'cancelled', subscribed: false, credits: 0 }],
    ['at its end', facts({ endsAt: now }), { state: 'cancelled', subscribed: false, credits: 0 }],
    ['no longer retried by Stripe', facts({ status: 'unpaid' }), { state: 'cancelled', subscribed: false, credits: 0 }],
    ['no record', null, { state: 'none', subscribed: false, credits: 0, tier: null }],
  ])('%s', (_, subscription, expected) => {
    expect(membershipOf(subscription, now)).toMatchObject(expected);
  });

  it('has the tier Premium when the record has none', () => {
    expect(membershipOf(facts({ tier: null }), now).tier).toBe('Premium');
  });

  test('only a running, paid one has a credit, and never more than one', () => {
    const instant = fc.option(fc.date({ noInvalidDate: true }));
    const any = fc.record({
      status: fc.constantFrom<SubscriptionFacts['status']>(
        'active',
        'trialing',
        'past_due',
        'canceled',
        'unpaid',
        'incomplete',
        'incomplete_expired',
        'paused',
      ),
      creditsUsed: fc.integer({ min: 0, max: 3 }),
      trialEndsAt: instant,
      currentPeriodStart: instant,
      currentPeriodEnd: instant,
      creditedPeriodEnd: instant,
      endsAt: instant,
      tier: fc.option(fc.string()),
    });
    fc.assert(
      fc.property(any, (subscription) => {
        const { credits, subscribed, state } = membershipOf(subscription, now);
        const { creditedPeriodEnd } = subscription;
        expect(subscribed).toBe(state === 'active');
        expect(credits === 0 || (credits === 1 && subscribed)).toBe(true);
        expect(!subscribed || (creditedPeriodEnd !== null && creditedPeriodEnd > now)).toBe(true);
      }),
    );
  });
});

it.each([
  ['none', false],
  ['trial', true],
  ['active', true],
  ['charge-due', true],
  ['past-due', true],
  ['expired', true],
  ['cancelled', false],
] as const)('a second subscription would double one that is %s: %s', (state, live) => {
  expect(isMembershipLive(state)).toBe(live);
});

it.each([
  ['trialing', true],
  ['active', true],
  ['past_due', true],
  ['incomplete', true],
  ['unpaid', true],
  ['paused', true],
  ['canceled', false],
  ['incomplete_expired', false],
] as const)('one that is %s at the provider can be cancelled: %s', (status, running) => {
  expect(isSubscriptionRunning({ status })).toBe(running);
});

test('services paid month by month are provided only in a paid state', () => {
  const unpaid = membershipStates.filter((state) => state !== 'active');
  expect(
    unpaid.filter(
      (state) => servicesByMembershipState[state].paidLookups || servicesByMembershipState[state].fullCheck,
    ),
  ).toEqual([]);
});

test('while Stripe retries a failed payment, texts pause and e-mails continue', () => {
  expect(servicesByMembershipState['past-due']).toMatchObject({ emails: true, texts: false });
  for (const status of ['unpaid', 'canceled'] as const) {
    expect(servicesByMembershipState[membershipOf(facts({ status }), now).state].emails).toBe(false);
  }
});
