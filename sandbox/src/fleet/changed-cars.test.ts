import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PersistentStateFile } from '../persistent-state-file.ts';
import { type SandboxCaller, getNestedValue, startSandboxCaller } from '../testing/caller.ts';
import { createEmptyCarChanges } from './changed-car.ts';
import { createCarChangesStore } from './changed-cars.ts';

const start = new Date('2026-11-22T10:00:00.000Z');
let now = start;
let sandbox: SandboxCaller;
beforeEach(async () => {
  now = start;
  sandbox = await startSandboxCaller(() => now);
});
afterEach(() => sandbox.close());

const car = 'AB12CDE';
const move = (body: unknown) => sandbox.put(`/control/cars/${car}`, body);
const later = (days: number) => {
  now = new Date(start.getTime() + days * 86_400_000);
};
const dvla = async () => (await sandbox.dvla(car)).body;
const dvsa = async () => {
  return (await sandbox.dvsa(car)).body;
};
const ukvd = async (name: string) => getNestedValue((await sandbox.ukvd(name, car)).body, 'Response', 'DataItems');

describe('a changed car', () => {
  it('keeps its dates while time passes, and is untaxed once they have passed', async () => {
    const before = await dvla();
    expect((await move({})).status).toBe(200);
    later(30);
    expect(await dvla()).toEqual(before);
    await move({ tax: { status: 'Taxed', dueOn: '2026-12-31' } });
    expect(await dvla()).toMatchObject({ taxStatus: 'Taxed', taxDueDate: '2026-12-31' });
    later(45);
    expect(await dvla()).toMatchObject({ taxStatus: 'Untaxed', taxDueDate: '2026-12-31' });
    expect((await sandbox.remove(`/control/cars/${car}`)).status).toBe(204);
    expect(await dvla()).toMatchObject({ taxStatus: 'Taxed' });
  });

  it('is the same at every vendor', async () => {
    await move({
      tax: { status: 'SORN' },
      test: { result: 'FAILED', failures: ['Brake pipe corroded (1.1.11 (c))'], advisories: ['Tyre worn (5.2.3 (e))'] },
      recall: 'Yes',
      keeper: true,
      plate: 'D111 VER',
      finance: 'BLACK HORSE',
      value: 5_000,
    });
    later(1);
    await move({ test: { result: 'PASSED', expiresOn: '2027-12-01', at: '2026-11-23T09:00:00.000Z' } });
    expect(await dvla()).toMatchObject({ taxStatus: 'SORN', motStatus: 'Valid', motExpiryDate: '2027-12-01' });
    expect(await dvsa()).toMatchObject({
      hasOutstandingRecall: 'Yes',
      motTests: expect.arrayContaining([
        expect.objectContaining({ testResult: 'PASSED', expiryDate: '2027-12-01' }),
        expect.objectContaining({ testResult: 'FAILED', completedDate: start.toISOString() }),
      ]),
    });
    expect(await ukvd('VehicleData')).toMatchObject({
      VehicleHistory: { PlateChangeCount: 1, PlateChangeList: [{ CurrentVRM: car, PreviousVRM: 'D111VER' }] },
      VehicleStatus: { MotVed: { VehicleStatus: 'SORN in place' } },
    });
    expect(await ukvd('VdiCheckFull')).toMatchObject({
      FinanceRecordCount: 1,
      FinanceRecordList: [{ FinanceCompany: 'BLACK HORSE', AgreementDate: '2026-11-21T00:00:00' }],
      LatestKeeperChangeDate: '2026-11-22T00:00:00',
    });
    expect(await ukvd('ValuationData')).toMatchObject({ ValuationList: { DealerForecourt: '5000' } });
  });

  it('is scrapped or exported from that day on', async () => {
    await move({ scrapped: true, exported: true });
    later(10);
    expect(await dvla()).toMatchObject({ markedForExport: true });
    expect(await ukvd('VdiCheckFull')).toMatchObject({
      Scrapped: true,
      ScrapDate: '2026-11-22T00:00:00',
      Exported: true,
    });
  });

  it.each(['XP13XPT', 'SC05SCR'])('%s, which is scrapped or exported, can be restored', async (registration) => {
    await sandbox.put(`/control/cars/${registration}`, { scrapped: false, exported: false });
    later(10);
    expect((await sandbox.dvla(registration)).body).toMatchObject({ markedForExport: false });
    const items = getNestedValue((await sandbox.ukvd('VdiCheckFull', registration)).body, 'Response', 'DataItems');
    expect(items).toMatchObject({ Scrapped: false, ScrapDate: null, Exported: false });
  });

  it.each([
    [{ tax: { status: 'Paid' } }, /tax.status/],
    [{ test: { result: 'MAYBE' } }, /test.result/],
    [{ test: { result: 'PASSED', at: '2027-01-01T00:00:00Z' } }, /test.at/],
    [{ recall: 'yes' }, /recall/],
    [{ plate: '!' }, /plate/],
    [{ value: '12' }, /value/],
  ])('rejects the change %j', async (body, problem) => {
    const answer = await move(body);
    expect(answer.status).toBe(400);
    expect(getNestedValue(answer.body, 'problem')).toMatch(problem);
  });

  it('can be changed by the form of the control page', async () => {
    const moved = {
      registration: 'ab12 cde',
      taxStatus: 'SORN',
      exported: 'yes',
      scrapped: '',
      value: '',
      testResult: '',
    };
    const body = new URLSearchParams(moved);
    const answer = await sandbox.call('/control/cars', { method: 'POST', body, redirect: 'manual' });
    expect(answer.status).toBe(303);
    expect(await dvla()).toMatchObject({ taxStatus: 'SORN', markedForExport: true });
    expect((await sandbox.call('/control')).text).toContain('Moved: AB12 CDE.');
  });

  it('keeps its changes after a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 've-cars-'));
    const fileAt = () => new PersistentStateFile(join(folder, 'cars.json'), () => undefined);
    const file = fileAt();
    createCarChangesStore(file).set(car, { ...createEmptyCarChanges('2026-11-22'), value: 1 });
    file.write();
    expect(createCarChangesStore(fileAt()).get(car)).toMatchObject({ pinnedOn: '2026-11-22', value: 1 });
    await rm(folder, { recursive: true });
  });
});

