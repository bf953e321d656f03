import { addYears, londonDayOf } from '../dates.ts';
import { getNestedValue, startSandboxCaller, type SandboxCaller } from '../testing/caller.ts';
import { dvlaErrorShapes, dvlaVehicleShape } from '../testing/dvla-shapes.ts';

let caller: SandboxCaller;
beforeAll(async () => {
  caller = await startSandboxCaller();
});
afterAll(() => caller.close());

describe('DVLA’s own test registrations', () => {
  const today = londonDayOf(new Date());
  const inAYear = addYears(today, 1);

  test('AA19AAA is the documented sample', async () => {
    const { status, body } = await caller.dvla('AA19AAA');
    expect(status).toBe(200);
    expect(body).toEqual({
      registrationNumber: 'AA19AAA',
      taxStatus: 'Taxed',
      taxDueDate: inAYear,
      artEndDate: '2025-03-30',
      motStatus: 'No details held by DVLA',
      make: 'FORD',
      monthOfFirstDvlaRegistration: '2019-03',
      monthOfFirstRegistration: '2019-03',
      yearOfManufacture: 2019,
      engineCapacity: 2000,
      co2Emissions: 300,
      fuelType: 'PETROL',
      markedForExport: false,
      colour: 'RED',
      typeApproval: 'M1',
      wheelplan: '2 AXLE RIGID BODY',
      revenueWeight: 0,
      realDrivingEmissions: '1',
      dateOfLastV5CIssued: '2019-05-20',
      euroStatus: 'EURO1',
    });
  });

  test.each([
    ['AA19EEE', { fuelType: 'ELECTRICITY', co2Emissions: 200, motStatus: 'No results returned' }, ['engineCapacity']],
    [
      'AA19PPP',
      {
        fuelType: 'PETROL',
        euroStatus: 'EURO6',
        co2Emissions: 0,
        revenueWeight: 44_000,
        yearOfManufacture: 2016,
        wheelplan: '3 AXLE + 3 AXLE ARTIC',
        monthOfFirstRegistration: '2016-09',
        taxStatus: 'Taxed',
      },
      ['motStatus', 'motExpiryDate'],
    ],
    ['AA19DSL', { fuelType: 'DIESEL' }, []],
    ['AA19MOT', { motStatus: 'Valid', motExpiryDate: inAYear }, []],
    ['AA19SRN', { taxStatus: 'SORN' }, ['taxDueDate']],
    ['AA19AMP', { registrationNumber: 'AA19AMP' }, []],
    ['L2WPS', { taxStatus: 'Untaxed' }, []],
  ])('%s is returned as documented', async (registration, expected, absent) => {
    const { status, body } = await caller.dvla(registration);
    expect(status).toBe(200);
    expect(dvlaVehicleShape(body, registration)).toEqual([]);
    expect(body).toMatchObject(expected);
    for (const key of absent) expect(body).not.toHaveProperty(key);
  });

  test('L2WPS was due in the past', async () => {
    const { body } = await caller.dvla('L2WPS');
    expect(String(getNestedValue(body, 'taxDueDate')) < today).toBe(true);
  });

  test.each([
    ['ER19BAD', 400],
    ['ER19NFD', 404],
    ['ER19THR', 429],
    ['ER19ERR', 500],
    ['ER19MNT', 503],
  ])('%s is rejected with %d in its documented format', async (registration, status) => {
    const answer = await caller.dvla(registration);
    expect(answer.status).toBe(status);
    expect(dvlaErrorShapes[status]?.(answer.body, registration)).toEqual([]);
  });

  test('the other vendors have the registrations that only DVLA rejects, and none has ER19NFD', async () => {
    for (const registration of ['AA19AAA', 'AA19EEE', 'AA19PPP', 'L2WPS', 'ER19THR', 'ER19ERR', 'ER19MNT']) {
      expect((await caller.dvsa(registration)).status).toBe(200);
      expect(getNestedValue((await caller.ukvd('VehicleData', registration)).body, 'Response', 'StatusCode')).toBe(
        'Success',
      );
    }
    expect((await caller.dvsa('ER19NFD')).status).toBe(404);
    expect(getNestedValue((await caller.ukvd('VehicleData', 'ER19NFD')).body, 'Response', 'StatusCode')).toBe(
      'ItemNotFound',
    );
    expect((await caller.dvsa('ER19BAD')).status).toBe(400);
    expect(getNestedValue((await caller.ukvd('VehicleData', 'ER19BAD')).body, 'Response', 'StatusCode')).toBe(
      'KeyInvalid',
    );
  });
});

test('an unknown mark of any era is not found', async () => {
  for (const registration of ['YA99ZZZ', 'A1AAA', 'AAA1A', '1A', 'AIZ1234', 'Q1AAA', '101D202', '12AB34']) {
    expect([registration, (await caller.dvla(registration)).status]).toEqual([registration, 404]);
  }
});

test.each([
  [''],
  ['ab12cde'],
  ['AB12 CDE'],
  ['AB-12'],
  ['ABCDEFGH'],
  ['A'],
  ["';--"],
  ['🚗'],
  [null],
  [12],
  [['AB12CDE']],
])('a malformed registration %j is rejected with 400', async (registration) => {
  const answer = await caller.dvla(registration);
  expect(answer.status).toBe(400);
  expect(dvlaErrorShapes[400]?.(answer.body, 'body')).toEqual([]);
});

test('a body that is missing, too long or not JSON is a bad request', async () => {
  const headers = { 'x-api-key': 'sandbox-dvla-key', 'content-type': 'application/json' };
  for (const body of ['{', '', JSON.stringify({ registrationNumber: 'A'.repeat(10_000) })]) {
    const answer = await caller.call('/dvla/vehicle-enquiry/v1/vehicles', { method: 'POST', headers, body });
    expect(answer.status).toBe(400);
  }
});

test('a wrong or missing key is rejected by the gateway', async () => {
  const wrong = await caller.dvla('AB12CDE', 'another-key');
  expect([wrong.status, wrong.body]).toEqual([403, { message: 'Forbidden' }]);
  const missing = await caller.call('/dvla/vehicle-enquiry/v1/vehicles', { method: 'POST' });
  expect([missing.status, missing.body]).toEqual([403, { message: 'Forbidden' }]);
});
