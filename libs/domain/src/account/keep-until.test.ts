import { expect, test } from '@jest/globals';
import { backupsExpireAt, contractKeptUntil, paymentKeptUntil } from './keep-until.ts';

test.each([
  ['2026-11-22T10:00:00.000Z', '2033-04-06'],
  ['2027-04-05T22:59:59.999Z', '2033-04-06'],
  ['2027-04-05T23:00:00.000Z', '2034-04-06'],
  ['2027-01-01T00:00:00.000Z', '2033-04-06'],
  ['2027-12-31T23:59:59.999Z', '2034-04-06'],
])('a payment of %s is kept until the tax year’s end and six years more: %s', (paidAt, until) => {
  expect(paymentKeptUntil(new Date(paidAt)).toISOString()).toBe(`${until}T00:00:00.000Z`);
});

test.each([
  ['2026-11-22T10:00:00.000Z', '2032-11-22T10:00:00.000Z'],
  ['2028-02-29T10:00:00.000Z', '2034-03-01T10:00:00.000Z'],
])('proof of a contract that ended at %s is kept for six years', (endedAt, until) => {
  expect(contractKeptUntil(new Date(endedAt)).toISOString()).toBe(until);
});

test('backups of what is deleted now are gone after 35 days', () => {
  expect(backupsExpireAt(new Date('2026-11-22T10:00:00.000Z')).toISOString()).toBe('2026-12-27T10:00:00.000Z');
});
