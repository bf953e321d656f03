import { jsonReply, readRecordings, startStubVendor } from '../http/vendor-server.fixture.ts';
import { createInMemoryLimiter } from '../http/vendor-limiter.fixture.ts';
import { createDvlaAdapter } from './dvla.adapter.ts';
import { readDvlaAnswer } from './dvla.answer.ts';

const recording = readRecordings(new URL('./recordings/dvla.json', import.meta.url));

function read(registration: string, name: string) {
  const { status, body } = recording(name);
  return readDvlaAnswer(registration, { status, json: body, retryAfterMs: null });
}

test('the documented sample is parsed in full', () => {
  expect(read('AA19AAA', 'petrol')).toEqual({
    result: {
      state: 'found',
      data: {
        make: 'FORD',
        colour: 'RED',
        fuelType: 'PETROL',
        yearOfManufacture: 2019,
        engineCapacity: 2000,
        co2Emissions: 300,
        taxStatus: 'Taxed',
        taxDueDate: '2027-11-21',
        artEndDate: '2025-03-30',
        motStatus: 'No details held by DVLA',
        motExpiryDate: null,
        monthOfFirstRegistration: '2019-03',
        dateOfLastV5CIssued: '2019-05-20',
        euroStatus: 'EURO1',
        realDrivingEmissions: '1',
        typeApproval: 'M1',
        wheelplan: '2 AXLE RIGID BODY',
        revenueWeight: 0,
        markedForExport: false,
        automatedVehicle: null,
      },
    },
    notes: [],
    retryable: false,
    fault: false,
  });
});

test.each([
  ['AA19EEE', 'electric', { fuelType: 'ELECTRICITY', engineCapacity: null, motStatus: 'No results returned' }],
  ['AA19PPP', 'articulated', { co2Emissions: 0, revenueWeight: 44_000, motStatus: null, colour: null }],
  ['AA19MOT', 'motValid', { motStatus: 'Valid', motExpiryDate: '2027-11-21', taxStatus: null }],
  ['AA19SRN', 'sorn', { taxStatus: 'SORN', taxDueDate: null }],
  ['L2WPS', 'untaxed', { taxStatus: 'Untaxed', taxDueDate: '2020-01-01' }],
])('%s has null for keys that the service omitted', (registration, name, data) => {
  expect(read(registration, name)).toMatchObject({ result: { state: 'found', data }, notes: [] });
});

test('an unknown status is null with a note, and the fetch does not fail', () => {
  const body = { registrationNumber: 'AA19 AAA', taxStatus: 'Exempt', motStatus: 'Valid', yearOfManufacture: 'new' };
  expect(readDvlaAnswer('AA19AAA', { status: 200, json: body, retryAfterMs: null })).toMatchObject({
    result: { state: 'found', data: { taxStatus: null, motStatus: 'Valid', yearOfManufacture: null } },
    notes: ['yearOfManufacture: unreadable', 'taxStatus: unreadable'],
  });
});

test('a vehicle without readable data has an unknown shape', () => {
  const body = { registrationNumber: 'AA19AAA', make: { name: 'FORD' }, taxStatus: ['Taxed'] };
  expect(readDvlaAnswer('AA19AAA', { status: 200, json: body, retryAfterMs: null })).toMatchObject({
    result: { state: 'unavailable', reason: 'unreadable-answer' },
    fault: true,
  });
  expect(
    readDvlaAnswer('AA19AAA', { status: 200, json: { registrationNumber: 'AA19AAA' }, retryAfterMs: null }),
  ).toMatchObject({
    result: { state: 'found' },
  });
});

test.each([
  ['badRequest', { state: 'invalid' }],
  ['notFound', { state: 'not-held' }],
  ['tooMany', { state: 'unavailable', reason: 'rate-limited' }],
  ['systemError', { state: 'unavailable', reason: 'source-error' }],
  ['systemErrorOld', { state: 'unavailable', reason: 'source-error' }],
  ['maintenance', { state: 'unavailable', reason: 'source-error' }],
  ['forbidden', { state: 'unavailable', reason: 'refused' }],
  ['unauthorised', { state: 'unavailable', reason: 'refused' }],
  ['badGateway', { state: 'unavailable', reason: 'source-error' }],
  ['gatewayTimeout', { state: 'unavailable', reason: 'source-error' }],
])('the error %s is mapped as documented', (name, answer) => {
  expect(read('AA19AAA', name).result).toEqual(answer);
});

test('a gateway’s 404 means a wrong URL, not an unknown vehicle', () => {
  expect(readDvlaAnswer('AA19AAA', { status: 404, json: { message: 'Not Found' }, retryAfterMs: null }).result).toEqual(
    {
      state: 'unavailable',
      reason: 'source-error',
    },
  );
});

test('the call is a POST with the key in a header and the registration in the body only', async () => {
  const vendor = await startStubVendor();
  const adapter = createDvlaAdapter({
    url: `${vendor.url}/dvla/`,
    apiKey: 'k-1',
    createVendorLimiter: createInMemoryLimiter,
  });
  vendor.play(jsonReply(recording('petrol')));
  await adapter.find('AA19AAA');
  expect(vendor.requests).toMatchObject([
    {
      method: 'POST',
      path: '/dvla/vehicle-enquiry/v1/vehicles',
      headers: { 'x-api-key': 'k-1', 'content-type': 'application/json', accept: 'application/json' },
      body: '{"registrationNumber":"AA19AAA"}',
    },
  ]);
  await adapter.close();
  await vendor.close();
});
