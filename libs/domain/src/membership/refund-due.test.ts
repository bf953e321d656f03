import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type LastCharge, refundDue } from './refund-due.ts';

const paidAt = new Date('2026-11-01T13:00:00.000Z');
const days = (count: number) => new Date(paidAt.getTime() + count * 86_400_000);
const charge = (given: Partial<LastCharge> = {}): LastCharge => ({
  pence: 890,
  refundedPence: 0,
  paidAt,
  periodStart: days(0),
  periodEnd: days(30),
  checkUsed: false,
  disputed: false,
  ...given,
});
const none = (reason: string) => ({ kind: 'none', pence: 0, reason });

describe('what comes back of the last charge', () => {
  test.each<[string, Partial<LastCharge> | null, number, object]>([
    ['a trial that was never charged in full', null, 1, none('never-charged')],
    ['at once, the check not used', {}, 0, { kind: 'full', pence: 890 }],
    ['on the thirtieth day, the check not used', {}, 30, { kind: 'full', pence: 890 }],
    ['after thirty days, the check not used', {}, 30.0001, none('too-late')],
    ['half of the period, the check used', { checkUsed: true }, 10, { kind: 'pro-rata', pence: 594, daysLeft: 20 }],
    ['an hour later, the check used', { checkUsed: true }, 1 / 24, { kind: 'pro-rata', pence: 861, daysLeft: 29 }],
    ['a begun day, the check used', { checkUsed: true }, 10.0001, { kind: 'pro-rata', pence: 564, daysLeft: 19 }],
    ['on the fourteenth day, the check used', { checkUsed: true }, 14, { kind: 'pro-rata', pence: 475, daysLeft: 16 }],
    ['after fourteen days, the check used', { checkUsed: true }, 14.0001, none('check-used')],
    ['one that went back in part', { refundedPence: 400 }, 3, { kind: 'full', pence: 490 }],
    [
      'one that went back in part, used',
      { refundedPence: 400, checkUsed: true },
      3,
      { kind: 'pro-rata', pence: 490, daysLeft: 27 },
    ],
    ['one that went back in full', { refundedPence: 890 }, 1, none('refunded')],
    ['one that the bank has taken back', { disputed: true }, 1, none('disputed')],
  ])('%s', (_, last, day, expected) => {
    const facts = { last: last === null ? null : charge(last), firstPaidAt: last === null ? null : paidAt };
    expect(refundDue(facts, days(day))).toEqual(expected);
  });

  test('the check of a later period, used after the first fourteen days', () => {
    const last = charge({ paidAt: days(30), periodStart: days(30), periodEnd: days(60), checkUsed: true });
    expect(refundDue({ last, firstPaidAt: paidAt }, days(31))).toEqual(none('check-used'));
  });

  test('the check of a contract that was begun again, used after the first fourteen days of all', () => {
    const last = charge({ paidAt: days(15), periodStart: days(15), periodEnd: days(45), checkUsed: true });
    expect(refundDue({ last, firstPaidAt: paidAt }, days(15.01))).toEqual(none('check-used'));
  });

  test('keeps the price of each day that was begun, of a charge whose check was used', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 14 * 86_400_000 }), (sinceMs) => {
        const now = new Date(paidAt.getTime() + sinceMs);
        const due = refundDue({ last: charge({ checkUsed: true }), firstPaidAt: paidAt }, now);
        const begun = Math.ceil(sinceMs / 86_400_000);
        expect(due).toEqual({ kind: 'pro-rata', pence: Math.ceil((890 * (30 - begun)) / 30), daysLeft: 30 - begun });
      }),
    );
  });

  test('is never more than what is left of the charge, and never less than nothing', () => {
    const facts = fc.record({
      pence: fc.integer({ min: 1, max: 10_000 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      checkUsed: fc.boolean(),
      disputed: fc.boolean(),
      day: fc.double({ min: -1, max: 70, noNaN: true }),
    });
    fc.assert(
      fc.property(facts, ({ pence, share, checkUsed, disputed, day }) => {
        const refundedPence = Math.floor(pence * share);
        const last = charge({ pence, refundedPence, checkUsed, disputed });
        const due = refundDue({ last, firstPaidAt: paidAt }, days(day));
        expect(Number.isInteger(due.pence)).toBe(true);
        expect(due.pence).toBeLessThanOrEqual(pence - refundedPence);
        expect(due.pence > 0).toBe(due.kind !== 'none');
      }),
    );
  });
});
