import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openTestDatabase } from '../testing/open-test-database.ts';
import { emptyRecord } from '../testing/vehicle-records.ts';
import { findVehicle, isFresh, saveVehicle } from './vehicle.repository.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

describe('a stored vehicle', () => {
  it('is null until it was saved, then read back as it was', async () => {
    const em = db.orm.em.fork();
    expect(await findVehicle(em, 'AB12CDE')).toBeNull();
    const record = emptyRecord('AB12CDE', '2026-03-01T10:00:00.123Z');
    await saveVehicle(em, record);
    expect(await findVehicle(em, 'AB12CDE')).toEqual({ record, fetchedAt: new Date('2026-03-01T10:00:00.123Z') });
  });

  it('is the newer of two, whichever is saved last', async () => {
    const em = db.orm.em.fork();
    const newer = emptyRecord('FN15FNC', '2026-03-01T10:00:01.000Z');
    await saveVehicle(em, newer);
    await saveVehicle(em, emptyRecord('FN15FNC', '2026-03-01T10:00:00.000Z'));
    expect((await findVehicle(em, 'FN15FNC'))?.record).toEqual(newer);
    const newest = emptyRecord('FN15FNC', '2026-03-01T10:00:02.000Z');
    await saveVehicle(em, newest);
    expect((await findVehicle(em, 'FN15FNC'))?.record).toEqual(newest);
  });

  it('is refused when it is not a record', async () => {
    const em = db.orm.em.fork();
    const wrong = { ...emptyRecord('CL10CKD', '2026-03-01T10:00:00.000Z'), registration: "CL'; --" };
    await expect(saveVehicle(em, wrong)).rejects.toThrow();
    expect(await findVehicle(em, "CL'; --")).toBeNull();
  });

  it.each([
    [true, 'complete', 299_999],
    [false, 'complete', 300_000],
    [true, 'partial', 29_999],
    [false, 'partial', 30_000],
  ])('fresh: %s for a %s record of %d ms', (fresh, kind, age) => {
    const at = '2026-03-01T10:00:00.000Z';
    const record = emptyRecord('AB12CDE', at);
    if (kind === 'partial') record.testing = { state: 'unavailable', source: 'DVSA', at, reason: 'timeout' };
    expect(isFresh(record, new Date(at), new Date(Date.parse(at) + age))).toBe(fresh);
  });
});
