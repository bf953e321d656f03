import { createLogLimiter } from './log-limiter.ts';

let at = Date.parse('2026-03-01T10:00:00.000Z');
const limiter = () => createLogLimiter(() => new Date(at));

test('one of a kind is said in a minute, and then how many were not', () => {
  const say = limiter();
  expect([say('a'), say('a'), say('a'), say('b')]).toEqual([0, null, null, 0]);
  at += 59_999;
  expect(say('a')).toBeNull();
  at += 1;
  expect([say('a'), say('b')]).toEqual([3, 0]);
});

test('a clock that was set back silences nobody', () => {
  const say = limiter();
  say('a');
  at -= 3_600_000;
  expect(say('a')).toBe(0);
});
