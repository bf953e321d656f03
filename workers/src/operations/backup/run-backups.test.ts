import { expect, it } from '@jest/globals';
import { msUntilBackup } from './run-backups.ts';

const hour = 3_600_000;

it.each([
  ['none was ever taken', '2026-11-28T12:00:00Z', null, 0],
  ['the one of last night is missing', '2026-11-28T12:00:00Z', '2026-11-27T02:00:00Z', 0],
  ['last night has one', '2026-11-28T12:00:00Z', '2026-11-28T02:00:00Z', 14 * hour],
  ['the night has not come', '2026-11-28T01:00:00Z', '2026-11-27T02:00:04Z', hour],
  ['one was taken by day', '2026-11-28T12:00:00Z', '2026-11-28T11:00:00Z', 14 * hour],
])('waits for the hour of the night, and not at all where %s', (_, now, newest, ms) => {
  expect(msUntilBackup(new Date(now), 2, newest === null ? null : new Date(newest))).toBe(ms);
});
