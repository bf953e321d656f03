import { getNestedValue, startSandboxCaller, type SandboxCaller } from '../testing/caller.ts';
import { ukvdFailureShape } from '../testing/ukvd-shapes.ts';

let caller: SandboxCaller;
beforeAll(async () => {
  caller = await startSandboxCaller(() => new Date('2026-11-21T10:00:00Z'));
});
afterAll(() => caller.close());

const path = '/ukvd/api/datapackage/VehicleData?v=2&api_nullitems=1&key_VRM=AB12CDE';

test('a wrong or missing key is rejected with a message', async () => {
  for (const end of ['', '&auth_apikey=wrong']) {
    const answer = await caller.call(`${path}${end}`);
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({
      Message: expect.any(String),
      AuthenticationFailureDetails: { Description: expect.any(String) },
    });
  }
});

test('the key may come in a header instead', async () => {
  const answer = await caller.call(path, { headers: { authorization: 'ukvd-ipwhitelist sandbox-ukvd-key' } });
  expect(getNestedValue(answer.body, 'Response', 'StatusCode')).toBe('Success');
});

test.each([
  ['VehicleData', 'YA99ZZZ', 'ItemNotFound'],
  ['VehicleData', 'NONSENSE1', 'KeyInvalid'],
  ['VehicleData', '', 'KeyInvalid'],
  ['VdiCheckFull', '123D456', 'InformationNotAvailable'],
  ['VdiCheckFull', '12AB34', 'InformationNotAvailable'],
  ['TyreData', 'AB12CDE', 'InvalidPackageId'],
  ['constructor', 'AB12CDE', 'InvalidPackageId'],
])('%s for "%s" is %s, with HTTP 200', async (packageName, registration, code) => {
  const answer = await caller.ukvd(packageName, registration);
  expect(answer.status).toBe(200);
  expect(getNestedValue(answer.body, 'Response', 'StatusCode')).toBe(code);
  expect(ukvdFailureShape(answer.body, 'body')).toEqual([]);
});

test('null keys are included only on request', async () => {
  const withNulls = getNestedValue((await caller.ukvd('VdiCheckFull', 'AB12CDE')).body, 'Response', 'DataItems');
  const without = getNestedValue((await caller.ukvd('VdiCheckFull', 'AB12CDE', '')).body, 'Response', 'DataItems');
  expect(withNulls).toHaveProperty('ScrapDate', null);
  expect(without).not.toHaveProperty('ScrapDate');
  expect(without).toHaveProperty('Scrapped', false);
});

test('the VIN is restricted, but a buyer’s own can be confirmed', async () => {
  const registrationOf = async (more: string): Promise<unknown> =>
    getNestedValue(
      (await caller.ukvd('VehicleData', 'AB12CDE', `&api_nullitems=1${more}`)).body,
      'Response',
      'DataItems',
      'VehicleRegistration',
    );
  const vehicle = await registrationOf('');
  expect(vehicle).toMatchObject({ Vin: 'LICENSE_RESTRICTED', VinConfirmationFlag: null });
  const last5 = String(getNestedValue(vehicle, 'VinLast5'));
  expect(await registrationOf(`&key_VIN=XXXXXXXXXXXX${last5}`)).toMatchObject({ VinConfirmationFlag: 'Partial match' });
  expect(await registrationOf('&key_VIN=00000')).toMatchObject({ VinConfirmationFlag: null });
});

test('a valuation falls with the requested mileage', async () => {
  const forecourt = async (miles: number): Promise<number> =>
    Number(
      getNestedValue(
        (await caller.ukvd('ValuationData', 'TX20DUE', `&key_mileage=${miles}`)).body,
        'Response',
        'DataItems',
        'ValuationList',
        'DealerForecourt',
      ),
    );
  expect(await forecourt(90_000)).toBeLessThan(await forecourt(20_000));
});

test('the address of a picture is returned and leads to a picture; a very old car has none', async () => {
  const named = (await caller.ukvd('VehicleImageData', 'AB12CDE')).body;
  const url = String(
    getNestedValue(named, 'Response', 'DataItems', 'VehicleImages', 'ImageDetailsList', '0', 'ImageUrl'),
  );
  expect(url).toMatch(/^http:\/\/[^/]+\/ukvd-pictures\/AB12CDE\.png$/);
  const answer = await fetch(url);
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect([...new Uint8Array(await answer.arrayBuffer()).subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
  expect((await fetch(url.replace('AB12CDE', 'YA99ZZZ'))).status).toBe(404);
  const old = (await caller.ukvd('VehicleImageData', 'GVW486V')).body;
  expect(getNestedValue(old, 'Response', 'DataItems', 'VehicleImages', 'ImageDetailsCount')).toBe(0);
});
