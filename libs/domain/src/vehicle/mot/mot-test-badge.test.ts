import { expect, test } from '@jest/globals';
import type { MotTest } from '../record/vehicle-record.ts';
import { motTestBadge } from './mot-test-badge.ts';

const today = '2026-06-01';

test.each<[MotTest['result'], string | null, string, string | null]>([
  ['PASSED', '2026-06-02', 'PASSED', null],
  ['PASSED', today, 'PASSED', null],
  ['PASSED', '2026-05-31', 'PASSED', 'Certificate EXPIRED on 31 May 2026'],
  ['PASSED', null, 'PASSED', null],
  ['FAILED', null, 'FAILED', null],
  ['FAILED', '2020-01-01', 'FAILED', null],
])('%s with a certificate until %s is %s, in small print %s', (result, expiryDate, badge, smallPrint) => {
  expect(motTestBadge({ result, expiryDate }, today)).toEqual({ badge, smallPrint });
});
