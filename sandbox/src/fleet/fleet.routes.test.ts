import { addDays, addYears } from '../dates.ts';
import { getNestedValue, startSandboxCaller, type SandboxCaller } from '../testing/caller.ts';
import { dvlaVehicleShape } from '../testing/dvla-shapes.ts';
import { dvsaNewVehicleShape, dvsaTestedVehicleShape } from '../testing/dvsa-shapes.ts';
import { ukvdValuationShape, ukvdVdiCheckShape, ukvdVehicleDataShape } from '../testing/ukvd-shapes.ts';
import { carsWithHistory } from './cars-history.data.ts';
import { oldPlateCars } from './cars-old-plates.data.ts';
import { unusualDataCars } from './cars-unusual-data.data.ts';
import { insuranceAndFinanceCars } from './cars-insurance-finance.data.ts';
import { carsWithCurrentStates } from './cars-current-state.data.ts';
import { dvlaUatCars } from './cars-uat.data.ts';

const today = '2026-11-21';
let caller: SandboxCaller;
beforeAll(async () => {
  caller = await startSandboxCaller(() => new Date(`${today}T10:00:00Z`));
});
afterAll(() => caller.close());

const troubled = ['SL02WLY', 'DN02DWN'];
const registrations = [...carsWithHistory, ...carsWithCurrentStates, ...oldPlateCars, ...insuranceAndFinanceCars]
  .map((plan) => plan.registration)
  .filter((registration) => !troubled.includes(registration));

const vdi = async (registration: string): Promise<unknown> =>
  getNestedValue((await caller.ukvd('VdiCheckFull', registration)).body, 'Response', 'DataItems');
const data = async (registration: string): Promise<unknown> =>
  getNestedValue((await caller.ukvd('VehicleData', registration)).body, 'Response', 'DataItems');
const dvla = async (registration: string): Promise<unknown> => (await caller.dvla(registration)).body;
const dvsa = async (registration: string): Promise<unknown> => (await caller.dvsa(registration)).body;
const testsOf = async (registration: string): Promise<unknown[]> => {
  const tests = getNestedValue(await dvsa(registration), 'motTests');
  return Array.isArray(tests) ? tests : [];
};
/** Readings in miles, oldest first. */
const milesOf = async (registration: string): Promise<number[]> =>
  (await testsOf(registration))
    .filter((test) => getNestedValue(test, 'odometerResultType') === 'READ')
    .map(
      (test) =>
        Number(getNestedValue(test, 'odometerValue')) * (getNestedValue(test, 'odometerUnit') === 'KM' ? 0.621371 : 1),
    )
    .reverse();
const manualReferences = (test: unknown): string[] => {
  const defects = getNestedValue(test, 'defects');
  return (Array.isArray(defects) ? defects : []).flatMap((defect) =>
    /\(\d[^)]*\)(?: \(\w+\))*\)?$/.test(String(getNestedValue(defect, 'text')))
      ? [String(getNestedValue(defect, 'text'))]
      : [],
  );
};

describe.each(registrations.map((registration) => [registration]))('%s', (registration) => {
  test('is known to every vendor, in its documented format', async () => {
    const [licensing, testing, specification, check, value] = await Promise.all([
      caller.dvla(registration),
      caller.dvsa(registration),
      caller.ukvd('VehicleData', registration),
      caller.ukvd('VdiCheckFull', registration),
      caller.ukvd('ValuationData', registration),
    ]);
    expect([licensing, testing, specification, check, value].map((answer) => answer.status)).toEqual([
      200, 200, 200, 200, 200,
    ]);
    expect(dvlaVehicleShape(licensing.body, 'dvla')).toEqual([]);
    const shape = registration === 'EV24ELE' ? dvsaNewVehicleShape : dvsaTestedVehicleShape;
    expect(shape(testing.body, 'dvsa')).toEqual([]);
    expect(ukvdVehicleDataShape(specification.body, 'ukvd')).toEqual([]);
    expect(ukvdVdiCheckShape(check.body, 'ukvd')).toEqual([]);
    expect(ukvdValuationShape(value.body, 'ukvd')).toEqual([]);
  });

  test('is the same vehicle at every vendor', async () => {
    const [licensing, testing, specification, check] = await Promise.all([
      dvla(registration),
      dvsa(registration),
      data(registration),
      vdi(registration),
    ]);
    const make = getNestedValue(licensing, 'make');
    expect([
      getNestedValue(testing, 'make'),
      getNestedValue(specification, 'VehicleRegistration', 'Make'),
      getNestedValue(check, 'Make'),
    ]).toEqual([make, make, make]);
    expect(String(getNestedValue(testing, 'primaryColour')).toUpperCase()).toBe(getNestedValue(licensing, 'colour'));
    expect(getNestedValue(check, 'Colour')).toBe(getNestedValue(licensing, 'colour'));
    expect(getNestedValue(check, 'EngineCapacity') ?? undefined).toBe(getNestedValue(licensing, 'engineCapacity'));
    expect(getNestedValue(specification, 'VehicleRegistration', 'VinLast5')).toBe(getNestedValue(check, 'VinLast5'));
    expect(getNestedValue(specification, 'VehicleRegistration', 'YearMonthFirstRegistered')).toBe(
      getNestedValue(licensing, 'monthOfFirstRegistration'),
    );
    expect(String(getNestedValue(check, 'DateFirstRegistered')).slice(0, 7)).toBe(
      getNestedValue(licensing, 'monthOfFirstRegistration'),
    );
  });
});

