import { afterEach, expect, jest, test } from '@jest/globals';
import {
  storeFullCheckAwaitingPayment,
  clearFullCheckAwaitingPayment,
  readFullCheckAwaitingPayment,
} from './pending-check.tsx';

afterEach(() => {
  jest.useRealTimers();
  sessionStorage.clear();
});

test('belongs only to the user who pays', () => {
  storeFullCheckAwaitingPayment('user-1', 'AB12CDE');
  expect(readFullCheckAwaitingPayment('user-1')).toBe('AB12CDE');
  expect(readFullCheckAwaitingPayment('user-2')).toBeNull();
  expect(readFullCheckAwaitingPayment(null)).toBeNull();
});

test('is only that of the latest payment, until it is cleared', () => {
  storeFullCheckAwaitingPayment('user-1', 'AB12CDE');
  storeFullCheckAwaitingPayment('user-1', 'FN15FNC');
  expect(readFullCheckAwaitingPayment('user-1')).toBe('FN15FNC');
  clearFullCheckAwaitingPayment();
  expect(readFullCheckAwaitingPayment('user-1')).toBeNull();
});

test.each([
  [3_599_000, 'AB12CDE'],
  [3_600_000, null],
  [-60_000, null],
])('is pending for an hour (%d ms later: %s)', (ms, expected) => {
  const began = new Date('2026-11-21T12:00:00Z');
  jest.useFakeTimers({ now: began });
  storeFullCheckAwaitingPayment('user-1', 'AB12CDE');
  jest.setSystemTime(began.getTime() + ms);
  expect(readFullCheckAwaitingPayment('user-1')).toBe(expected);
});

test.each([
  'no json',
  '{}',
  '["user-1"]',
  '["user-1",7,1]',
  `["user-1","../x",${String(Date.now())}]`,
  `["user-1","AB12CDE","soon"]`,
])('ignores other stored values: %s', (stored) => {
  sessionStorage.setItem('check-after-payment', stored);
  expect(readFullCheckAwaitingPayment('user-1')).toBeNull();
});
