import { expect, test } from '@jest/globals';
import { textMessageStateOf } from './text-state.ts';

const at = (hours: number) => new Date(Date.parse('2026-03-01T10:00:00Z') + hours * 3_600_000);
const nothing = { attemptedAt: null, sentAt: null, deliveredAt: null, failedAt: null, skippedAt: null };
const sent = { ...nothing, attemptedAt: at(0), sentAt: at(0) };

test.each([
  [nothing, 100, 'waiting'],
  [{ ...nothing, attemptedAt: at(0) }, 0.1, 'unconfirmed'],
  [sent, 71.9, 'sent'],
  [sent, 72, 'unconfirmed'],
  [{ ...sent, deliveredAt: at(1) }, 100, 'delivered'],
  [{ ...sent, failedAt: at(1) }, 100, 'failed'],
  [{ ...nothing, skippedAt: at(1) }, 100, 'skipped'],
])('%j, %d hours later: %s', (ends, hours, state) => {
  expect(textMessageStateOf(ends, at(hours))).toBe(state);
});