test.each(dvlaUatCars.map((plan) => [plan.registration]))(
  '%s is returned in the documented format by DVSA and UK Vehicle Data',
  async (registration) => {
    expect(dvsaTestedVehicleShape(await dvsa(registration), 'dvsa')).toEqual([]);
    expect(ukvdVehicleDataShape((await caller.ukvd('VehicleData', registration)).body, 'ukvd')).toEqual([]);
    expect(ukvdVdiCheckShape((await caller.ukvd('VdiCheckFull', registration)).body, 'ukvd')).toEqual([]);
    expect(ukvdValuationShape((await caller.ukvd('ValuationData', registration)).body, 'ukvd')).toEqual([]);
  },
);

test('AB12CDE is clean, taxed and tested every year since 2015', async () => {
  expect(await dvla('AB12CDE')).toMatchObject({ taxStatus: 'Taxed', motStatus: 'Valid' });
  expect(await vdi('AB12CDE')).toMatchObject({
    WrittenOff: false,
    Stolen: false,
    FinanceRecordCount: 0,
    PlateChangeCount: 0,
    ColourChangeCount: 0,
    Imported: false,
    Exported: false,
    Scrapped: false,
    MileageAnomalyDetected: false,
    HighRiskRecordCount: 0,
  });
  const years = new Set(
    (await testsOf('AB12CDE')).map((test) => Number(String(getNestedValue(test, 'completedDate')).slice(0, 4))),
  );
  expect([...years].sort()).toEqual(Array.from({ length: 12 }, (_, index) => 2015 + index));
});

test('AB12CDE has a recurring advisory, and one failure with its retest', async () => {
  const tests = await testsOf('AB12CDE');
  const repeated = tests.some((test, index) =>
    manualReferences(test).some((reference) => manualReferences(tests[index + 1]).includes(reference)),
  );
  expect(repeated).toBe(true);
  const failed = tests.findIndex((test) => getNestedValue(test, 'testResult') === 'FAILED');
  expect(getNestedValue(tests[failed], 'expiryDate')).toBeNull();
  expect(getNestedValue(tests[failed - 1], 'testResult')).toBe('PASSED');
});

test('FN15FNC has finance with two lenders, each with a telephone number', async () => {
  expect(await vdi('FN15FNC')).toMatchObject({
    FinanceRecordCount: 2,
    FinanceRecordList: [
      {
        AgreementType: 'HIRE PURCHASE',
        FinanceCompany: expect.any(String),
        ContactNumber: expect.stringMatching(/^0/),
      },
      { FinanceCompany: expect.any(String), ContactNumber: expect.stringMatching(/^0/) },
    ],
  });
});

test('WO16WOF, ST17STL, XP13XPT, SC05SCR and MP14MPT have their markers', async () => {
  expect(await vdi('WO16WOF')).toMatchObject({ WrittenOff: true, WriteOffCategory: 'S', WriteOffRecordCount: 1 });
  expect(await vdi('ST17STL')).toMatchObject({ Stolen: true, StolenPoliceForce: 'WEST MIDLANDS POLICE' });
  expect(await vdi('XP13XPT')).toMatchObject({ Exported: true, ExportDate: expect.any(String) });
  expect(await dvla('XP13XPT')).toMatchObject({ markedForExport: true, taxStatus: 'Not Taxed for on Road Use' });
  expect(await vdi('SC05SCR')).toMatchObject({ Scrapped: true, CertificateOfDestructionIssued: true });
  expect(await vdi('MP14MPT')).toMatchObject({ Imported: true, ImportedFromOutsideEu: true });
  expect(await dvla('MP14MPT')).toMatchObject({
    monthOfFirstRegistration: '2014-05',
    monthOfFirstDvlaRegistration: '2019-09',
  });
});

