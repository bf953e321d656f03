import fc from 'fast-check';
import type { FullCheck, Valuation, VdiCheck } from '../vehicle/record/full-check.ts';
import type {
  DvlaLicensingData,
  MotTest,
  RecordSection,
  SourceName,
  SpecificationData,
  MotTestingData,
  UnavailableReason,
  VehicleRecord,
} from '../vehicle/record/vehicle-record.ts';

/**
 * Generates any vehicle that the schemas of contracts accept: nulls wherever a source may omit a value, arbitrary text,
 * days that do not exist, vehicles of 1909, 40 keepers, 60 tests, kilometres, two tests in one second.
 */

/** Texts that break a page that trusts them. */
const uglyTexts = [
  '',
  ' ',
  '\t\r\n',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '&lt;b&gt;&amp;',
  '\u202eDLOG\u202c',
  '\u200b\u2066',
  '\ud83d',
  '\u0000',
  '👩‍🔧🚗🏴󠁧󠁢󠁷󠁬󠁳󠁿',
  'Z͑ͫ̓a̴l̸g̷o̵',
  '١٢٣٤٥',
  'ﷺ',
  '__proto__',
  'constructor',
  'toString',
  '$&$1${7*7}{{7*7}}',
  "Robert'); DROP TABLE vehicles;--",
  'LICENSE_RESTRICTED',
  'W'.repeat(200),
  'long words '.repeat(19).trim(),
];

const isNotReserved = (text: string) => !/undefined|null|NaN|Invalid|Infinity|\[object/i.test(text);

const ugly = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...uglyTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }).filter(isNotReserved) },
);

/** Mostly texts as a register writes them, from `usual`. */
const text = (...usual: string[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: ugly });

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { nil: null, freq: 3 });
const maybeText = (...usual: string[]) => maybe(text(...usual));
const flag = maybe(fc.boolean());
const count = maybe(
  fc.oneof({ weight: 4, arbitrary: fc.nat(9) }, { weight: 1, arbitrary: fc.constantFrom(0, 40, 999_999) }),
);
const amount = maybe(fc.oneof(fc.nat(3000), fc.double({ min: 0, max: 3000, noNaN: true })));

const dayOf = (from: string, to: string) =>
  fc
    .date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));

/** Mostly days of this century; some old, some in the future, some that do not exist but pass the schema. */
const day = fc.oneof(
  { weight: 6, arbitrary: dayOf('2005-01-01', '2026-12-31') },
  { weight: 1, arbitrary: dayOf('1895-01-01', '2100-12-31') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '1909-05-01',
      '2024-02-29',
      '2026-02-30',
      '2026-13-45',
      '0000-00-00',
      '0001-01-01',
      '9999-12-31',
    ),
  },
);
const date = maybe(day);

const instant = fc
  .oneof(
    {
      weight: 6,
      arbitrary: fc.date({ min: new Date('2006-01-01'), max: new Date('2026-11-21'), noInvalidDate: true }),
    },
    {
      weight: 1,
      arbitrary: fc.date({ min: new Date('1960-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
    },
  )
  .map((moment) => moment.toISOString());

const reasons: UnavailableReason[] = [
  'timeout',
  'rate-limited',
  'budget-spent',
  'refused',
  'source-error',
  'unreadable-answer',
  'circuit-open',
  'restricted',
];

function section<T>(source: SourceName, data: fc.Arbitrary<T>): fc.Arbitrary<RecordSection<T>> {
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({ state: fc.constant('found' as const), source: fc.constant(source), at: instant, data }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        state: fc.constantFrom('not-held' as const, 'asking' as const),
        source: fc.constant(source),
        at: instant,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        state: fc.constant('unavailable' as const),
        source: fc.constant(source),
        at: instant,
        reason: fc.constantFrom(...reasons),
      }),
    },
  );
}

const makes = maybeText('FORD', 'VAUXHALL', 'MINI');
const colour = maybeText('RED', 'BLUE', 'SILVER', 'MULTICOLOURED', 'Not Stated', 'GREEN/WHITE');
const fuel = maybeText('PETROL', 'DIESEL', 'ELECTRICITY', 'ELECTRIC', 'HYBRID ELECTRIC');
const year = maybe(fc.oneof(fc.integer({ min: 1990, max: 2026 }), fc.constantFrom(0, 1909, 2031, 99_999)));
const euro = maybeText('EURO 6', 'Euro 5', '6dg');

