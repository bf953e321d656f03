import { jsonReply, readRecordings, startStubVendor } from '../http/vendor-server.fixture.ts';
import { createInMemoryLimiter } from '../http/vendor-limiter.fixture.ts';
import { createUkvdVdiAdapter } from './ukvd-vdi.adapter.ts';
import { readUkvdVdiCheck } from './ukvd-vdi.answer.ts';

const recording = readRecordings(new URL('./recordings/ukvd-vdi.json', import.meta.url));

function read(name: string) {
  const { Response } = recording(name).body as { Response: { DataItems: unknown } };
  return readUkvdVdiCheck('KM12AKK', Response.DataItems);
}

const readItems = (items: Record<string, unknown>) => readUkvdVdiCheck('KM12AKK', { WrittenOff: null, ...items });

const nothing = {
  vinLast5: null,
  writtenOff: null,
  writeOffCount: null,
  writeOffs: [],
  stolen: null,
  stolenStatus: null,
  stolenDate: null,
  stolenPoliceForce: null,
  stolenPhone: null,
  stolenSource: null,
  insurerTheftCount: null,
  financeCount: null,
  finance: [],
  highRiskCount: null,
  highRisk: [],
  previousKeepers: null,
  latestKeeperChange: null,
  plateChangeCount: null,
  plateChanges: [],
  colourChangeCount: null,
  latestColourChange: null,
  imported: null,
  importedFromOutsideEu: null,
  importDate: null,
  usedBeforeImport: null,
  exported: null,
  exportDate: null,
  scrapped: null,
  scrapDate: null,
  certificateOfDestruction: null,
  identityInspected: null,
  identityInspection: null,
  mileageAnomaly: null,
};

test('a vehicle with every mark is parsed in full, lists newest first', () => {
  expect(read('marked')).toEqual({
    result: {
      state: 'found',
      data: {
        vinLast5: '71946',
        writtenOff: true,
        writeOffCount: 2,
        writeOffs: [
          { lossDate: '2018-02-03', enteredOn: '2018-02-19', lossType: 'FLOOD DAMAGE', category: 'S' },
          { lossDate: '2013-01-04', enteredOn: '2013-01-20', lossType: 'ACCIDENTAL DAMAGE', category: 'D' },
        ],
        stolen: true,
        stolenStatus: 'STOLEN',
        stolenDate: '2020-02-01',
        stolenPoliceForce: 'WEST MIDLANDS POLICE',
        stolenPhone: '0345 113 5000',
        stolenSource: 'PNC',
        insurerTheftCount: 1,
        financeCount: 2,
        finance: [
          {
            agreementDate: '2019-09-01',
            type: 'LOAN SECURED BY BILL OF SALE',
            termMonths: 18,
            number: '93351',
            company: 'Carlow Logbook Loans Ltd',
            phone: '020 7946 0342',
            description: null,
          },
          {
            agreementDate: '2017-03-01',
            type: 'HIRE PURCHASE',
            termMonths: 48,
            number: 'HP-40718823',
            company: 'Northgate Motor Finance Ltd',
            phone: '0161 496 0118',
            description: 'BMW 3 SERIES',
          },
        ],
        highRiskCount: 1,
        highRisk: [
          { date: '2015-09-08', type: 'RENTAL OR LEASE', company: 'Tamebridge Rental Ltd', phone: '0121 496 0773' },
        ],
        previousKeepers: 7,
        latestKeeperChange: '2019-08-20',
        plateChangeCount: 2,
        plateChanges: [
          { currentRegistration: 'KM12AKK', previousRegistration: 'A1BCD', date: '2014-01-09' },
          { currentRegistration: 'A1BCD', previousRegistration: 'KM12AKK', date: '2013-05-07' },
        ],
        colourChangeCount: 1,
        latestColourChange: { previousColour: 'BLACK', date: '2016-02-03' },
        imported: true,
        importedFromOutsideEu: true,
        importDate: '2014-06-01',
        usedBeforeImport: true,
        exported: true,
        exportDate: '2020-01-02',
        scrapped: true,
        scrapDate: '2020-03-04',
        certificateOfDestruction: true,
        identityInspected: true,
        identityInspection: { date: '2013-04-05', result: 'PASS' },
        mileageAnomaly: true,
      },
    },
    notes: [],
    retryable: false,
    fault: false,
  });
});