test('NS19CAT, VC06VCT, CD09CTD, MF15THF and FC12CNT have the markers of their registers', async () => {
  expect(await vdi('NS19CAT')).toMatchObject({ WriteOffCategory: 'N', WriteOffRecordList: [{ Category: 'N' }] });
  expect(await vdi('VC06VCT')).toMatchObject({
    WriteOffRecordList: [{ LossDate: '2011-02-14T00:00:00', Category: 'C' }],
    VicTested: true,
    VicTestDate: '2011-06-20T00:00:00',
    VicTestResult: 'PASS',
  });
  expect(getNestedValue(await data('VC06VCT'), 'VehicleHistory')).toMatchObject({
    VicCount: 2,
    VicList: [{ VICResult: 'PASS' }, { VICResult: 'FAIL' }],
  });
  expect(await vdi('CD09CTD')).toMatchObject({ WrittenOff: true, WriteOffCategory: 'D', WriteOffRecordList: [] });
  expect(await vdi('MF15THF')).toMatchObject({ Stolen: false, StolenMiaftrRecordCount: 1 });
  expect(await vdi('FC12CNT')).toMatchObject({ FinanceRecordCount: 2, FinanceRecordList: [] });
});

describe('odd data', () => {
  /** Only the keys have to be the documented ones. */
  const keysOf = (deviations: string[]): string[] =>
    deviations.filter((deviation) => /is missing$|is not documented$/.test(deviation));

  test.each(unusualDataCars.map((plan) => [plan.registration]))(
    '%s has every documented key and no other',
    async (registration) => {
      const [specification, check, value] = await Promise.all(
        ['VehicleData', 'VdiCheckFull', 'ValuationData'].map((name) => caller.ukvd(name, registration)),
      );
      expect(keysOf(ukvdVehicleDataShape(specification?.body, 'ukvd'))).toEqual([]);
      expect(keysOf(ukvdVdiCheckShape(check?.body, 'ukvd'))).toEqual([]);
      expect(keysOf(ukvdValuationShape(value?.body, 'ukvd'))).toEqual([]);
      expect(keysOf(dvlaVehicleShape(await dvla(registration), 'dvla'))).toEqual([]);
      if (registration !== 'BF1909')
        expect(keysOf(dvsaTestedVehicleShape(await dvsa(registration), 'dvsa'))).toEqual([]);
    },
  );

  test('BF1909 has little more than a registration', async () => {
    expect(await dvla('BF1909')).toEqual({ registrationNumber: 'BF1909', make: 'FORD' });
    const check = await vdi('BF1909');
    expect(Object.entries(check as object).filter(([, value]) => value !== null)).toEqual([['Vrm', 'BF1909']]);
    expect((await caller.dvsa('BF1909')).status).toBe(404);
  });

  test('FT06MNY had forty keepers, and MT05SXT more than sixty tests', async () => {
    expect(getNestedValue(await data('FT06MNY'), 'VehicleHistory', 'KeeperChangesList')).toHaveLength(40);
    expect((await testsOf('MT05SXT')).length).toBeGreaterThan(60);
  });

  test('DB14DBL was tested in the future, twice each time, and both passed and failed in one second', async () => {
    const tests = await testsOf('DB14DBL');
    const days = tests.map((test) => String(getNestedValue(test, 'completedDate')));
    expect(days.filter((day) => day > `${today}T99`)).toHaveLength(1);
    const numbers = tests.map((test) => getNestedValue(test, 'motTestNumber'));
    expect(new Set(numbers).size).toBeLessThan(numbers.length);
    const results = new Map<string, Set<unknown>>();
    for (const test of tests) {
      const at = String(getNestedValue(test, 'completedDate'));
      results.set(at, (results.get(at) ?? new Set()).add(getNestedValue(test, 'testResult')));
    }
    expect([...results.values()].some((outcomes) => outcomes.size === 2)).toBe(true);
    expect(new Set(tests.map((test) => getNestedValue(test, 'odometerUnit')))).toEqual(new Set(['KM']));
  });

  test('HT11TML has HTML and unknown words, ST13NGS strings for numbers and counts above its lists', async () => {
    expect(await vdi('HT11TML')).toMatchObject({ WriteOffCategory: 'Z', VicTestResult: 'PENDING' });
    expect(JSON.stringify(await vdi('HT11TML'))).toContain('<i>');
    expect(JSON.stringify(await testsOf('HT11TML'))).toMatch(/<script>.*OBSERVATION|OBSERVATION.*<script>/s);
    expect(await dvla('ST13NGS')).toMatchObject({ yearOfManufacture: expect.stringMatching(/^\d{4}$/) });
    expect(await vdi('ST13NGS')).toMatchObject({ PlateChangeCount: 4, PlateChangeList: [{ PreviousVRM: 'M4RSH' }] });
  });
});

test('MP14MPT was read in kilometres first, in miles since', async () => {
  const units = (await testsOf('MP14MPT'))
    .map((test) => getNestedValue(test, 'odometerUnit'))
    .filter((unit) => unit !== null);
  expect(units.at(0)).toBe('MI');
  expect(units.at(-1)).toBe('KM');
});

