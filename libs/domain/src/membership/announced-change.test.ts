import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hourInLondon } from '../kernel/time/london-date.ts';
import {
  announcedChangeConsent,
  changeNoticeDays,
  type AnnouncedChangeStep,
  announcedChangeStepOf,
  periodEndCoveringChange,
  isChangeNoticeLongEnough,
  changeEffectiveAtForMember,
} from './announced-change.ts';
import { membershipOf, type SubscriptionFacts } from './membership-state.ts';
import { membershipTimelineOf } from './membership-timeline.ts';

const at = (iso: string) => new Date(iso);
const aDay = 86_400_000;
const day = at('2027-01-15T00:00:00Z');

const facts = (given: Partial<SubscriptionFacts> = {}): SubscriptionFacts => ({
  status: 'active',
  creditsUsed: 0,
  trialEndsAt: at('2026-11-20T12:00:00Z'),
  currentPeriodStart: at('2026-12-20T12:00:00Z'),
  currentPeriodEnd: at('2027-01-20T12:00:00Z'),
  creditedPeriodEnd: at('2027-01-20T12:00:00Z'),
  endsAt: null,
  tier: 'Premium',
  ...given,
});

/** Its period began at noon on the day before the change, and its charge has not been made yet. */
const uncharged = facts({
  currentPeriodStart: at('2027-01-14T23:30:00Z'),
  currentPeriodEnd: at('2027-02-14T23:30:00Z'),
  creditedPeriodEnd: at('2027-01-14T23:30:00Z'),
});

describe('what is to be done about a member on the day', () => {
  test.each<
    [what: string, SubscriptionFacts, now: string, agreed: AnnouncedChangeStep, notAgreed: AnnouncedChangeStep]
  >([
    ['a moment before the day', facts(), '2027-01-14T23:59:59.999Z', 'wait', 'wait'],
    ['a paid period', facts(), '2027-01-15T00:00:00Z', 'apply', 'end'],
    [
      'a trial',
      facts({ status: 'trialing', trialEndsAt: at('2027-01-15T09:00:00Z') }),
      '2027-01-15T00:00:00Z',
      'apply',
      'end',
    ],
    ['an unpaid period', { ...uncharged, status: 'past_due' }, '2027-01-15T09:00:00Z', 'apply', 'end'],
    ['the charge of a period that began before the day', uncharged, '2027-01-15T00:10:00Z', 'wait', 'wait'],
    ['the same, never charged', uncharged, '2027-01-22T00:10:00Z', 'apply', 'end'],
    [
      'the charge of a period that began after it',
      facts({ creditedPeriodEnd: at('2027-01-15T00:05:00Z'), currentPeriodEnd: at('2027-01-15T00:05:00Z') }),
      '2027-01-15T00:10:00Z',
      'wait',
      'end',
    ],
    [
      'a cancelled membership that runs',
      facts({ endsAt: at('2027-01-20T12:00:00Z') }),
      '2027-01-16T00:00:00Z',
      'wait',
      'wait',
    ],
    ['the same at its end', facts({ endsAt: at('2027-01-20T12:00:00Z') }), '2027-01-20T12:00:00Z', 'lapse', 'lapse'],
    ['a membership that Stripe has ended', facts({ status: 'canceled' }), '2027-01-16T00:00:00Z', 'lapse', 'lapse'],
  ])('%s', (_, given, now, agreed, notAgreed) => {
    const step = (hasAgreed: boolean) =>
      announcedChangeStepOf({ facts: given, agreed: hasAgreed, notified: true, effectiveAt: day }, at(now));
    expect([step(true), step(false)]).toEqual([agreed, notAgreed]);
  });

  test('nothing ever happens before it, and no one is moved without agreement', () => {
    const instants = fc.date({ min: at('2026-12-01T00:00:00Z'), max: at('2027-03-01T00:00:00Z'), noInvalidDate: true });
    const statuses = fc.constantFrom('active', 'trialing', 'past_due', 'canceled', 'unpaid' as const);
    fc.assert(
      fc.property(instants, instants, statuses, fc.boolean(), fc.boolean(), (now, end, status, agreed, notified) => {
        const given = facts({
          status: status as 'active',
          creditedPeriodEnd: end,
          currentPeriodEnd: end,
          trialEndsAt: end,
        });
        const step = announcedChangeStepOf({ facts: given, agreed, notified, effectiveAt: day }, now);
        if (now < day) expect(step).toBe('wait');
        if (!notified) expect(step).not.toBe('end');
        if (!agreed) expect(step).not.toBe('apply');
        if (agreed) expect(step).not.toBe('end');
        if (step === 'end' || step === 'apply') expect(membershipOf(given, now).state).not.toBe('cancelled');
      }),
    );
  });
});

