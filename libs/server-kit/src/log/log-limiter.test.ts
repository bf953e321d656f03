import { createLogLimiter } from './log-limiter.ts';

let at = Date.parse('2026-03-01T10:00:00.000Z');
const limiter = () => createLogLimiter(() => new Date(at));

test('logs one event of a kind per minute, then how many were suppressed', () => {
  const limit = limiter();
  expect([limit('a'), limit('a'), limit('a'), limit('b')]).toEqual([0, null, null, 0]);
  at += 59_999;
  expect(limit('a')).toBeNull();
  at += 1;
  expect([limit('a'), limit('b')]).toEqual([3, 0]);
});

test('suppresses nothing after the clock was set back', () => {
  const limit = limiter();
  limit('a');
  at -= 3_600_000;
  expect(limit('a')).toBe(0);
});
