import { expect, test } from '@jest/globals';
import { retentionText, purgeCutoff, type RetentionEntry, retentionSchedule } from './retention.ts';

const entries: readonly (readonly [string, RetentionEntry])[] = Object.entries(retentionSchedule);

test.each(entries)('%s: an entry has an age in days exactly if its text names one', (_, entry) => {
  expect(entry.days !== undefined).toBe(entry.ends === 'age');
  expect(entry.kept.includes('{time}')).toBe(entry.ends === 'age');
  expect(retentionText(entry)).not.toMatch(/[{}]/);
  for (const words of [entry.what, retentionText(entry), entry.why]) expect(words).toMatch(/^[A-Z0-9].*[^.]$/);
});

test('the age as text, and the instant that it leads to', () => {
  expect(retentionText(retentionSchedule.fetches)).toBe('24 hours');
  expect(retentionText(retentionSchedule.errorLogs)).toBe('30 days');
  expect(retentionText(retentionSchedule.cancellationAnswers)).toBe('1 year');
  expect(retentionText(retentionSchedule.enquiries)).toBe('2 years after the message');
  expect(retentionText(retentionSchedule.auditLog)).toMatch(/^6 years;/);
  expect(purgeCutoff(retentionSchedule.exports, new Date('2026-11-22T10:00:00Z'))).toEqual(
    new Date('2026-11-15T10:00:00Z'),
  );
});
