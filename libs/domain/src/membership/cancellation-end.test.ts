import { describe, expect, test } from '@jest/globals';
import { membershipEndIfCancelledNow } from './cancellation-end.ts';
import { membershipOf, type SubscriptionFacts } from './membership-state.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);

const facts = (given: Partial<SubscriptionFacts>): SubscriptionFacts => ({
  status: 'active',
  creditsUsed: 0,
  trialEndsAt: inDays(-10),
  currentPeriodStart: inDays(-10),
  currentPeriodEnd: inDays(20),
  creditedPeriodEnd: inDays(20),
  endsAt: null,
  tier: null,
  ...given,
});

describe('a membership that is cancelled', () => {
  test.each<[string, Partial<SubscriptionFacts>, Date | null]>([
    ['a paid membership ends with its period', {}, inDays(20)],
    ['a trial ends at once', { status: 'trialing', creditedPeriodEnd: null, creditsUsed: 1 }, now],
    ['one turned active but not yet charged ends at once', { creditedPeriodEnd: null, creditsUsed: 1 }, now],
    ['one renewed but not yet charged ends at once', { creditedPeriodEnd: inDays(-1) }, now],
    ['an unpaid one ends at once', { status: 'past_due', creditedPeriodEnd: inDays(-3) }, now],
    ['one whose period is over ends at once', { currentPeriodEnd: inDays(-1), creditedPeriodEnd: inDays(-1) }, now],
    ['one that ended has nothing to cancel', { status: 'canceled' }, null],
    ['one cancelled before Stripe knew has nothing to cancel', { status: 'trialing', endsAt: inDays(-1) }, null],
  ])('%s', (_, given, end) => {
    expect(membershipEndIfCancelledNow(facts(given), now)).toEqual(end);
  });

  test('without a membership there is nothing to cancel', () => {
    expect(membershipEndIfCancelledNow(null, now)).toBeNull();
  });

  test('is a membership with its check until its end, and not afterwards', () => {
    const cancelled = facts({ endsAt: inDays(5) });
    expect(membershipOf(cancelled, now)).toMatchObject({ state: 'active', subscribed: true, credits: 1 });
    expect(membershipOf(cancelled, inDays(5))).toMatchObject({ state: 'cancelled', subscribed: false, credits: 0 });
  });
});