describe('the files of changes', () => {
  it('contain the cars that were tested the day before, at addresses that are valid for five minutes', async () => {
    await move({ test: { result: 'PASSED' } });
    later(1);
    const token = String(getNestedValue((await sandbox.token()).body, 'access_token'));
    const headers = { authorization: `Bearer ${token}`, 'x-api-key': 'sandbox-dvsa-key' };
    const list = await sandbox.call('/dvsa/v1/trade/vehicles/bulk-download', { headers });
    const newest = (
      getNestedValue(list.body, 'delta') as { filename: string; downloadUrl: string; fileSize: number }[]
    ).at(-1);
    expect(newest?.filename).toBe('delta-2026-11-23.zip');
    const file = Buffer.from(await (await fetch(newest?.downloadUrl ?? '')).arrayBuffer());
    expect(file.length).toBe(newest?.fileSize);
    const begins = file.indexOf(Buffer.from([0x1f, 0x8b]));
    const ends = file.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
    const descriptor = file.indexOf(Buffer.from('PK\x07\x08', 'latin1'));
    const lines = gunzipSync(file.subarray(begins, descriptor === -1 ? ends : Math.min(ends, descriptor))).toString();
    expect(lines).toContain(`"registration":"${car}"`);
    expect(lines).not.toContain('hasOutstandingRecall');
    now = new Date(now.getTime() + 300_000);
    expect((await fetch(newest?.downloadUrl ?? '')).status).toBe(403);
    expect((await sandbox.call('/dvsa/v1/trade/vehicles/bulk-download')).status).toBe(403);
  });
});
