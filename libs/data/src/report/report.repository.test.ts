import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ordinaryVehicleRecord } from '@ve/domain/testing/ordinary-vehicle-record';
import { saveCustomer } from '../membership/customer/customer.repository.ts';
import { openTestDatabase } from '../testing/open-test-database.ts';
import { vehicleRecordWithoutData } from '../testing/vehicle-records.ts';
import { createUser } from '../identity/user/user.repository.ts';
import { addReport, fillReportGaps, findReport } from './report.repository.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let customerId: string;
const now = new Date('2026-03-01T10:00:00.000Z');
const later = new Date('2026-03-01T10:05:00.000Z');

beforeAll(async () => {
  db = await openTestDatabase();
  const em = db.orm.em.fork();
  const userId = (await createUser(em, 'dana@example.com', now)) ?? '';
  const customer = { userId, name: 'Dana', email: 'dana@example.com', address: '1 High Street', postcode: 'LS1 1AA' };
  customerId = await saveCustomer(em, { ...customer, stripeCustomerId: 'cus_1', stripeSubscriptionId: 'sub_1' }, now);
});
afterAll(() => db.close());

const read = (id: string) => db.data.all('reports', { id });

it('is saved from the stored record, once per registration', async () => {
  const em = db.orm.em.fork();
  const record = { ...ordinaryVehicleRecord('2026-03-01'), registration: 'AB12CDE' };
  const id = await addReport(em, { customerId, registration: 'AB12CDE', record }, now);
  expect(await addReport(em, { customerId, registration: 'AB12CDE', record: null }, later)).toBe(id);
  expect(await findReport(em, id)).toEqual({ id, registration: 'AB12CDE', complete: true });
  const [row] = await read(id);
  expect(row).toMatchObject({ vehicleMake: expect.any(String), reportData: { raw_api_data: record } });
  expect(row?.reportData).toMatchObject({ insurance_status: null, vdi_data: null, full_vdi_data: null });
  expect(
    await fillReportGaps(em, { id, record: vehicleRecordWithoutData('AB12CDE', later.toISOString()) }, later),
  ).toBe(false);
});

it('is saved with everything unknown when there is no record, and filled once', async () => {
  const em = db.orm.em.fork();
  const id = await addReport(em, { customerId, registration: 'FN15FNC', record: null }, now);
  expect(await findReport(em, id)).toMatchObject({ complete: false });
  const [empty] = await read(id);
  expect(empty).toMatchObject({ vehicleMake: null, vehicleYear: null, euroStatus: null, motExpiry: null });
  const record = { ...ordinaryVehicleRecord('2026-03-01'), registration: 'FN15FNC' };
  expect(await fillReportGaps(em, { id, record }, later)).toBe(true);
  expect(await fillReportGaps(em, { id, record }, later)).toBe(false);
  expect((await read(id))[0]).toMatchObject({ reportData: { raw_api_data: record } });
});

it('keeps known values that a later record lacks', async () => {
  const em = db.orm.em.fork();
  const whole = { ...ordinaryVehicleRecord('2026-03-01'), registration: 'CL10CKD' };
  const at = later.toISOString();
  const down = { state: 'unavailable', source: 'UKVD', at, reason: 'timeout' } as const;
  const id = await addReport(
    em,
    { customerId, registration: 'CL10CKD', record: { ...whole, specification: down } },
    now,
  );
  const [before] = await read(id);
  expect(await findReport(em, id)).toMatchObject({ complete: false });
  expect(await fillReportGaps(em, { id, record: vehicleRecordWithoutData('CL10CKD', at) }, later)).toBe(true);
  expect((await read(id))[0]).toMatchObject({ vehicleMake: before?.vehicleMake });
});
