import { expect, test } from '@jest/globals';
import type { ReminderLeadDays } from '@ve/domain/monitoring/reminders/reminder';
import { formatReminderLeads } from './watch-names.ts';

test.each<[ReminderLeadDays[], string]>([
  [[28, 14, 7, 1, -1], '28, 14 and 7 days before, 1 day before and the day after'],
  [[1, 28], '28 days before and 1 day before'],
  [[1], '1 day before'],
  [[-1], 'the day after'],
  [[7, -1], '7 days before and the day after'],
  [[], 'none'],
])('%j is %s', (leads, text) => {
  expect(formatReminderLeads(leads)).toBe(text);
});