const licensing: fc.Arbitrary<DvlaLicensingData> = fc.record({
  make: makes,
  colour,
  fuelType: fuel,
  yearOfManufacture: year,
  engineCapacity: count,
  co2Emissions: count,
  taxStatus: maybe(fc.constantFrom('Taxed', 'Untaxed', 'SORN', 'Not Taxed for on Road Use')),
  taxDueDate: date,
  artEndDate: date,
  motStatus: maybe(fc.constantFrom('Valid', 'Not valid', 'No details held by DVLA', 'No results returned')),
  motExpiryDate: date,
  monthOfFirstRegistration: maybeText('2012-03', '1909-05', '2012-00', '2030-12'),
  dateOfLastV5CIssued: date,
  euroStatus: euro,
  realDrivingEmissions: maybeText('2'),
  typeApproval: maybeText('M1', 'N1', 'M2', 'L3'),
  wheelplan: maybeText('2 AXLE RIGID BODY'),
  revenueWeight: count,
  markedForExport: flag,
  automatedVehicle: flag,
});

const defect = fc.record({
  type: fc.constantFrom(
    'ADVISORY',
    'MINOR',
    'MAJOR',
    'DANGEROUS',
    'FAIL',
    'PRS',
    'NON SPECIFIC',
    'SYSTEM GENERATED',
    'USER ENTERED',
  ),
  text: text(
    'Nearside Rear Tyre worn close to legal limit (5.2.3 (e))',
    'Offside front brake pipe corroded (1.1.11 (c))',
    'Sill corroded (6.1.1 (c) (i))',
    'Taxi plate fitted',
  ),
  dangerous: fc.boolean(),
}) satisfies fc.Arbitrary<MotTest['defects'][number]>;

const odometer = fc.record({
  value: fc.oneof(fc.nat(300_000), fc.constantFrom(0, 99_999, 999_999)),
  unit: fc.constantFrom('MI' as const, 'KM' as const),
});

const motTest: fc.Arbitrary<MotTest> = fc.record({
  testNumber: maybeText('123456789012'),
  completedAt: instant,
  result: fc.constantFrom('PASSED', 'FAILED'),
  expiryDate: date,
  odometer: maybe(odometer),
  odometerResult: fc.constantFrom('READ', 'UNREADABLE', 'NO_ODOMETER'),
  dataSource: fc.constantFrom('DVSA', 'DVA NI', 'CVS'),
  defects: fc.array(defect, { maxLength: 6 }),
});

/** Up to 60 tests in any order, some listed twice, some in the same second with another result. */
const motTests: fc.Arbitrary<MotTest[]> = fc
  .tuple(
    fc.array(motTest, { maxLength: 60, size: 'large' }),
    fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 3 }),
  )
  .map(([tests, again]) => [
    ...tests,
    ...again.flatMap(([index, isRetest]): MotTest[] => {
      const test = tests[index % Math.max(1, tests.length)];
      if (test === undefined) return [];
      return [isRetest ? { ...test, result: test.result === 'PASSED' ? 'FAILED' : 'PASSED', testNumber: null } : test];
    }),
  ]);

const testing: fc.Arbitrary<MotTestingData> = fc.record({
  make: makes,
  model: maybeText('FOCUS'),
  fuelType: fuel,
  primaryColour: colour,
  engineSize: count,
  firstUsedDate: date,
  registrationDate: date,
  manufactureDate: date,
  motTestDueDate: date,
  hasOutstandingRecall: fc.constantFrom('Yes', 'No', 'Unknown', 'Unavailable'),
  tests: motTests,
});

const plate = maybeText('AB12CDE', 'K1 NGS', 'kp08kpr', 'Q123ABC');
const plateChanges = fc.array(fc.record({ currentRegistration: plate, previousRegistration: plate, date }), {
  maxLength: 12,
});
const keeperChanges = fc.array(fc.record({ date, previousKeepers: count }), { maxLength: 40, size: 'large' });
const colourChange = fc.record({ previousColour: colour, date });
const inspection = fc.record({ date, result: maybe(fc.constantFrom('PASS' as const, 'FAIL' as const)) });
const last5 = maybeText('12345', '00000', 'A1B2C', 'O1Q45', '12 45', 'abcde');

const specification: fc.Arbitrary<SpecificationData> = fc.record({
  make: makes,
  model: maybeText('FOCUS TITANIUM'),
  colour,
  fuelType: fuel,
  bodyStyle: maybeText('HATCHBACK', 'TAXI'),
  transmission: maybeText('MANUAL 5 GEARS', 'AUTOMATIC 1 GEARS'),
  driveType: maybeText('4X2'),
  yearOfManufacture: year,
  dateFirstRegistered: date,
  engineCapacity: count,
  engineNumber: maybeText('SAMPLE0001'),
  vinLast5: last5,
  seats: count,
  doors: count,
  gears: count,
  bhp: amount,
  powerKw: amount,
  maxSpeedMph: amount,
  zeroToSixtySeconds: amount,
  kerbWeight: amount,
  combinedMpg: amount,
  co2Emissions: amount,
  euroStatus: euro,
  vedBand: maybeText('G'),
  vedTwelveMonths: count,
  taxStatus: maybe(fc.constantFrom('Taxed', 'Untaxed', 'SORN')),
  taxDueDate: date,
  motDueDate: date,
  previousKeepers: count,
  lastKeeperChange: date,
  keeperChanges,
  plateChangeCount: count,
  plateChanges,
  colourChangeCount: count,
  colourChanges: fc.array(colourChange, { maxLength: 5 }),
  identityInspections: fc.array(inspection, { maxLength: 3 }),
  imported: flag,
  importedFromOutsideEu: flag,
  exported: flag,
  dateExported: date,
  scrapped: flag,
  dateScrapped: date,
  certificateOfDestruction: flag,
});

