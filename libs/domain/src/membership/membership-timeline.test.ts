import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nextChargeText } from './next-charge-text.ts';
import { membershipOf } from './membership-state.ts';
import { type MembershipTimeline, type MembershipTimelineFacts, membershipTimelineOf } from './membership-timeline.ts';

const aMinute = 60_000;
const anHour = 60 * aMinute;
const aDay = 24 * anHour;
const at = (instant: string) => new Date(instant);
const after = (instant: Date, ms: number) => new Date(instant.getTime() + ms);

/**
 * A membership whose trial ends at `trialEnd` and whose months end at the instants of `months`, as Stripe counts them.
 */
interface Life {
  trialEnd: Date;
  months: readonly [Date, Date, ...Date[]];
}

const trialing = ({ trialEnd }: Life): MembershipTimelineFacts => ({
  monthlyPence: 890,
  status: 'trialing',
  creditsUsed: 1,
  trialEndsAt: trialEnd,
  currentPeriodStart: after(trialEnd, -aDay),
  currentPeriodEnd: trialEnd,
  creditedPeriodEnd: null,
  endsAt: null,
  paymentProblem: null,
  tier: 'Premium',
});

/** Stripe has begun a month and not charged for it yet. */
const begun = (life: Life, month: number): MembershipTimelineFacts => ({
  ...trialing(life),
  status: 'active',
  currentPeriodStart: month === 0 ? life.trialEnd : life.months[month - 1]!,
  currentPeriodEnd: life.months[month]!,
  creditedPeriodEnd: month === 0 ? null : life.months[month - 1]!,
});

const paid = (life: Life, month: number): MembershipTimelineFacts => ({
  ...begun(life, month),
  creditsUsed: 0,
  creditedPeriodEnd: life.months[month]!,
});

const lives: readonly [string, Life][] = [
  [
    'across the change to summer time',
    { trialEnd: at('2027-02-28T00:30:00Z'), months: [at('2027-03-28T00:30:00Z'), at('2027-04-28T00:30:00Z')] },
  ],
  [
    'across the change to winter time',
    { trialEnd: at('2027-10-01T00:15:00Z'), months: [at('2027-11-01T00:15:00Z'), at('2027-12-01T00:15:00Z')] },
  ],
  [
    'at the ends of months',
    { trialEnd: at('2027-01-31T23:59:59Z'), months: [at('2027-02-28T23:59:59Z'), at('2027-03-31T23:59:59Z')] },
  ],
];

