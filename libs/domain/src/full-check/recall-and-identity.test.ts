import { describe, expect, test } from '@jest/globals';
import { fullCheckFixture, type FullCheckSetup } from '../testing/full-checks.ts';
import { vehicleRecordFixture } from '../testing/vehicle-records.ts';
import type { IdentityInspection } from '../vehicle/record/vehicle-record.ts';
import { identityInspectionOf } from './identity-inspection-of.ts';
import { recallNextStep } from './recall-next-step.ts';

describe('a recall as a task', () => {
  test.each([
    ['Yes', 'outstanding', 3, null],
    ['No', 'none', 0, null],
    ['Unknown', 'silent', 1, 'DVSA’s recall data says nothing about this vehicle.'],
    ['Unavailable', 'unavailable', 1, 'DVSA’s recall service was not available.'],
  ] as const)('%s', (hasOutstandingRecall, state, steps, why) => {
    const task = recallNextStep(vehicleRecordFixture({ testing: { hasOutstandingRecall } }));
    expect([task.state, task.steps.length, task.why]).toEqual([state, steps, why]);
    expect(task.references.length).toBeGreaterThan(0);
  });

  test.each([
    ['timeout', 'unavailable', 'DVSA did not answer in time.'],
    ['not-held', 'silent', 'DVSA holds no record of this vehicle.'],
  ] as const)('DVSA %s', (testing, state, why) => {
    expect(recallNextStep(vehicleRecordFixture({ testing }))).toMatchObject({ state, why, source: null });
  });
});

describe('an identity inspection', () => {
  const find = (inRecord: IdentityInspection[], vdi: NonNullable<FullCheckSetup['vdi']> | null) =>
    identityInspectionOf(
      vehicleRecordFixture({ specification: { identityInspections: inRecord } }),
      vdi === null ? null : fullCheckFixture({ vdi }),
    );

  test.each([
    ['none if the check reports none', [], {}, 'none', []],
    ['not known before a check', [], null, 'unknown', []],
    ['not known where the check does not say', [], { identityInspected: null }, 'unknown', []],
    ['passed', [{ date: '2012-03-03', result: 'PASS' }], null, 'found', ['Passed on 3 March 2012']],
    ['failed, the date not recorded', [{ date: null, result: 'FAIL' }], null, 'found', ['Failed, date not recorded']],
    ['marked only', [], { identityInspected: true }, 'found', ['Inspected, date not recorded, result not recorded']],
    [
      'the same in both, once',
      [{ date: '2012-03-03', result: 'PASS' }],
      { identityInspected: true, identityInspection: { date: '2012-03-03', result: null } },
      'found',
      ['Passed on 3 March 2012'],
    ],
    [
      'different in both',
      [{ date: '2012-03-03', result: 'PASS' }],
      { identityInspection: { date: '2010-01-01', result: 'FAIL' } },
      'found',
      ['Passed on 3 March 2012', 'Failed on 1 January 2010'],
    ],
    [
      'denied by the check, present in the record',
      [{ date: '2012-03-03', result: null }],
      {},
      'found',
      ['Inspected on 3 March 2012, result not recorded'],
    ],
  ] as [string, IdentityInspection[], NonNullable<FullCheckSetup['vdi']> | null, string, string[]][])(
    '%s',
    (_name, inRecord, vdi, state, inspections) => {
      expect(find(inRecord, vdi)).toMatchObject({ state, inspections });
    },
  );
});
