import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { saveCustomer } from '@ve/data/membership/customer/customer.repository';
import { addReport, findReport } from '@ve/data/report/report.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { createUser } from '@ve/data/identity/user/user.repository';
import { findVehicleRecord, saveVehicleRecordIfNewer } from '@ve/data/vehicle/vehicle.repository';
import { ordinaryVehicleRecord } from '@ve/domain/testing/ordinary-vehicle-record';
import { UnrecoverableJobError } from '@ve/contracts/job-errors';
import type { JobContext } from '@ve/app/job-context';
import { createTestJobContext } from '../testing/test-job-context.ts';
import { exampleLicensing, scriptedSources } from '../testing/scripted-sources.ts';
import { backfillReport } from '@ve/app/report/backfill-report';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const now = new Date('2027-03-01T10:00:00.000Z');
let reportId: string;
beforeEach(async () => {
  const em = db.orm.em.fork();
  await clearTables(em, 'users', 'vehicles');
  const userId = (await createUser(em, 'dana@example.com', now))!;
  const customer = { userId, name: 'Dana', email: 'dana@example.com', address: '1 High Street', postcode: 'LS1 1AA' };
  const stripe = { stripeCustomerId: 'cus_1', stripeSubscriptionId: 'sub_1' };
  const customerId = await saveCustomer(em, { ...customer, ...stripe }, now);
  reportId = await addReport(em, { customerId, registration: 'AB12CDE', record: null }, now);
});

const fill = (sources: ReturnType<typeof scriptedSources>['sources'], changes: Partial<JobContext> = {}) =>
  backfillReport({ sources })(
    { reportId, correlationId: 'c' },
    createTestJobContext({ orm: db.orm, now: () => now }, changes),
  );
const read = async () => (await db.data.all('reports', { id: reportId }))[0];

it('filling a report saves the sources’ data, and leaves the rest unknown', async () => {
  const { sources } = scriptedSources({ licensing: () => ({ state: 'found', data: exampleLicensing('FORD') }) });
  await fill(sources);
  expect(await read()).toMatchObject({ vehicleMake: 'FORD', vehicleModel: null, vehicleYear: null, seats: null });
  expect(await findVehicleRecord(db.orm.em.fork(), 'AB12CDE')).not.toBeNull();
});

it('filling a report calls no source for a fresh record or a complete report', async () => {
  await saveVehicleRecordIfNewer(db.orm.em.fork(), {
    ...ordinaryVehicleRecord('2027-03-01'),
    registration: 'AB12CDE',
    fetchedAt: now.toISOString(),
  });
  const { sources, calls } = scriptedSources({});
  await fill(sources);
  await fill(sources);
  expect(calls).toEqual({ licensing: 0, testing: 0, specification: 0 });
  expect(await findReport(db.orm.em.fork(), reportId)).toMatchObject({ complete: true });
});

it('filling a report saves what it has and retries while a source is unavailable', async () => {
  const { sources } = scriptedSources({
    licensing: () => ({ state: 'found', data: exampleLicensing('FORD') }),
    testing: (call) => (call === 1 ? { state: 'unavailable', reason: 'timeout' } : { state: 'not-held' }),
  });
  await expect(fill(sources)).rejects.toThrow('could not be reached');
  expect(await read()).toMatchObject({ vehicleMake: 'FORD' });
  // A minute later the record is no longer fresh: one of its sources was down.
  const later = () => new Date(now.getTime() + 60_000);
  await fill(sources, { now: later });
  expect(await findReport(db.orm.em.fork(), reportId)).toMatchObject({ complete: true });
});

it('filling a report ends with what it has after its last attempt', async () => {
  const { sources } = scriptedSources({ licensing: () => ({ state: 'unavailable', reason: 'timeout' }) });
  await fill(sources, { lastAttempt: true });
  expect(await read()).toMatchObject({ vehicleMake: null });
});

it('filling a report changes nothing for a vehicle that no source knows', async () => {
  await fill(scriptedSources({}).sources);
  expect(await read()).toMatchObject({ vehicleMake: null, vehicleYear: null });
});

it('filling a report fails permanently for an unknown report', async () => {
  reportId = randomUUID();
  await expect(fill(scriptedSources({}).sources)).rejects.toThrow(UnrecoverableJobError);
});