describe('the notice of a change', () => {
  test.each([
    ['2026-12-16T00:00:00Z', true],
    ['2026-12-16T00:00:00.001Z', false],
  ])('announced at %s is long enough: %s', (announced, isEnough) => {
    expect(isChangeNoticeLongEnough(day, at(announced))).toBe(isEnough);
  });

  test('leaves a member thirty days, also one who is notified late, and ends on a day in London', () => {
    const instants = fc.date({ min: at('2026-11-01T00:00:00Z'), max: at('2027-11-01T00:00:00Z'), noInvalidDate: true });
    fc.assert(
      fc.property(instants, (noticed) => {
        const effective = changeEffectiveAtForMember(day, noticed);
        const left = effective.getTime() - noticed.getTime();
        expect(left).toBeGreaterThanOrEqual(changeNoticeDays * aDay);
        expect(effective.getTime()).toBeGreaterThanOrEqual(day.getTime());
        if (effective > day) expect(left).toBeLessThanOrEqual((changeNoticeDays + 1) * aDay + 3_600_000);
        expect(hourInLondon(effective)).toBe(0);
      }),
    );
  });
});

test.each([
  ['the running one', facts(), '2027-01-20T12:00:00.000Z'],
  ['a later one', facts({ creditedPeriodEnd: at('2026-12-20T12:00:00Z') }), '2027-01-20T12:00:00.000Z'],
  [
    'one that ends at the very moment of the change',
    facts({ creditedPeriodEnd: day, trialEndsAt: null }),
    '2027-02-15T00:00:00.000Z',
  ],
  ['one after a trial', facts({ status: 'trialing', creditedPeriodEnd: null }), '2027-01-20T12:00:00.000Z'],
])('the period that covers the day is %s', (_, given, end) => {
  expect(periodEndCoveringChange(given, day)?.toISOString()).toBe(end);
});

test('the period that covers the day is unknown while nothing is paid', () => {
  expect(periodEndCoveringChange(facts({ creditedPeriodEnd: null }), day)).toBeNull();
});

describe('the next charge of a member to whom a change was announced', () => {
  const member = { ...facts(), monthlyPence: 890, paymentProblem: null };
  const now = at('2027-01-01T00:00:00Z');
  const penceOf = (more: object) => membershipTimelineOf({ ...member, ...more }, now).nextCharge?.pence ?? null;

  test('is the old price before the day', () => {
    const from = at('2027-02-01T00:00:00Z');
    expect(penceOf({ undecidedFrom: from })).toBe(890);
    expect(penceOf({ agreedPrice: { pence: 990, from } })).toBe(890);
  });

  test('is the new price from the day on, once it is agreed', () => {
    expect(penceOf({ agreedPrice: { pence: 990, from: day } })).toBe(990);
  });

  test('is none from the day on, until it is agreed', () => {
    expect(penceOf({ undecidedFrom: day })).toBeNull();
  });
});

test('the consent names both prices, the day and that it lasts until cancelled', () => {
  expect(announcedChangeConsent({ kind: 'price', previousPence: 890, pence: 990, effectiveAt: day })).toEqual({
    version: '2026-11-27',
    text: 'I agree to pay £9.90 a month instead of £8.90, from my first payment on or after 15 January 2027, until I cancel.',
  });
  expect(announcedChangeConsent({ kind: 'terms', termsVersion: '2027-01-01', effectiveAt: day })).toEqual({
    version: '2027-01-01',
    text: 'I agree to the new terms of service, from 15 January 2027.',
  });
});

test('periods keep their day after a month that is too short', () => {
  const anchored = facts({ creditedPeriodEnd: at('2027-02-28T12:00:00Z'), trialEndsAt: at('2026-12-31T12:00:00Z') });
  expect(periodEndCoveringChange(anchored, at('2027-03-05T00:00:00Z'))?.toISOString()).toBe('2027-03-31T12:00:00.000Z');
});
