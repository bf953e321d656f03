import { jsonReply, readRecordings, startStubVendor } from '../http/vendor-server.fixture.ts';
import { createInMemoryLimiter } from '../http/vendor-limiter.fixture.ts';
import { createUkvdSpecificationAdapter } from './ukvd.adapter.ts';
import { readUkvdSpecificationAnswer } from './ukvd.answer.ts';

const recording = readRecordings(new URL('./recordings/ukvd.json', import.meta.url));

function read(name: string, registration = 'KM12AKK') {
  const { status, body } = recording(name);
  return readUkvdSpecificationAnswer(registration, { status, json: body, retryAfterMs: null });
}

const readItems = (items: Record<string, unknown>) =>
  readUkvdSpecificationAnswer('KM12AKK', {
    status: 200,
    json: { Response: { StatusCode: 'Success', DataItems: { VehicleRegistration: {}, ...items } } },
    retryAfterMs: null,
  });

test('every value is taken from the block that contains it', () => {
  expect(read('vehicle')).toEqual({
    result: {
      state: 'found',
      data: {
        make: 'BMW',
        model: '320D EFFICIENTDYNAMICS',
        colour: 'BLACK',
        fuelType: 'DIESEL',
        bodyStyle: 'SALOON',
        transmission: 'MANUAL 6 GEARS',
        driveType: '4X2',
        yearOfManufacture: 2012,
        dateFirstRegistered: '2012-05-31',
        engineCapacity: 1995,
        engineNumber: 'A1234567',
        vinLast5: '71946',
        seats: 5,
        doors: 4,
        gears: 6,
        bhp: 161.2,
        powerKw: 120,
        maxSpeedMph: 143,
        zeroToSixtySeconds: 7.9,
        kerbWeight: 1495,
        combinedMpg: 68.9,
        co2Emissions: 109,
        euroStatus: '5',
        vedBand: 'B',
        vedTwelveMonths: 2_000,
        taxStatus: null,
        taxDueDate: '2027-05-01',
        motDueDate: '2027-05-30',
        previousKeepers: 2,
        lastKeeperChange: '2019-08-20',
        keeperChanges: [
          { date: '2019-08-20', previousKeepers: 2 },
          { date: '2015-06-01', previousKeepers: 1 },
        ],
        plateChangeCount: 1,
        plateChanges: [{ currentRegistration: 'KM12AKK', previousRegistration: 'A1BCD', date: '2014-01-09' }],
        colourChangeCount: 0,
        colourChanges: [],
        identityInspections: [],
        imported: false,
        importedFromOutsideEu: false,
        exported: false,
        dateExported: null,
        scrapped: false,
        dateScrapped: null,
        certificateOfDestruction: false,
      },
    },
    notes: [],
    retryable: false,
    fault: false,
  });
});

test('a vehicle with only null values is found without data', () => {
  const { result: answer, notes } = read('allNull', 'RE22MKA');
  expect(answer.state).toBe('found');
  expect(notes).toEqual([]);
  const values = answer.state === 'found' ? Object.values(answer.data) : [];
  expect(values.length).toBeGreaterThan(40);
  expect(values.filter((value) => value !== null && !(Array.isArray(value) && value.length === 0))).toEqual([]);
});

test.each([
  [{ Vin: 'LICENSE_RESTRICTED', VinLast5: 'ICTED' }, null],
  [{ Vin: 'LICENSE_RESTRICTED', VinLast5: '71946' }, '71946'],
  [{ Vin: 'LICENCE RESTRICTED' }, null],
  [{ Vin: 'WBA3D32000F171946', VinLast5: null }, '71946'],
  [{ Vin: 'wba3d32000f17194x' }, '7194X'],
  [{ Vin: '123' }, null],
])('the identity %p is reduced to %p', (VehicleRegistration, last5) => {
  const { result: answer } = readItems({ VehicleRegistration });
  expect(answer).toMatchObject({ state: 'found', data: { vinLast5: last5 } });
  expect(JSON.stringify(answer)).not.toContain('WBA3D3');
});

test('strings, d/m/y dates, yes and no, and the counts of lists are parsed', () => {
  const { result: answer } = readItems({
    VehicleRegistration: { EngineCapacity: '1,998', DateFirstRegistered: '1/9/2011', Imported: 'Yes', Exported: 'N' },
    VehicleHistory: {
      KeeperChangesList: [{ NumberOfPreviousKeepers: '3' }],
      PlateChangeList: [{}, {}],
      ColourChangeList: [{}],
    },
    VehicleStatus: { MotVed: { VedRate: { Standard: { TwelveMonth: '£195.50' } } } },
    TechnicalDetails: { Performance: { Power: { Bhp: '0', Kw: '88' } } },
  });
  expect(answer).toMatchObject({
    state: 'found',
    data: {
      engineCapacity: 1998,
      dateFirstRegistered: '2011-09-01',
      imported: true,
      exported: false,
      previousKeepers: 3,
      plateChangeCount: 2,
      colourChangeCount: 1,
      vedTwelveMonths: 19_550,
      bhp: null,
      powerKw: 88,
    },
  });
});

