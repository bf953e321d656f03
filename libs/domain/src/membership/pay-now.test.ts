import { describe, expect, it } from '@jest/globals';
import { formatDate } from '../kernel/time/format-date.ts';
import { londonDate } from '../kernel/time/london-date.ts';
import { billingPeriodEndAfter } from './billing-period.ts';
import type { MembershipTimelineFacts } from './membership-timeline.ts';
import { immediatePaymentOf } from './pay-now.ts';

const now = new Date('2026-11-21T12:00:00Z');
const at = (iso: string) => new Date(iso);

const facts = (given: Partial<MembershipTimelineFacts>): MembershipTimelineFacts => ({
  monthlyPence: 890,
  status: 'trialing',
  creditsUsed: 1,
  trialEndsAt: at('2026-11-22T09:00:00Z'),
  currentPeriodStart: at('2026-11-21T09:00:00Z'),
  currentPeriodEnd: at('2026-11-22T09:00:00Z'),
  creditedPeriodEnd: null,
  tier: null,
  paymentProblem: null,
  ...given,
});

describe('a period of a month', () => {
  it.each([
    ['an ordinary day', '2026-11-21T12:00:00Z', '2026-12-21T12:00:00.000Z', '21 December 2026'],
    ['the end of a long month', '2027-01-31T10:00:00Z', '2027-02-28T10:00:00.000Z', '28 February 2027'],
    ['the same in a leap year', '2028-01-31T10:00:00Z', '2028-02-29T10:00:00.000Z', '29 February 2028'],
    ['the end of a short month', '2027-02-28T10:00:00Z', '2027-03-28T10:00:00.000Z', '28 March 2027'],
    ['over the turn of the year', '2026-12-31T10:00:00Z', '2027-01-31T10:00:00.000Z', '31 January 2027'],
    // Stripe keeps the time of day in UTC: in London it is an hour earlier or later.
    ['over a clock change back', '2026-10-10T22:30:00Z', '2026-11-10T22:30:00.000Z', '10 November 2026'],
    ['after midnight in London, in summer', '2026-06-30T23:30:00Z', '2026-07-30T23:30:00.000Z', '31 July 2026'],
    ['over a clock change back, at midnight', '2026-09-30T23:30:00Z', '2026-10-30T23:30:00.000Z', '30 October 2026'],
  ])('from %s', (_, start, end, day) => {
    const found = billingPeriodEndAfter(at(start));
    expect([found.toISOString(), formatDate(londonDate(found))]).toEqual([end, day]);
  });

  it('returns to its day after a month that was too short', () => {
    expect(billingPeriodEndAfter(at('2027-02-28T10:00:00Z'), 31).toISOString()).toBe('2027-03-31T10:00:00.000Z');
  });
});

describe('the result of paying now', () => {
  const monthFromNow = at('2026-12-21T12:00:00Z');

  it.each<[string, Partial<MembershipTimelineFacts> | null, { pence: number; nextChargeAt: Date | null } | null]>([
    ['no membership', null, null],
    ['a paid membership', { status: 'active', creditedPeriodEnd: at('2026-12-01T00:00:00Z') }, null],
    ['a trial: its month begins now', {}, { pence: 890, nextChargeAt: monthFromNow }],
    ['one that is started again', { status: 'canceled' }, { pence: 890, nextChargeAt: monthFromNow }],
    ['one that Stripe gave up', { status: 'unpaid' }, { pence: 890, nextChargeAt: monthFromNow }],
    [
      'one whose charge failed: its period runs already',
      {
        status: 'past_due',
        paymentProblem: { pence: 790, nextAttemptAt: null },
        currentPeriodStart: at('2026-11-18T09:00:00Z'),
        currentPeriodEnd: at('2026-12-18T09:00:00Z'),
      },
      { pence: 790, nextChargeAt: at('2026-12-18T09:00:00Z') },
    ],
    [
      'one in the hour before Stripe charges: its period runs already',
      {
        status: 'active',
        trialEndsAt: at('2026-11-21T11:30:00Z'),
        currentPeriodStart: at('2026-11-21T11:30:00Z'),
        currentPeriodEnd: at('2026-12-21T11:30:00Z'),
      },
      { pence: 890, nextChargeAt: at('2026-12-21T11:30:00Z') },
    ],
    [
      'one whose trial is over, of which we have heard nothing more',
      { trialEndsAt: at('2026-11-21T11:30:00Z'), currentPeriodEnd: at('2026-11-21T11:30:00Z') },
      { pence: 890, nextChargeAt: at('2026-12-21T11:30:00Z') },
    ],
    [
      'one whose next period we have not heard of',
      {
        status: 'active',
        trialEndsAt: at('2026-10-21T11:30:00Z'),
        currentPeriodStart: at('2026-10-21T11:30:00Z'),
        currentPeriodEnd: at('2026-11-21T11:30:00Z'),
        creditedPeriodEnd: at('2026-11-21T11:30:00Z'),
      },
      { pence: 890, nextChargeAt: at('2026-12-21T11:30:00Z') },
    ],
    [
      'one that is unpaid for longer than its period',
      {
        status: 'past_due',
        trialEndsAt: at('2026-07-21T11:30:00Z'),
        currentPeriodStart: at('2026-08-21T11:30:00Z'),
        currentPeriodEnd: at('2026-09-21T11:30:00Z'),
        creditedPeriodEnd: at('2026-08-21T11:30:00Z'),
      },
      { pence: 890, nextChargeAt: null },
    ],
  ])('%s', (_, given, expected) => {
    expect(immediatePaymentOf(given && facts(given), now)).toEqual(expected);
  });
});
