import { describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import { isLive, isRunning, membershipOf, type SubscriptionFacts } from './membership-state.ts';

const now = new Date('2026-11-21T12:00:00Z');
const later = new Date('2026-12-21T12:00:00Z');
const facts = (changes: Partial<SubscriptionFacts>): SubscriptionFacts => ({
  status: 'active',
  creditsUsed: 0,
  currentPeriodEnd: later,
  tier: 'Premium',
  ...changes,
});

describe('a membership (specification section 4)', () => {
  it.each<[string, SubscriptionFacts | null, object]>([
    ['active', facts({}), { state: 'active', subscribed: true, credits: 1 }],
    ['active, check used', facts({ creditsUsed: 1 }), { state: 'active', subscribed: true, credits: 0 }],
    ['active, period over', facts({ currentPeriodEnd: now }), { state: 'expired', subscribed: false, credits: 0 }],
    ['active, period unknown', facts({ currentPeriodEnd: null }), { state: 'expired', subscribed: false, credits: 0 }],
    ['trialing', facts({ status: 'trialing' }), { state: 'trial', subscribed: false, credits: 0 }],
    ['past due', facts({ status: 'past_due' }), { state: 'past-due', subscribed: false, credits: 0 }],
    ['first charge open', facts({ status: 'incomplete' }), { state: 'past-due', subscribed: false, credits: 0 }],
    ['cancelled', facts({ status: 'canceled' }), { state: 'cancelled', subscribed: false, credits: 0 }],
    ['given up by Stripe', facts({ status: 'unpaid' }), { state: 'cancelled', subscribed: false, credits: 0 }],
    ['no record', null, { state: 'none', subscribed: false, credits: 0, tier: null }],
  ])('%s', (_, subscription, expected) => {
    expect(membershipOf(subscription, now)).toMatchObject(expected);
  });

  it('has the tier Premium when the record has none', () => {
    expect(membershipOf(facts({ tier: null }), now).tier).toBe('Premium');
  });

  test('only a running, paid one has a credit, and never more than one', () => {
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
      currentPeriodEnd: fc.option(fc.date({ noInvalidDate: true })),
      tier: fc.option(fc.string()),
    });
    fc.assert(
      fc.property(any, (subscription) => {
        const { credits, subscribed, state } = membershipOf(subscription, now);
        expect(subscribed).toBe(state === 'active');
        expect(credits === 0 || (credits === 1 && subscribed)).toBe(true);
      }),
    );
  });
});

it.each([
  ['none', false],
  ['trial', true],
  ['active', true],
  ['past-due', true],
  ['expired', true],
  ['cancelled', false],
] as const)('a second subscription beside one that is %s would double it: %s', (state, live) => {
  expect(isLive(state)).toBe(live);
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
  expect(isRunning({ status })).toBe(running);
});
