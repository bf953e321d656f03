import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { VehicleRecord } from '@ve/contracts/vehicle-record';
import { ordinaryVehicleRecord } from '@ve/domain/testing/ordinary-vehicle-record';
import { openTestDatabase } from '../testing/open-test-database.ts';
import { vehicleRecordWithoutData } from '../testing/vehicle-records.ts';
import { findLicensingRecord, findVehicleRecord, saveVehicleRecordIfNewer } from './vehicle.repository.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

describe('a stored vehicle', () => {
  it('is null until saved, then read back unchanged', async () => {
    const em = db.orm.em.fork();
    expect(await findVehicleRecord(em, 'AB12CDE')).toBeNull();
    const record = vehicleRecordWithoutData('AB12CDE', '2026-03-01T10:00:00.123Z');
    await saveVehicleRecordIfNewer(em, record);
    expect(await findVehicleRecord(em, 'AB12CDE')).toEqual({ record, fetchedAt: new Date('2026-03-01T10:00:00.123Z') });
  });

  it('is replaced when it was stored before the clock was set back', async () => {
    const em = db.orm.em.fork();
    await saveVehicleRecordIfNewer(em, vehicleRecordWithoutData('CL14CKB', '2027-03-01T10:00:00.000Z'));
    const present = vehicleRecordWithoutData('CL14CKB', '2026-03-01T10:00:00.000Z');
    await saveVehicleRecordIfNewer(em, present);
    expect((await findVehicleRecord(em, 'CL14CKB'))?.record).toEqual(present);
  });

  it('is rejected while a source is still requested', async () => {
    const em = db.orm.em.fork();
    const at = '2026-03-01T10:00:00.000Z';
    const partial: VehicleRecord = {
      ...vehicleRecordWithoutData('PA11TLY', at),
      testing: { state: 'asking', source: 'DVSA', at },
    };
    await expect(saveVehicleRecordIfNewer(em, partial)).rejects.toThrow('all its sources have answered');
    expect(await findVehicleRecord(em, 'PA11TLY')).toBeNull();
  });

  it('is the newer of two, in any order of saving', async () => {
    const em = db.orm.em.fork();
    const newer = vehicleRecordWithoutData('FN15FNC', '2026-03-01T10:00:01.000Z');
    await saveVehicleRecordIfNewer(em, newer);
    await saveVehicleRecordIfNewer(em, vehicleRecordWithoutData('FN15FNC', '2026-03-01T10:00:00.000Z'));
    expect((await findVehicleRecord(em, 'FN15FNC'))?.record).toEqual(newer);
    const newest = vehicleRecordWithoutData('FN15FNC', '2026-03-01T10:00:02.000Z');
    await saveVehicleRecordIfNewer(em, newest);
    expect((await findVehicleRecord(em, 'FN15FNC'))?.record).toEqual(newest);
  });

  it('is rejected when it is not a valid record', async () => {
    const em = db.orm.em.fork();
    const wrong = { ...vehicleRecordWithoutData('CL10CKD', '2026-03-01T10:00:00.000Z'), registration: "CL'; --" };
    await expect(saveVehicleRecordIfNewer(em, wrong)).rejects.toThrow();
    expect(await findVehicleRecord(em, "CL'; --")).toBeNull();
  });

  it('can be read within the transaction that saved it', async () => {
    await db.orm.em.fork().transactional(async (em) => {
      const record = vehicleRecordWithoutData('TR12NSN', '2026-03-01T10:00:00.123Z');
      await saveVehicleRecordIfNewer(em, record);
      expect(await findVehicleRecord(em, 'TR12NSN')).toEqual({ record, fetchedAt: new Date(record.fetchedAt) });
      expect(await findVehicleRecord(db.orm.em.fork(), 'TR12NSN')).toBeNull();
    });
  });

  it.each([
    ['DVSA', 'TESTED', 'SPECIFIED', 'TESTED'],
    ['the specification', null, 'SPECIFIED', 'SPECIFIED'],
    ['nobody', null, null, null],
  ])('returns its licensing part, with the model from %s', async (_, tested, specified, model) => {
    const em = db.orm.em.fork();
    const at = '2026-03-01T10:00:00.123Z';
    const { licensing, testing, specification } = ordinaryVehicleRecord('2026-03-01');
    if (testing.state !== 'found' || specification.state !== 'found') throw new Error('the sample is complete');
    const record: VehicleRecord = {
      registration: 'LC12NSE',
      fetchedAt: at,
      licensing,
      testing: { ...testing, data: { ...testing.data, model: tested } },
      specification: { ...specification, data: { ...specification.data, model: specified } },
    };
    await saveVehicleRecordIfNewer(em, record);
    const state = { state: 'found' };
    expect(await findLicensingRecord(em, 'LC12NSE')).toEqual({
      record: { registration: 'LC12NSE', licensing, model, testing: state, specification: state },
      fetchedAt: new Date(at),
    });
  });

  it('returns its licensing part when the other sources had no data, and null when there is no record', async () => {
    const em = db.orm.em.fork();
    const at = '2026-03-01T10:00:00.000Z';
    const record = vehicleRecordWithoutData('LC13NSE', at);
    record.testing = { state: 'unavailable', source: 'DVSA', at, reason: 'timeout' };
    await saveVehicleRecordIfNewer(em, record);
    const { licensing } = record;
    expect((await findLicensingRecord(em, 'LC13NSE'))?.record).toEqual({
      registration: 'LC13NSE',
      licensing,
      model: null,
      testing: { state: 'unavailable' },
      specification: { state: record.specification.state },
    });
    expect(await findLicensingRecord(em, 'LC14NSE')).toBeNull();
  });
});