describe.each(lives)('a membership %s', (_, life) => {
  const [first, second] = life.months;
  const nothing = { nextCharge: null, nextCheck: null };
  const charge = (when: Date, timing: string) => ({ pence: 890, at: when, timing });
  const problem = (nextAttemptAt: Date | null) => ({ pence: 890, nextAttemptAt: nextAttemptAt?.toISOString() ?? null });

  test.each<[string, MembershipTimelineFacts, Date, string, Partial<MembershipTimeline> | object]>([
    [
      'in the trial',
      trialing(life),
      after(life.trialEnd, -1),
      'trial',
      { paidUntil: life.trialEnd, nextCharge: charge(life.trialEnd, 'planned'), nextCheck: 'with-charge' },
    ],
    [
      'at the end of the trial, before Stripe reports it',
      trialing(life),
      life.trialEnd,
      'charge-due',
      { paidUntil: life.trialEnd, nextCharge: charge(life.trialEnd, 'due'), nextCheck: 'with-charge' },
    ],
    [
      'in the hour before the first full charge',
      begun(life, 0),
      after(life.trialEnd, 59 * aMinute),
      'charge-due',
      { paidUntil: life.trialEnd, nextCharge: charge(life.trialEnd, 'due'), nextCheck: 'with-charge' },
    ],
    [
      'whose first full charge comes days late',
      begun(life, 0),
      after(life.trialEnd, 3 * aDay),
      'charge-due',
      { paidUntil: life.trialEnd, nextCharge: charge(life.trialEnd, 'late'), nextCheck: 'with-charge' },
    ],
    [
      'that is charged days late',
      paid(life, 0),
      after(life.trialEnd, 3 * aDay + 1),
      'active',
      { paidUntil: first, nextCharge: charge(first, 'planned'), nextCheck: 'now' },
    ],
    [
      'that Stripe no longer charges',
      begun(life, 0),
      after(life.trialEnd, 8 * aDay),
      'expired',
      { paidUntil: life.trialEnd, nextCharge: charge(first, 'planned'), nextCheck: 'when-paid' },
    ],
    [
      'that Stripe no longer knows',
      paid(life, 0),
      after(first, 8 * aDay),
      'expired',
      { paidUntil: first, nextCharge: charge(first, 'late'), nextCheck: 'when-paid' },
    ],
    [
      'in a paid month',
      paid(life, 0),
      after(life.trialEnd, anHour),
      'active',
      { paidUntil: first, nextCharge: charge(first, 'planned'), nextCheck: 'now' },
    ],
    [
      'in a paid month with its check used',
      { ...paid(life, 0), creditsUsed: 1 },
      after(first, -1),
      'active',
      { paidUntil: first, nextCharge: charge(first, 'planned'), nextCheck: 'with-charge' },
    ],
    [
      'at the end of a paid month, before Stripe reports it',
      paid(life, 0),
      first,
      'charge-due',
      { paidUntil: first, nextCharge: charge(first, 'due'), nextCheck: 'with-charge' },
    ],
    [
      'in the hour before a renewal is charged, with a check left of the month before',
      { ...begun(life, 1), creditsUsed: 0 },
      after(first, 30 * aMinute),
      'charge-due',
      { paidUntil: first, nextCharge: charge(first, 'due'), nextCheck: 'with-charge' },
    ],
    [
      'renewed',
      paid(life, 1),
      after(first, anHour),
      'active',
      { paidUntil: second, nextCharge: charge(second, 'planned'), nextCheck: 'now' },
    ],
    [
      'whose renewal failed',
      { ...begun(life, 1), status: 'past_due', paymentProblem: problem(after(first, 3 * aDay)) },
      after(first, 2 * anHour),
      'past-due',
      { paidUntil: first, nextCharge: charge(after(first, 3 * aDay), 'planned'), nextCheck: 'when-paid' },
    ],
    [
      'whose first full charge failed permanently',
      { ...begun(life, 0), status: 'past_due', paymentProblem: problem(null) },
      after(life.trialEnd, 2 * anHour),
      'past-due',
      { paidUntil: life.trialEnd, nextCharge: null, nextCheck: 'when-paid' },
    ],
    [
      'that Stripe stopped retrying',
      { ...begun(life, 1), status: 'unpaid', paymentProblem: problem(null) },
      after(first, 20 * aDay),
      'cancelled',
      { paidUntil: first, ...nothing },
    ],
    [
      'upgraded early in the trial, not charged yet',
      { ...begun(life, 0), trialEndsAt: after(life.trialEnd, -20 * anHour), currentPeriodStart: null },
      after(life.trialEnd, -20 * anHour),
      'charge-due',
      {
        paidUntil: after(life.trialEnd, -20 * anHour),
        nextCharge: charge(after(life.trialEnd, -20 * anHour), 'due'),
        nextCheck: 'with-charge',
      },
    ],
    [
      'upgraded early in the trial, and charged',
      {
        ...paid(life, 0),
        trialEndsAt: after(life.trialEnd, -20 * anHour),
        currentPeriodEnd: after(first, -20 * anHour),
        creditedPeriodEnd: after(first, -20 * anHour),
      },
      after(life.trialEnd, -19 * anHour),
      'active',
      {
        paidUntil: after(first, -20 * anHour),
        nextCharge: charge(after(first, -20 * anHour), 'planned'),
        nextCheck: 'now',
      },
    ],
    [
      'cancelled in its trial',
      { ...trialing(life), endsAt: after(life.trialEnd, -2 * anHour) },
      after(life.trialEnd, -anHour),
      'cancelled',
      { paidUntil: after(life.trialEnd, -2 * anHour), ...nothing },
    ],
    [
      'cancelled, until its paid month ends',
      { ...paid(life, 0), endsAt: first },
      after(first, -1),
      'active',
      { paidUntil: first, nextCharge: null, nextCheck: 'now' },
    ],
    [
      'cancelled, with its check used',
      { ...paid(life, 0), endsAt: first, creditsUsed: 1 },
      after(first, -1),
      'active',
      { paidUntil: first, ...nothing },
    ],
    [
      'cancelled for the end of its month, in the hour after that',
      { ...paid(life, 0), endsAt: first },
      after(first, 30 * aMinute),
      'cancelled',
      { paidUntil: first, ...nothing },
    ],
    [
      'cancelled at Stripe in the hour, for the end of the month that it still charges for',
      { ...begun(life, 0), endsAt: first },
      after(life.trialEnd, 30 * aMinute),
      'charge-due',
      { paidUntil: life.trialEnd, nextCharge: charge(life.trialEnd, 'due'), nextCheck: 'with-charge' },
    ],
    [
      'refunded in its first month',
      { ...paid(life, 0), endsAt: after(life.trialEnd, aDay) },
      after(life.trialEnd, 2 * aDay),
      'cancelled',
      { paidUntil: after(life.trialEnd, aDay), ...nothing },
    ],
    [
      'restarted without a trial, not charged yet',
      { ...begun(life, 0), trialEndsAt: null },
      after(life.trialEnd, 1),
      'charge-due',
      { paidUntil: null, nextCharge: charge(life.trialEnd, 'due'), nextCheck: 'with-charge' },
    ],
  ])('%s', (_name, facts, now, state, timeline) => {
    expect(membershipOf(facts, now).state).toBe(state);
    expect(membershipTimelineOf(facts, now)).toEqual(timeline);
  });

  test('is never paid for longer than was charged, at any minute of its first months', () => {
    const minutes = fc.integer({ min: -26 * 60, max: 70 * 24 * 60 });
    const delays = fc.integer({ min: 0, max: 9 * 24 * 60 });
    fc.assert(
      fc.property(minutes, delays, delays, (minute, firstDelay, secondDelay) => {
        const now = after(life.trialEnd, minute * aMinute);
        const charged = [
          [life.trialEnd, first, firstDelay],
          [first, second, secondDelay],
        ].flatMap(([from, until, delay]) =>
          now >= after(from as Date, (delay as number) * aMinute) ? [until as Date] : [],
        );
        const month = now >= first ? 1 : 0;
        const facts: MembershipTimelineFacts = {
          ...(now < life.trialEnd ? trialing(life) : begun(life, month)),
          creditedPeriodEnd: charged.at(-1) ?? null,
        };
        const { paidUntil, nextCharge } = membershipTimelineOf(facts, now);
        const reads = membershipOf(facts, now);
        expect(paidUntil).toEqual(charged.at(-1) ?? life.trialEnd);
        expect(reads.subscribed).toBe(paidUntil! > now && now >= life.trialEnd);
        if (reads.state === 'charge-due') expect(nextCharge).toMatchObject({ at: paidUntil });
      }),
    );
  });
});

test('without a record nothing was paid or will be charged', () => {
  expect(membershipTimelineOf(null, at('2027-01-01T00:00:00Z'))).toEqual({
    paidUntil: null,
    nextCharge: null,
    nextCheck: null,
  });
});

test.each([
  ['planned', '£8.90 on 28 March 2027 at 00:30 UK time'],
  ['due', '£8.90, due since 28 March 2027 at 00:30 UK time and usually taken within about an hour'],
  ['late', '£8.90, due since 28 March 2027 at 00:30 UK time and not taken yet'],
] as const)('the text of a charge that is %s', (timing, words) => {
  const instant = timing === 'planned' ? at('2027-03-28T00:30:00Z') : '2027-03-28T00:30:00.000Z';
  expect(nextChargeText({ pence: 890, at: instant, timing })).toBe(words);
});
