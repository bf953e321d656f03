import { describe, expect, it } from '@jest/globals';
import { isSessionUseUnrecorded } from './lifetimes.ts';

describe('isSessionUseUnrecorded', () => {
  const noon = new Date('2027-03-01T12:00:00Z');
  const after = (minutes: number) => isSessionUseUnrecorded(noon, new Date(noon.getTime() + minutes * 60_000));

  it.each([
    [0, false],
    [9, false],
    [10, true],
    [-9, false],
    [-60, true],
  ])('%i minutes after the recorded use: %s', (minutes, unrecorded) => {
    expect(after(minutes)).toBe(unrecorded);
  });
});