test('a clean vehicle has dates from d/m/y, nulls for lists, and no value that the response does not contain', () => {
  expect(read('clean')).toMatchObject({
    result: {
      state: 'found',
      data: {
        ...nothing,
        vinLast5: '71946',
        writtenOff: false,
        writeOffCount: 0,
        stolen: false,
        insurerTheftCount: 0,
        financeCount: 0,
        highRiskCount: 0,
        previousKeepers: 2,
        latestKeeperChange: '2019-08-20',
        plateChangeCount: 0,
        colourChangeCount: 0,
        imported: false,
        importedFromOutsideEu: false,
        exported: false,
        scrapped: false,
        mileageAnomaly: false,
      },
    },
    notes: [],
  });
});

test.each([
  ['only nulls', read('allNull')],
  ['one key, and the others missing', readItems({})],
])('%s is found, and every marker is unknown', (_name, verdict) => {
  expect(verdict).toEqual({ result: { state: 'found', data: nothing }, notes: [], retryable: false, fault: false });
});

test.each([
  ['no count, and an empty list', { FinanceRecordCount: null, FinanceRecordList: [] }, null],
  ['no count, and no list', { FinanceRecordCount: null, FinanceRecordList: null }, null],
  ['none', { FinanceRecordCount: 0, FinanceRecordList: [] }, 0],
  ['a count as a string', { FinanceRecordCount: '3', FinanceRecordList: [] }, 3],
  ['a count above the list', { FinanceRecordCount: 3, FinanceRecordList: [{}] }, 3],
  ['a count below the list', { FinanceRecordCount: 0, FinanceRecordList: [{}, {}] }, 2],
  ['a list without a count', { FinanceRecordList: [{}] }, 1],
  ['an impossible count', { FinanceRecordCount: -1, FinanceRecordList: [] }, null],
])('counts finance agreements, %s: %j are %p', (_name, items, financeCount) => {
  expect(readItems({ Make: 'BMW', Stolen: false, ...items }).result).toMatchObject({ data: { financeCount } });
});

test.each([
  [{ WriteOffRecordCount: 1, WriteOffRecordList: [{}] }, 'writeOffCount', 1],
  [{ StolenMiaftrRecordCount: 2, StolenMiaftrRecordList: null }, 'insurerTheftCount', 2],
  [{ StolenMiaftrRecordCount: null, StolenMiaftrRecordList: [{}] }, 'insurerTheftCount', 1],
  [{ StolenMiaftrRecordCount: null, StolenMiaftrRecordList: [] }, 'insurerTheftCount', null],
  [{ HighRiskRecordCount: '2', HighRiskRecordList: [{}] }, 'highRiskCount', 2],
  [{ PlateChangeCount: 3, PlateChangeList: [{}] }, 'plateChangeCount', 3],
  [{ ColourChangeCount: '2' }, 'colourChangeCount', 2],
  [{ PreviousKeeperCount: null, PreviousKeepers: '40' }, 'previousKeepers', 40],
])('parses %j: %s is %p', (items, key, count) => {
  expect(readItems(items).result).toMatchObject({ data: { [key]: count } });
});

test.each([
  [
    'a marker without a list',
    { WrittenOff: true, WriteOffDate: '04/01/2013', WriteOffCategory: 'D', WriteOffRecordList: [] },
    { writtenOff: true, writeOffs: [{ lossDate: '2013-01-04', enteredOn: null, lossType: null, category: 'D' }] },
  ],
  [
    'a count without list or marker',
    { WrittenOff: null, WriteOffCategory: 'CAT N', WriteOffRecordCount: 1 },
    { writtenOff: true, writeOffCount: 1, writeOffs: [expect.objectContaining({ category: 'N' })] },
  ],
  [
    'a marker alone',
    { WrittenOff: 'Yes', WriteOffRecordCount: null },
    { writtenOff: true, writeOffCount: null, writeOffs: [] },
  ],
  [
    'a list that the marker denies',
    { WrittenOff: false, WriteOffRecordList: [{ Category: 'S' }] },
    { writtenOff: true, writeOffCount: 1, writeOffs: [expect.objectContaining({ category: 'S' })] },
  ],
  ['a date without a marker', { WrittenOff: false, WriteOffDate: '04/01/2013' }, { writtenOff: false, writeOffs: [] }],
])('parses a write-off: %s', (_name, items, data) => {
  expect(readItems(items).result).toMatchObject({ state: 'found', data });
});

