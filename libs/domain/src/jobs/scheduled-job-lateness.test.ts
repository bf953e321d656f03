import { expect, it } from '@jest/globals';
import { isScheduledJobLate } from './scheduled-job-lateness.ts';

const minute = 60_000;
const hour = 60 * minute;
const startedAt = new Date('2026-11-28T02:00:00.000Z');
const endedAt = new Date('2026-11-28T02:10:00.000Z');

it.each([
  ['a job of every minute', minute, 3 * minute],
  ['a job of every hour', hour, 2 * hour + minute],
  ['a nightly job', 24 * hour, 26 * hour + minute],
  ['a weekly job', 7 * 24 * hour, (7 * 24 + 2) * hour + minute],
])('%s is late after its pause and as long again, at most two hours', (_, everyMs, lateAfterMs) => {
  const isLate = (ms: number): boolean =>
    isScheduledJobLate({ everyMs, startedAt, endedAt }, new Date(endedAt.getTime() + ms));
  expect([isLate(lateAfterMs), isLate(lateAfterMs + 1)]).toEqual([false, true]);
});

it('counts from when it was planned before its first run has ended', () => {
  const job = { everyMs: minute, startedAt, endedAt: null };
  expect(isScheduledJobLate(job, new Date(startedAt.getTime() + 3 * minute + 1))).toBe(true);
});