test.each([
  ['Taxed', 'Taxed'],
  ['taxed', 'Taxed'],
  ['Tax not due', 'Taxed'],
  ['Licensed', 'Taxed'],
  ['Not taxed', 'Untaxed'],
  ['Not taxed keeper change', 'Untaxed'],
  ['Untaxed', 'Untaxed'],
  ['Unlicensed', 'Untaxed'],
  ['Not licensed', 'Untaxed'],
  ['Tax due', 'Untaxed'],
  ['Tax expired', 'Untaxed'],
  ['SORN in place', 'SORN'],
  ['SORN', 'SORN'],
  ['Not taxed - SORN in place', 'SORN'],
  ['SORN expired', null],
  ['Some other state', null],
])('the tax status %s is %s, and a due date never overrides it', (VehicleStatus, taxStatus) => {
  const { result: answer, notes } = readItems({
    VehicleRegistration: { Make: 'BMW' },
    VehicleStatus: { MotVed: { VehicleStatus, TaxDue: '2027-05-01T00:00:00' } },
  });
  const taxDueDate = taxStatus === null ? null : '2027-05-01';
  expect(answer).toMatchObject({ data: { taxStatus, taxDueDate } });
  expect(notes).toEqual(taxStatus === null ? ['VehicleStatus.MotVed.VehicleStatus: unreadable'] : []);
});

test('without a tax status the due date decides', () => {
  const { result: answer } = readItems({
    VehicleRegistration: { Make: 'BMW' },
    VehicleStatus: { MotVed: { VehicleStatus: null, TaxDue: '2027-05-01T00:00:00' } },
  });
  expect(answer).toMatchObject({ data: { taxStatus: null, taxDueDate: '2027-05-01' } });
});

const changes = (...counts: (number | null)[]) =>
  counts.map((NumberOfPreviousKeepers) => ({ NumberOfPreviousKeepers, DateOfLastKeeperChange: null }));

test.each([
  [
    'the count takes precedence',
    { NumberOfPreviousKeepers: 7, KeeperChangesCount: 3, KeeperChangesList: changes(5, 6) },
    7,
  ],
  [
    'the highest of the list',
    { NumberOfPreviousKeepers: null, KeeperChangesCount: 3, KeeperChangesList: changes(5, 7, 6) },
    7,
  ],
  ['none for a new car', { NumberOfPreviousKeepers: 0, KeeperChangesCount: 0, KeeperChangesList: [] }, 0],
  ['nothing when only records are counted', { KeeperChangesCount: 4, KeeperChangesList: changes(null, null) }, null],
  ['nothing when the list is missing', { KeeperChangesCount: 4, KeeperChangesList: null }, null],
])('counts previous keepers: %s', (_name, VehicleHistory, previousKeepers) => {
  const { result: answer } = readItems({ VehicleRegistration: { Make: 'BMW' }, VehicleHistory });
  expect(answer).toMatchObject({ data: { previousKeepers } });
});

test.each([
  [{ ColourChangeCount: 2, ColourChangeDetails: { NumberOfPreviousColours: 1 } }, 2],
  [{ ColourChangeCount: null, ColourChangeDetails: { NumberOfPreviousColours: 1 } }, 1],
  [{ ColourChangeCount: null, ColourChangeDetails: { NumberOfPreviousColours: 0 }, ColourChangeList: null }, 0],
  [{ ColourChangeCount: null, ColourChangeDetails: null, ColourChangeList: [{}, {}] }, 2],
  [{ ColourChangeCount: null, ColourChangeDetails: { NumberOfPreviousColours: null } }, null],
])('colour changes of %j are %p', (VehicleHistory, colourChangeCount) => {
  const { result: answer } = readItems({ VehicleRegistration: { Make: 'BMW' }, VehicleHistory });
  expect(answer).toMatchObject({ data: { colourChangeCount } });
});

test('changes of keeper and colour are sorted newest first, those without a date last, and a VIC result has two values', () => {
  const { result: answer, notes } = readItems({
    VehicleRegistration: { Make: 'BMW', CertificateOfDestructionIssued: 'true' },
    VehicleHistory: {
      KeeperChangesList: [
        { DateOfLastKeeperChange: null, DateOfTransaction: '2015-06-03', NumberOfPreviousKeepers: '1' },
        { NumberOfPreviousKeepers: 3 },
        { DateOfLastKeeperChange: '2019-08-20', NumberOfPreviousKeepers: 2 },
      ],
      ColourChangeList: [{ PreviousColour: 'SILVER' }, { Colour: 'RED', DateOfChange: '2016-01-02' }],
      VicList: [
        { VICDate: '2013-02-03', VICResult: 'FAIL' },
        { VICDate: '2013-04-05', VICResult: 'Passed' },
        { VICDate: null, VICResult: 'PENDING' },
      ],
    },
  });
  expect(answer).toMatchObject({
    data: {
      lastKeeperChange: '2019-08-20',
      keeperChanges: [
        { date: '2019-08-20', previousKeepers: 2 },
        { date: '2015-06-03', previousKeepers: 1 },
        { date: null, previousKeepers: 3 },
      ],
      colourChanges: [
        { previousColour: 'RED', date: '2016-01-02' },
        { previousColour: 'SILVER', date: null },
      ],
      identityInspections: [
        { date: '2013-04-05', result: 'PASS' },
        { date: '2013-02-03', result: 'FAIL' },
        { date: null, result: null },
      ],
      certificateOfDestruction: true,
    },
  });
  expect(notes).toEqual(['VehicleHistory.VicList.2.VICResult: unreadable']);
});