const company = maybeText('NORTHGATE MOTOR FINANCE', 'Black Horse Limited');
const phone = maybeText('0345 123 4567', '+44 (0)20 7946 0000', '101', 'javascript:alert(1)', '0345 123 4567 ext 2');

const vdi: fc.Arbitrary<VdiCheck> = fc.record({
  vinLast5: last5,
  writtenOff: flag,
  writeOffCount: count,
  writeOffs: fc.array(
    fc.record({
      lossDate: date,
      enteredOn: date,
      lossType: maybeText('ACCIDENTAL DAMAGE', 'FIRE', 'THEFT'),
      category: maybeText('A', 'B', 'S', 'N', 'C', 'D', 'F', 'X', 'CAT S'),
    }),
    { maxLength: 4 },
  ),
  stolen: flag,
  stolenStatus: maybeText('STOLEN', 'RECOVERED'),
  stolenDate: date,
  stolenPoliceForce: maybeText('WEST MIDLANDS POLICE'),
  stolenPhone: phone,
  stolenSource: maybeText('PNC', 'MIAFTR'),
  insurerTheftCount: count,
  financeCount: count,
  finance: fc.array(
    fc.record({
      agreementDate: date,
      type: maybeText('HIRE PURCHASE', 'PCP', 'BILL OF SALE', 'CONTRACT HIRE', 'UNIT STOCKING'),
      termMonths: count,
      number: maybeText('NMF-000123'),
      company,
      phone,
      description: maybeText('FORD FOCUS TITANIUM'),
    }),
    { maxLength: 4 },
  ),
  highRiskCount: count,
  highRisk: fc.array(fc.record({ date, type: maybeText('RENTAL'), company, phone }), { maxLength: 3 }),
  previousKeepers: count,
  latestKeeperChange: date,
  plateChangeCount: count,
  plateChanges,
  colourChangeCount: count,
  latestColourChange: maybe(colourChange),
  imported: flag,
  importedFromOutsideEu: flag,
  importDate: date,
  usedBeforeImport: flag,
  exported: flag,
  exportDate: date,
  scrapped: flag,
  scrapDate: date,
  certificateOfDestruction: flag,
  identityInspected: flag,
  identityInspection: maybe(inspection),
  mileageAnomaly: flag,
});

const pence = maybe(fc.oneof(fc.nat(5_000_000), fc.constantFrom(0, 1, 99_999_999)));

const valuation: fc.Arbitrary<Valuation> = fc.record({
  miles: count,
  vehicle: maybeText('FORD FOCUS TITANIUM'),
  plateYear: maybeText('2012 12'),
  valuedOn: date,
  onTheRoad: pence,
  dealerForecourt: pence,
  tradeRetail: pence,
  privateClean: pence,
  privateAverage: pence,
  partExchange: pence,
  auction: pence,
  tradeAverage: pence,
  tradePoor: pence,
});

export const arbitraryVehicleRecord: fc.Arbitrary<VehicleRecord> = fc.record({
  registration: fc.oneof(
    fc.constantFrom('AB12CDE', 'A1', 'Q123ABC', 'AZI1234', 'WWW9999'),
    fc.stringMatching(/^[A-Z0-9]{2,7}$/),
  ),
  fetchedAt: instant,
  licensing: section('DVLA', licensing),
  testing: section('DVSA', testing),
  specification: section('UKVD', specification),
});

export const arbitraryFullCheck: fc.Arbitrary<FullCheck> = fc.record({
  checkedAt: instant,
  vdi: section('UKVD', vdi),
  valuation: section('UKVD', valuation),
});

/** A record, its full check or null, and the day on which it is read. */
export const arbitraryVehicle = fc.record({
  record: arbitraryVehicleRecord,
  fullCheck: fc.option(arbitraryFullCheck, { nil: null, freq: 5 }),
  today: dayOf('2024-01-01', '2030-12-31'),
});

/** Text that a buyer might type into a field for a VIN or a price. */
export const arbitraryTypedText = text('12345', 'a1b2c', '£4,995', '4995.00', '1O345', 'WF0AXXGCDA1B12345');

/** Samples of `arbitraryVehicle`, the same for each seed, for tests that are too slow to shrink. */
export const sampleArbitraryVehicles = (count: number, seed: number) =>
  fc.sample(arbitraryVehicle, { numRuns: count, seed });
