import { expect, test } from '@jest/globals';
import { isMotPassedLater } from './is-passed-later.ts';

type Test = Parameters<typeof isMotPassedLater>[0];
const passed = (completedAt: string): Test => ({ completedAt, result: 'PASSED' });
const failed = (completedAt: string): Test => ({ completedAt, result: 'FAILED' });
const [may, june, july] = ['2026-05-01T09:00:00Z', '2026-06-01T09:00:00Z', '2026-07-01T09:00:00Z'] as const;

test.each<[string, Test, Test[], boolean]>([
  ['a failure before a pass', failed(may), [passed(june), failed(may)], true],
  ['a failure after the last pass', failed(july), [failed(july), passed(june)], false],
  ['a failure before a failure', failed(may), [failed(june), failed(may)], false],
  ['the latest pass itself', passed(june), [passed(june), failed(may)], false],
  ['an earlier pass', passed(may), [passed(june), passed(may)], true],
  ['a failure at the same second as its pass', failed(may), [passed(may), failed(may)], true],
  ['without any test that took place', failed(may), [], false],
])('%s', (_name, given, held, expected) => {
  expect(isMotPassedLater(given, held)).toBe(expected);
});
