import { describe, expect, it } from '@jest/globals';
import { RetryLaterError } from '@ve/contracts/job-errors';
import { jobRetryDelayMs } from './job-options.ts';

describe('the delay before a retry', () => {
  it.each([
    [1, 1_000],
    [2, 2_000],
    [3, 4_000],
  ])('doubles: attempt %i waits about %i ms', (attemptsMade, about) => {
    for (let round = 0; round < 50; round += 1) {
      const delay = jobRetryDelayMs('vehicle-fetches.run', attemptsMade);
      expect(delay).toBeGreaterThanOrEqual(about * 0.9);
      expect(delay).toBeLessThanOrEqual(about * 1.1);
    }
  });

  it('is never shorter than the job requests, and never longer than ten minutes', () => {
    expect(jobRetryDelayMs('vehicle-fetches.run', 1, new RetryLaterError('later', 5_000))).toBe(5_000);
    expect(jobRetryDelayMs('vehicle-fetches.run', 3, new RetryLaterError('later', 10))).toBeGreaterThan(3_000);
    expect(jobRetryDelayMs('reminders.send', 5, new RetryLaterError('later', 86_400_000))).toBe(600_000);
    expect(jobRetryDelayMs('reminders.send', 20)).toBe(600_000);
  });
});
