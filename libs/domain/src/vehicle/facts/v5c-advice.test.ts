import { expect, test } from '@jest/globals';
import { vehicleRecordFixture } from '../../testing/vehicle-records.ts';
import { v5cAdviceOf } from './v5c-advice.ts';

test('allows for the days between the register and the document', () => {
  expect(v5cAdviceOf(vehicleRecordFixture({ licensing: { dateOfLastV5CIssued: '2024-04-01' } }))?.compare).toBe(
    'The V5C that the seller shows should be dated 1 April 2024 or a few days around it. If it is older, ask why.',
  );
});

test.each([
  ['a record without the date', { dateOfLastV5CIssued: null }],
  ['an impossible date', { dateOfLastV5CIssued: '2024-02-31' }],
  ['an unavailable DVLA', 'timeout' as const],
])('is null for %s', (_name, licensing) => {
  expect(v5cAdviceOf(vehicleRecordFixture({ licensing }))).toBeNull();
});
