import { expect, test } from '@jest/globals';
import { motTestFixture } from '../../testing/vehicle-records.ts';
import { earlierMotTestsText, omittedMotTestsText } from './mot-messages.ts';

const passed = motTestFixture('2024-05-01', 9);
const failed = motTestFixture('2023-05-01', 9, { result: 'FAILED' });
const dangerous = motTestFixture('2022-05-01', 9, {
  result: 'FAILED',
  defects: [{ type: 'DANGEROUS', text: 'Tyre cords exposed (5.2.3 (d)(ii))', dangerous: true }],
});

test.each([
  [[passed], '1 earlier test'],
  [[passed, failed], '2 earlier tests (1 failed)'],
  [[passed, failed, dangerous], '3 earlier tests (2 failed, 1 with a dangerous defect)'],
])('omitted tests are summarised with their failures and dangerous defects: %#', (tests, words) => {
  expect(earlierMotTestsText(tests)).toBe(words);
  expect(omittedMotTestsText(tests)).toBe(`${words} in the online report.`);
});