test('only CL10CKD has a decreasing odometer', async () => {
  const drops = (miles: number[]): number =>
    miles.filter((value, index) => value < (miles[index - 1] ?? 0) - 500).length;
  expect(drops(await milesOf('CL10CKD'))).toBe(1);
  expect(await vdi('CL10CKD')).toMatchObject({ MileageAnomalyDetected: true });
  for (const registration of registrations.filter((other) => other !== 'CL10CKD')) {
    expect([registration, drops(await milesOf(registration))]).toEqual([registration, 0]);
  }
});

test('KP08KPR had nine keepers, three plates and two other colours', async () => {
  expect(await vdi('KP08KPR')).toMatchObject({ PreviousKeeperCount: 9, PlateChangeCount: 3, ColourChangeCount: 2 });
  const history = getNestedValue(await data('KP08KPR'), 'VehicleHistory');
  expect(getNestedValue(history, 'PlateChangeList')).toHaveLength(3);
  expect(getNestedValue(history, 'KeeperChangesList')).toHaveLength(9);
});

test('RC18RCL has an outstanding recall', async () => {
  expect(await dvsa('RC18RCL')).toMatchObject({ hasOutstandingRecall: 'Yes' });
});

test('TX20DUE, TX11EXP and SR09SRN have the tax status of their names', async () => {
  expect(await dvla('TX20DUE')).toMatchObject({
    taxStatus: 'Taxed',
    taxDueDate: addDays(today, 9),
    motStatus: 'Valid',
    motExpiryDate: addDays(today, 20),
  });
  const expired = await dvla('TX11EXP');
  expect(expired).toMatchObject({ taxStatus: 'Untaxed' });
  expect(String(getNestedValue(expired, 'taxDueDate')) < today).toBe(true);
  const sorn = await dvla('SR09SRN');
  expect(sorn).toMatchObject({ taxStatus: 'SORN' });
  expect(sorn).not.toHaveProperty('taxDueDate');
});

test('EV24ELE is electric and was never tested', async () => {
  const licensing = await dvla('EV24ELE');
  expect(licensing).toMatchObject({ fuelType: 'ELECTRICITY', co2Emissions: 0, motStatus: 'No details held by DVLA' });
  expect(licensing).not.toHaveProperty('engineCapacity');
  const testing = await dvsa('EV24ELE');
  expect(testing).not.toHaveProperty('motTests');
  expect(getNestedValue(testing, 'motTestDueDate')).toBe(
    addDays(addYears(String(getNestedValue(testing, 'registrationDate')), 3), -1),
  );
});

test('TX12CAB is registered as a taxi and was tested from its first year', async () => {
  expect(await data('TX12CAB')).toMatchObject({ VehicleRegistration: { DoorPlanLiteral: 'TAXI' } });
  expect(String(getNestedValue((await testsOf('TX12CAB')).at(-1), 'completedDate')).slice(0, 4)).toBe('2013');
});

test('MNZ4827 is tested in Northern Ireland, from its fourth year and without defects', async () => {
  const tests = await testsOf('MNZ4827');
  expect(new Set(tests.map((test) => getNestedValue(test, 'dataSource')))).toEqual(new Set(['DVA NI']));
  expect(tests.every((test) => getNestedValue(test, 'defects') === undefined)).toBe(true);
  expect(String(getNestedValue(tests.at(-1), 'completedDate')).slice(0, 4)).toBe('2019');
});

test.each([['B316HKX'], ['RSK841']])(
  '%s is over 40: no road tax to pay, no MOT held, old tests only',
  async (registration) => {
    expect(await dvla(registration)).toMatchObject({ taxStatus: 'Taxed', motStatus: 'No details held by DVLA' });
    expect(await data(registration)).toMatchObject({
      VehicleStatus: { MotVed: { VedRate: { Standard: { TwelveMonth: 0 } } } },
    });
    expect(String(getNestedValue((await testsOf(registration))[0], 'expiryDate')) < today).toBe(true);
  },
);

test('defects end with their manual reference, worded as on the day of the test', async () => {
  const tests = (await Promise.all(registrations.map(testsOf))).flat();
  const defects = tests.flatMap((test) => {
    const list = getNestedValue(test, 'defects');
    return (Array.isArray(list) ? list : []).map((defect) => ({
      day: String(getNestedValue(test, 'completedDate')),
      defect,
    }));
  });
  expect(defects.length).toBeGreaterThan(100);
  for (const { day, defect } of defects) {
    const type = getNestedValue(defect, 'type');
    if (type !== 'USER ENTERED') expect(getNestedValue(defect, 'text')).toMatch(/ \((?:\d[\w.]*|Misc)(?: \(\w+\))*\)$/);
    if (day < '2018-05-20') expect(['ADVISORY', 'FAIL', 'USER ENTERED']).toContain(type);
    else expect(type).not.toBe('FAIL');
  }
});
