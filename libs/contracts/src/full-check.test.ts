import { expect, test } from '@jest/globals';
import { parseStoredFullCheck } from './full-check.ts';

const updatedAt = new Date('2026-11-20T10:00:00.000Z');
const checkedAt = '2026-11-01T09:00:00.000Z';
const notHeld = { state: 'not-held', source: 'UKVD', at: checkedAt };

test('a report without a full check has null', () => {
  expect(parseStoredFullCheck(null, updatedAt)).toBeNull();
  expect(parseStoredFullCheck(undefined, updatedAt)).toBeNull();
});

test('a full check is read as it was stored', () => {
  const stored = { checkedAt, vdi: notHeld, valuation: notHeld };
  expect(parseStoredFullCheck(stored, updatedAt)).toEqual(stored);
});

test.each([
  ['of a later release', { checkedAt, vdi: { state: 'partly' }, valuation: notHeld }, checkedAt],
  ['without its day', { vdi: notHeld }, updatedAt.toISOString()],
  ['that is no object', 'lost', updatedAt.toISOString()],
])('%s is read as a full check whose sections are all unknown', (_, stored, at) => {
  const unknown = { state: 'unavailable', source: 'UKVD', at, reason: 'unreadable-answer' };
  expect(parseStoredFullCheck(stored, updatedAt)).toEqual({ checkedAt: at, vdi: unknown, valuation: unknown });
});
