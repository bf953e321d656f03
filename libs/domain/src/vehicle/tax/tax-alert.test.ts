import { expect, test } from '@jest/globals';
import { fullCheckFixture } from '../../testing/full-checks.ts';
import { vehicleRecordFixture, type VehicleRecordSetup } from '../../testing/vehicle-records.ts';
import type { VehicleRecord } from '../record/vehicle-record.ts';
import { taxAlert } from './tax-alert.ts';

const today = '2026-06-01';
const expired = { taxStatus: 'Untaxed', taxDueDate: '2026-05-01' } as const;
const dueSoon = { taxStatus: 'Taxed', taxDueDate: '2026-06-10' } as const;

test.each<[string, VehicleRecordSetup, object | null]>([
  ['expired', { licensing: expired }, { state: 'expired', dueDate: '2026-05-01', daysLeft: -31, source: 'DVLA' }],
  ['due in nine days', { licensing: dueSoon }, { state: 'due-soon', daysLeft: 9 }],
  ['due in 30 days', { licensing: { ...dueSoon, taxDueDate: '2026-07-01' } }, { state: 'due-soon', daysLeft: 30 }],
  ['due in 31 days', { licensing: { ...dueSoon, taxDueDate: '2026-07-02' } }, null],
  ['SORN', { licensing: { taxStatus: 'SORN', taxDueDate: null } }, null],
  ['unknown', { licensing: 'timeout', specification: 'timeout' }, null],
  [
    'expired by UK Vehicle Data',
    { licensing: 'timeout', specification: expired },
    { state: 'expired', source: 'UKVD' },
  ],
  ['scrapped', { licensing: expired, specification: { scrapped: true } }, null],
  ['destroyed', { licensing: expired, specification: { certificateOfDestruction: true } }, null],
  ['exported', { licensing: expired, specification: { exported: true } }, null],
  ['marked for export', { licensing: { ...expired, markedForExport: true } }, null],
])('%s', (_name, setup, expected) => {
  const alert = taxAlert({ record: vehicleRecordFixture(setup), today, fullCheck: null });
  if (expected === null) expect(alert).toBeNull();
  else expect(alert).toMatchObject({ ...expected, forBuyers: expect.stringContaining('ends at the sale') });
});

test.each(['licensing', 'specification'] as const)('no alert while %s is pending', (name) => {
  const record = vehicleRecordFixture({ licensing: expired });
  const { source, at } = record[name];
  const asking: VehicleRecord = { ...record, [name]: { state: 'asking', source, at } };
  expect(taxAlert({ record, today, fullCheck: null })).not.toBeNull();
  expect(taxAlert({ record: asking, today, fullCheck: null })).toBeNull();
});

test.each([{ scrapped: true }, { exported: true }])('no alert once the full check has %j', (vdi) => {
  expect(
    taxAlert({ record: vehicleRecordFixture({ licensing: expired }), today, fullCheck: fullCheckFixture({ vdi }) }),
  ).toBeNull();
});