test.each([
  ['S', 'S'],
  ['n', 'N'],
  ['CAT N NON STRUCTURAL DAMAGE', 'N'],
  ['Category D', 'D'],
  ['CAT. C', 'C'],
  ['F', 'F'],
  ['SALVAGE', null],
  ['Z', null],
  ['CAT 4', null],
])('the category %j is %p', (Category, category) => {
  const { result, notes } = readItems({ WriteOffRecordList: [{ LossDate: '2018-02-03', Category }] });
  expect(result).toMatchObject({ data: { writeOffs: [{ lossDate: '2018-02-03', category }] } });
  expect(notes).toEqual(category === null ? ['WriteOffRecordList.0.Category: unreadable'] : []);
});

test.each([
  ['48', 48],
  [48, 48],
  ['48 MONTHS', 48],
  ['0', null],
  ['four years', null],
])('an agreement of %j lasts %p months', (AgreementTerm, termMonths) => {
  const { result } = readItems({ FinanceRecordList: [{ FinanceCompany: 'A', AgreementTerm }] });
  expect(result).toMatchObject({ data: { finance: [{ termMonths }] } });
});

test.each([
  [{ VicTested: true, VicTestDate: null, VicTestResult: null }, true, null],
  [{ VicTested: false }, false, null],
  [{ VicTested: null, VicTestDate: '05/04/2013' }, true, { date: '2013-04-05', result: null }],
  [{ VicTested: 'true', VicTestResult: 'Failed' }, true, { date: null, result: 'FAIL' }],
])('parses an identity check of %j', (items, identityInspected, identityInspection) => {
  expect(readItems(items).result).toMatchObject({ data: { identityInspected, identityInspection } });
});

test('unknown values are null with a note, HTML is text, and the order of records without dates is kept', () => {
  const { result, notes } = readItems({
    Stolen: 'perhaps',
    StolenStatus: '<b>STOLEN</b>',
    VicTestResult: 'PENDING',
    FinanceRecordList: [{ FinanceCompany: 'A' }, 'junk', { FinanceCompany: 'B' }],
  });
  expect(result).toMatchObject({
    data: {
      stolen: null,
      stolenStatus: '<b>STOLEN</b>',
      identityInspection: null,
      finance: [{ company: 'A' }, { company: 'B' }],
      financeCount: 2,
    },
  });
  expect(notes).toEqual(['Stolen: unreadable', 'FinanceRecordList.1: unreadable', 'VicTestResult: unreadable']);
});

test.each([
  [{ VinLast5: 'ICTED' }, null],
  [{ VinLast5: 'LICENSE_RESTRICTED' }, null],
  [{ VinLast5: null, Vin: 'WBA3D32000F171946' }, '71946'],
  [{ VinLast5: null, Vin: 'LICENSE_RESTRICTED' }, null],
])('the identity %j is reduced to %p', (items, vinLast5) => {
  const { result } = readItems({ ...items, StolenPoliceForce: 'LICENSE_RESTRICTED', Stolen: false });
  expect(result).toMatchObject({ state: 'found', data: { vinLast5, stolenPoliceForce: null } });
  expect(JSON.stringify(result)).not.toMatch(/WBA3D3|RESTRICTED/);
});

test.each([
  ['no data', null],
  ['a list', []],
  ['another package', { VehicleRegistration: { Vrm: 'KM12AKK' } }],
  ['a valuation', { Vrm: 'KM12AKK', ValuationList: {} }],
  ['another vehicle', { Vrm: 'KM12AKJ', WrittenOff: false }],
  ['nothing readable', { Vrm: 'KM12AKK', WrittenOff: 'perhaps', Stolen: [] }],
])('rejects %s', (_name, items) => {
  expect(readUkvdVdiCheck('KM12AKK', items)).toMatchObject({
    result: { state: 'unavailable', reason: 'unreadable-answer' },
    fault: true,
  });
});

test('the call sends package, version, null items, key and registration as documented', async () => {
  const vendor = await startStubVendor();
  const adapter = createUkvdVdiAdapter({
    createVendorLimiter: createInMemoryLimiter,
    url: `${vendor.url}/ukvd/`,
    apiKey: 'k&1',
  });
  vendor.play(jsonReply(recording('clean')));
  expect(await adapter.find('KM12AKK')).toMatchObject({ state: 'found' });
  expect(vendor.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /ukvd/api/datapackage/VdiCheckFull?v=2&api_nullitems=1&auth_apikey=k%261&key_VRM=KM12AKK',
  ]);
  await adapter.close();
  await vendor.close();
});