test.each([
  [{ DateFirstRegistered: '2009-03-01', DateFirstRegisteredUk: '2015-06-01', Imported: true }, '2009-03-01'],
  [{ DateFirstRegistered: null, DateFirstRegisteredUk: '2015-06-01', Imported: false }, '2015-06-01'],
  [{ DateFirstRegistered: null, DateFirstRegisteredUk: '2015-06-01' }, '2015-06-01'],
  [{ DateFirstRegistered: null, DateFirstRegisteredUk: '2015-06-01', Imported: true }, null],
  [{ DateFirstRegisteredUk: '2015-06-01', VehicleUsedBeforeFirstRegistration: true }, null],
  [{ DateFirstRegisteredUk: '2015-06-01', Imported: true, VehicleUsedBeforeFirstRegistration: false }, '2015-06-01'],
])('first registration of %j is %p', (fields, dateFirstRegistered) => {
  const { result: answer } = readItems({ VehicleRegistration: { Make: 'BMW', ...fields } });
  expect(answer).toMatchObject({ data: { dateFirstRegistered } });
});

test('minimum and maximum sentinels of databases are not values', () => {
  const { result: answer, notes } = readItems({
    VehicleRegistration: {
      Make: 'BMW',
      DateFirstRegistered: '0001-01-01T00:00:00',
      YearOfManufacture: '0',
      GearCount: 2147483647,
    },
    TechnicalDetails: { Dimensions: { KerbWeight: -2147483648 } },
  });
  expect(answer).toMatchObject({
    data: { dateFirstRegistered: null, yearOfManufacture: null, gears: null, kerbWeight: null },
  });
  expect(notes).toHaveLength(4);
});

test.each([
  ['ItemNotFound', { state: 'not-held' }],
  ['KeyInvalid', { state: 'invalid' }],
  ['InformationNotAvailable', { state: 'restricted' }],
  ['SandboxLimitation', { state: 'restricted' }],
  ['InformationTemporarilyUnavailable', { state: 'unavailable', reason: 'source-error' }],
  ['ServiceUnavailable', { state: 'unavailable', reason: 'source-error' }],
  ['Failure', { state: 'unavailable', reason: 'source-error' }],
  ['InvalidPackageId', { state: 'unavailable', reason: 'refused' }],
  ['InvalidPackageAccessClass', { state: 'unavailable', reason: 'refused' }],
  ['authMessage', { state: 'unavailable', reason: 'refused' }],
  ['authMessage200', { state: 'unavailable', reason: 'refused' }],
  ['authDetails', { state: 'unavailable', reason: 'refused' }],
])('the status %s is mapped as documented', (name, answer) => {
  expect(read(name).result).toEqual(answer);
});

test.each([
  ['a success without data', { Response: { StatusCode: 'Success', DataItems: null } }, 'unreadable-answer'],
  [
    'a success of another package',
    { Response: { StatusCode: 'Success', DataItems: { Vrm: 'X' } } },
    'unreadable-answer',
  ],
  [
    'a success without readable data',
    { Response: { StatusCode: 'Success', DataItems: { VehicleRegistration: { Make: {}, Model: [] } } } },
    'unreadable-answer',
  ],
  ['an undocumented status', { Response: { StatusCode: 'Maintenance' } }, 'source-error'],
])('rejects %s', (_name, body, reason) => {
  expect(readUkvdSpecificationAnswer('KM12AKK', { status: 200, json: body, retryAfterMs: null }).result).toEqual({
    state: 'unavailable',
    reason,
  });
});

test('the call sends package, version, null items, key and registration as documented', async () => {
  const vendor = await startStubVendor();
  const adapter = createUkvdSpecificationAdapter({
    createVendorLimiter: createInMemoryLimiter,
    url: `${vendor.url}/ukvd`,
    apiKey: 'k&1',
  });
  vendor.play(jsonReply(recording('vehicle')));
  await adapter.find('KM12AKK');
  expect(vendor.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /ukvd/api/datapackage/VehicleData?v=2&api_nullitems=1&auth_apikey=k%261&key_VRM=KM12AKK',
  ]);
  await adapter.close();
  await vendor.close();
});
