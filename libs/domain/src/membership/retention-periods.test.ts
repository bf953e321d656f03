import { expect, test } from '@jest/globals';
import {
  backupsExpireAt,
  contractRetainedUntil,
  formerMemberRetainedUntil,
  paymentRetainedUntil,
  paymentsRetainedFrom,
} from './retention-periods.ts';

test.each([
  ['2026-11-22T10:00:00.000Z', '2033-04-06'],
  ['2027-04-05T22:59:59.999Z', '2033-04-06'],
  ['2027-04-05T23:00:00.000Z', '2034-04-06'],
  ['2027-01-01T00:00:00.000Z', '2033-04-06'],
  ['2027-12-31T23:59:59.999Z', '2034-04-06'],
])('a payment of %s is kept until the tax year’s end and six years more: %s', (paidAt, until) => {
  expect(paymentRetainedUntil(new Date(paidAt)).toISOString()).toBe(`${until}T00:00:00.000Z`);
});

test.each([
  ['2026-04-05T22:59:59.999Z', '2019-04-05T23:00:00.000Z'],
  ['2026-04-05T23:00:00.000Z', '2020-04-05T23:00:00.000Z'],
  ['2026-11-22T10:00:00.000Z', '2020-04-05T23:00:00.000Z'],
])('at %s the payments since %s are kept', (now, from) => {
  expect(paymentsRetainedFrom(new Date(now)).toISOString()).toBe(from);
});

test.each([
  ['2026-11-22T10:00:00.000Z', '2032-11-22T10:00:00.000Z'],
  ['2028-02-29T10:00:00.000Z', '2034-03-01T10:00:00.000Z'],
])('proof of a contract that ended at %s is kept for six years', (endedAt, until) => {
  expect(contractRetainedUntil(new Date(endedAt)).toISOString()).toBe(until);
});

test.each([
  ['a trial, begun today', '2026-11-22T10:00:00Z', null, '2026-12-22T10:00:00.000Z'],
  ['a trial of a month ago', '2026-10-22T10:00:00Z', null, null],
  ['a first charge of today', '2026-11-21T10:00:00Z', '2026-11-22T10:00:00Z', '2027-05-22T10:00:00.000Z'],
  ['a last charge on a day that its sixth month lacks', null, '2026-08-31T10:00:00Z', '2027-02-28T10:00:00.000Z'],
  ['a last charge of half a year ago', null, '2026-05-22T10:00:00Z', null],
  ['neither', null, null, null],
])('hashes of a deleted account with %s', (_, trialStartedAt, lastPaidAt, until) => {
  const at = (instant: string | null) => (instant === null ? null : new Date(instant));
  const kept = formerMemberRetainedUntil(
    { trialStartedAt: at(trialStartedAt), lastPaidAt: at(lastPaidAt) },
    new Date('2026-11-22T10:00:00Z'),
  );
  expect(kept?.toISOString() ?? null).toBe(until);
});

test('backups of data that is deleted now are overwritten after 35 days', () => {
  expect(backupsExpireAt(new Date('2026-11-22T10:00:00.000Z')).toISOString()).toBe('2026-12-27T10:00:00.000Z');
});
