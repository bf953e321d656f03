import { describe, expect, test } from '@jest/globals';
import { fullCheckFixture, type FullCheckSetup } from '../../testing/full-checks.ts';
import { vehicleRecordFixture, motTestFixture, type VehicleRecordSetup } from '../../testing/vehicle-records.ts';
import { unansweredFreeChecks } from '../../verdict/unanswered-free-checks.ts';
import { isHeavyVehicle } from './heavy-vehicle.ts';
import { recallState } from './recall-state.ts';
import { roadStatusOf } from './road-status.ts';
import type { VehicleRecord } from './vehicle-record.ts';

const today = '2026-06-01';
const askingFor = (name: 'licensing' | 'testing' | 'specification', setup: VehicleRecordSetup = {}): VehicleRecord => {
  const record = vehicleRecordFixture(setup);
  const { source, at } = record[name];
  return { ...record, [name]: { state: 'asking', source, at } };
};

describe('recalls', () => {
  test.each<[string, VehicleRecordSetup, string]>([
    ['Yes', { testing: { hasOutstandingRecall: 'Yes' } }, 'outstanding'],
    ['No', { testing: { hasOutstandingRecall: 'No' } }, 'none'],
    ['Unknown', { testing: { hasOutstandingRecall: 'Unknown' } }, 'silent'],
    ['Unavailable', { testing: { hasOutstandingRecall: 'Unavailable' } }, 'unavailable'],
    ['no record', { testing: 'not-held' }, 'silent'],
    ['no answer', { testing: 'timeout' }, 'unavailable'],
  ])('%s', (_name, setup, state) => {
    expect(recallState(vehicleRecordFixture(setup))).toMatchObject({ state, source: 'DVSA' });
  });

  test('pending recalls', () => {
    expect(recallState(askingFor('testing')).state).toBe('asking');
  });
});

describe('the off-road status', () => {
  test.each<[string, VehicleRecordSetup, FullCheckSetup | null, string]>([
    ['no mark', {}, null, 'in-use'],
    ['scrapped', { specification: { scrapped: true } }, null, 'scrapped'],
    ['destroyed', { specification: { scrapped: null, certificateOfDestruction: true } }, null, 'scrapped'],
    ['exported', { specification: { exported: true } }, null, 'exported'],
    ['exported by its date', { specification: { exported: null, dateExported: '2020-01-01' } }, null, 'exported'],
    ['exported, and back', { specification: { exported: false, dateExported: '2020-01-01' } }, null, 'in-use'],
    ['scrapped by its date', {}, { vdi: { scrapped: null, scrapDate: '2020-01-01' } }, 'scrapped'],
    ['scrapped and exported', { specification: { scrapped: true, exported: true } }, null, 'scrapped'],
    ['marked for export', { licensing: { markedForExport: true } }, null, 'exported'],
    ['scrapped by the full check', {}, { vdi: { scrapped: true } }, 'scrapped'],
    ['exported by the full check', {}, { vdi: { exported: true } }, 'exported'],
    ['a full check that says no', { specification: { scrapped: true } }, {}, 'scrapped'],
  ])('%s', (_name, setup, full, status) => {
    expect(roadStatusOf(vehicleRecordFixture(setup), full === null ? null : fullCheckFixture(full))).toBe(status);
  });

  test.each(['licensing', 'specification'] as const)(
    'is unknown while %s is pending, unless the other source has an entry',
    (name) => {
      expect(roadStatusOf(askingFor(name))).toBe('unknown');
      const other =
        name === 'licensing' ? { specification: { scrapped: true } } : { licensing: { markedForExport: true } };
      expect(roadStatusOf(askingFor(name, other))).not.toBe('unknown');
    },
  );
});

test.each<[string, VehicleRecordSetup, (string | null)[]]>([
  ['all answered', {}, []],
  ['no specification', { specification: 'timeout' }, ['scrapping', 'export', 'import']],
  ['a specification without marks', { specification: { scrapped: null, imported: null } }, ['scrapping', 'import']],
  ['dates without marks', { specification: { scrapped: null, dateScrapped: '2020-01-01' } }, []],
  ['no tests', { testing: 'not-held' }, ['mileage']],
  ['no recall service', { testing: { hasOutstandingRecall: 'Unavailable' } }, ['recalls']],
  ['recalls that DVSA knows nothing of', { testing: { hasOutstandingRecall: 'Unknown' } }, []],
  ['no DVLA, tax known elsewhere', { licensing: 'timeout' }, [null]],
  ['no record at DVLA, tax known elsewhere', { licensing: 'not-held' }, [null]],
  ['no DVLA, tax unknown', { licensing: 'timeout', specification: { taxStatus: null, taxDueDate: null } }, ['tax']],
])('free checks without an answer: %s', (_name, setup, expected) => {
  expect(unansweredFreeChecks(vehicleRecordFixture(setup), today).map(({ what }) => what)).toEqual(expected);
});

test.each<[string, VehicleRecordSetup, boolean]>([
  ['a car', {}, false],
  ['a light van', { licensing: { typeApproval: 'N1' } }, false],
  ['a lorry', { licensing: { typeApproval: 'N3' } }, true],
  ['a coach', { licensing: { typeApproval: 'M3' } }, true],
  ['a lorry by its tests', { testing: { tests: [motTestFixture('2026-05-01', 1, { dataSource: 'CVS' })] } }, true],
  ['no source says', { licensing: 'timeout', testing: 'timeout' }, false],
])('heavy vehicle: %s', (_name, setup, heavy) => {
  expect(isHeavyVehicle(vehicleRecordFixture(setup))).toBe(heavy);
});
