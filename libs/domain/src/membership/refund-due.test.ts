import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type LastCharge, refundDue } from './refund-due.ts';

const paidAt = new Date('2026-11-01T13:00:00.000Z');
const days = (count: number) => new Date(paidAt.getTime() + count * 86_400_000);
const charge = (given: Partial<LastCharge> = {}): LastCharge => ({
  pence: 890,
  fullCheckPence: 500,
  refundedPence: 0,
  paidAt,
  periodStart: days(0),
  periodEnd: days(30),
  checkUsed: false,
  disputed: false,
  ...given,
});
const none = (reason: string) => ({ kind: 'none', pence: 0, reason });
const partly = (pence: number, daysLeft: number, fullCheckPence = 500) => ({
  kind: 'pro-rata',
  pence,
  daysLeft,
  fullCheckPence,
});

describe('what is refunded of the last charge', () => {
  test.each<[string, Partial<LastCharge> | null, number, object]>([
    ['a trial that was never charged in full', null, 1, none('never-charged')],
    ['immediately, the check not used', {}, 0, { kind: 'full', pence: 890 }],
    ['on the thirtieth day, the check not used', {}, 30, { kind: 'full', pence: 890 }],
    ['after thirty days, the check not used', {}, 30.0001, none('too-late')],
    ['a third of the period, the check used', { checkUsed: true }, 10, partly(260, 20)],
    ['an hour later, the check used', { checkUsed: true }, 1 / 24, partly(377, 29)],
    ['a started day, the check used', { checkUsed: true }, 10.0001, partly(247, 19)],
    ['on the fourteenth day, the check used', { checkUsed: true }, 14, partly(208, 16)],
    [
      'the check used, under a contract without a price of it',
      { checkUsed: true, fullCheckPence: 0 },
      10,
      partly(594, 20, 0),
    ],
    [
      'the check used, under a contract with another price of it',
      { checkUsed: true, fullCheckPence: 300 },
      10,
      partly(394, 20, 300),
    ],
    ['the check used, for a charge of no more than its price', { checkUsed: true, pence: 500 }, 1, none('check-price')],
    ['after fourteen days, the check used', { checkUsed: true }, 14.0001, none('check-used')],
    ['a partly refunded charge', { refundedPence: 400 }, 3, { kind: 'full', pence: 490 }],
    [
      'a partly refunded charge with the check used: the rest is due, while the price of the check is left',
      { refundedPence: 100, checkUsed: true },
      3,
      partly(290, 27),
    ],
    [
      'a charge of which only the price of the check is left',
      { refundedPence: 400, checkUsed: true },
      3,
      none('check-price'),
    ],
    ['a fully refunded charge', { refundedPence: 890 }, 1, none('refunded')],
    ['a charge that the bank has reversed', { disputed: true }, 1, none('disputed')],
  ])('%s', (_, last, day, expected) => {
    const facts = { last: last === null ? null : charge(last), firstPaidAt: last === null ? null : paidAt };
    expect(refundDue(facts, days(day))).toEqual(expected);
  });

  test('the check of a later period, used after the first fourteen days', () => {
    const last = charge({ paidAt: days(30), periodStart: days(30), periodEnd: days(60), checkUsed: true });
    expect(refundDue({ last, firstPaidAt: paidAt }, days(31))).toEqual(none('check-used'));
  });

  test('the check of a restarted contract, used after the first fourteen days overall', () => {
    const last = charge({ paidAt: days(15), periodStart: days(15), periodEnd: days(45), checkUsed: true });
    expect(refundDue({ last, firstPaidAt: paidAt }, days(15.01))).toEqual(none('check-used'));
  });

  const aCharge = fc.record({
    pence: fc.integer({ min: 1, max: 10_000 }),
    fullCheckPence: fc.integer({ min: 0, max: 10_000 }),
    refunded: fc.double({ min: 0, max: 1, noNaN: true }),
    day: fc.double({ min: -1, max: 70, noNaN: true }),
    checkUsed: fc.boolean(),
    disputed: fc.boolean(),
  });
  type ACharge = typeof aCharge extends fc.Arbitrary<infer Value> ? Value : never;
  const dueOf = ({ refunded, day, ...given }: ACharge) => {
    const refundedPence = Math.floor(given.pence * refunded);
    const last = charge({ ...given, refundedPence });
    return { left: given.pence - refundedPence, due: refundDue({ last, firstPaidAt: paidAt }, days(day)) };
  };

  test('keeps the price of the check and of each started day of a charge whose check was used', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 14 * 86_400_000 }), (sinceMs) => {
        const now = new Date(paidAt.getTime() + sinceMs);
        const due = refundDue({ last: charge({ checkUsed: true }), firstPaidAt: paidAt }, now);
        const begun = Math.ceil(sinceMs / 86_400_000);
        expect(due).toEqual(partly(Math.ceil((390 * (30 - begun)) / 30), 30 - begun));
      }),
    );
  });

  test('is whole pence, never negative, and never more than the rest of the charge', () => {
    fc.assert(
      fc.property(aCharge, (given) => {
        const { left, due } = dueOf(given);
        expect(Number.isInteger(due.pence)).toBe(true);
        expect(due.pence).toBeLessThanOrEqual(left);
        expect(due.pence > 0).toBe(due.kind !== 'none');
      }),
    );
  });

  test('is never more on a later day', () => {
    fc.assert(
      fc.property(aCharge, fc.double({ min: 0, max: 70, noNaN: true }), (given, later) => {
        expect(dueOf({ ...given, day: given.day + later }).due.pence).toBeLessThanOrEqual(dueOf(given).due.pence);
      }),
    );
  });

  test('is never more with the check used than without', () => {
    fc.assert(
      fc.property(aCharge, (given) => {
        const [used, unused] = [true, false].map((checkUsed) => dueOf({ ...given, checkUsed }).due.pence);
        expect(used).toBeLessThanOrEqual(unused ?? 0);
      }),
    );
  });

  test('keeps the price of each used check, regardless of how often a member joins and leaves', () => {
    const stay = fc.record({
      checkUsed: fc.boolean(),
      waits: fc.double({ min: 0, max: 40, noNaN: true }),
      stays: fc.double({ min: 0, max: 29, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(stay, { minLength: 1, maxLength: 12 }), (stays) => {
        let day = 0;
        let kept = 0;
        let checks = 0;
        for (const { checkUsed, waits, stays: length } of stays) {
          const last = charge({ checkUsed, paidAt: days(day), periodStart: days(day), periodEnd: days(day + 30) });
          kept += last.pence - refundDue({ last, firstPaidAt: paidAt }, days(day + length)).pence;
          checks += checkUsed ? 1 : 0;
          day += length + waits;
        }
        expect(kept).toBeGreaterThanOrEqual(500 * checks);
      }),
    );
  });
});
