import fc from 'fast-check';
import type { FullCheck, Valuation, VdiCheck } from '../report/full-check.ts';
import { addDays } from '../time/london-date.ts';
import type {
  Licensing,
  MotDefect,
  MotTest,
  Section,
  SourceName,
  Specification,
  Testing,
  UnavailableReason,
  VehicleRecord,
} from '../report/vehicle-record.ts';

const at = '2026-06-01T09:00:00.000Z';
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
/** From 1909 to a century ahead. */
const day = fc.integer({ min: -42_700, max: 36_500 }).map((days) => addDays('2026-06-01', days));
const count = fc.integer({ min: 0, max: 60 });
const amount = fc.integer({ min: 0, max: 2_000_000 });
/** Registers' free text: any characters, HTML and words that our own texts must not contain by mistake are left out. */
const text = fc
  .oneof(
    fc.string({ maxLength: 200 }),
    fc.string({ maxLength: 60, unit: 'binary' }),
    fc.constantFrom('<b>TAXI</b>', 'ROOF SIGN FITTED', '', '   ', '\u202eLIVE', 'STOLEN', 'CAT B', 'HIRE PURCHASE'),
  )
  .filter((words) => !/undefined|null|NaN/.test(words));
const flag = maybe(fc.boolean());

const defect: fc.Arbitrary<MotDefect> = fc.record({
  type: fc.constantFrom('ADVISORY', 'MINOR', 'MAJOR', 'DANGEROUS', 'FAIL', 'PRS', 'NON SPECIFIC', 'USER ENTERED'),
  text: fc.oneof(
    text,
    fc.constantFrom(
      'Offside Rear Sill corroded (6.1.1 (c) (i))',
      'Front Brake disc worn both (1.1.14 (a) (ii))',
      'Steering rack gaiter split (2.1.1)',
    ),
  ),
  dangerous: fc.boolean(),
});

const motTest: fc.Arbitrary<MotTest> = fc.record({
  testNumber: maybe(fc.string({ maxLength: 12 })),
  completedAt: fc.oneof(
    day.map((date) => `${date}T10:00:00.000Z`),
    // Two tests in one second.
    fc.constant('2025-05-01T10:00:00.000Z'),
  ),
  result: fc.constantFrom('PASSED', 'FAILED'),
  expiryDate: maybe(day),
  odometer: maybe(fc.record({ value: amount, unit: fc.constantFrom('MI', 'KM') })),
  odometerResult: fc.constantFrom('READ', 'UNREADABLE', 'NO_ODOMETER'),
  dataSource: fc.constantFrom('DVSA', 'DVA NI', 'CVS'),
  defects: fc.array(defect, { maxLength: 5 }),
});

const licensing: fc.Arbitrary<Licensing> = fc.record({
  make: maybe(text),
  colour: maybe(text),
  fuelType: maybe(text),
  yearOfManufacture: maybe(fc.integer({ min: 1909, max: 2126 })),
  engineCapacity: maybe(count),
  co2Emissions: maybe(count),
  taxStatus: maybe(fc.constantFrom('Taxed', 'Untaxed', 'SORN', 'Not Taxed for on Road Use')),
  taxDueDate: maybe(day),
  artEndDate: maybe(day),
  motStatus: maybe(fc.constantFrom('Valid', 'Not valid', 'No details held by DVLA', 'No results returned')),
  motExpiryDate: maybe(day),
  monthOfFirstRegistration: maybe(day.map((date) => date.slice(0, 7))),
  dateOfLastV5CIssued: maybe(day),
  euroStatus: maybe(text),
  realDrivingEmissions: maybe(text),
  typeApproval: maybe(fc.constantFrom('M1', 'N1', 'N3', 'M3', 'L3', '')),
  wheelplan: maybe(text),
  revenueWeight: maybe(count),
  markedForExport: flag,
  automatedVehicle: flag,
});

const testing: fc.Arbitrary<Testing> = fc.record({
  make: maybe(text),
  model: maybe(text),
  fuelType: maybe(text),
  primaryColour: maybe(text),
  engineSize: maybe(count),
  firstUsedDate: maybe(day),
  registrationDate: maybe(day),
  manufactureDate: maybe(day),
  motTestDueDate: maybe(day),
  hasOutstandingRecall: fc.constantFrom('Yes', 'No', 'Unknown', 'Unavailable'),
  tests: fc.oneof(
    { weight: 12, arbitrary: fc.array(motTest, { maxLength: 8 }) },
    { weight: 1, arbitrary: fc.array(motTest, { minLength: 60, maxLength: 60 }) },
  ),
});

const plateChange = fc.record({
  currentRegistration: maybe(text),
  previousRegistration: maybe(text),
  date: maybe(day),
});
const identityInspection = fc.record({ date: maybe(day), result: maybe(fc.constantFrom('PASS', 'FAIL')) });

const specification: fc.Arbitrary<Specification> = fc.record({
  make: maybe(text),
  model: maybe(text),
  colour: maybe(text),
  fuelType: maybe(text),
  bodyStyle: maybe(text),
  transmission: maybe(text),
  driveType: maybe(text),
  yearOfManufacture: maybe(fc.integer({ min: 1909, max: 2126 })),
  dateFirstRegistered: maybe(day),
  engineCapacity: maybe(count),
  engineNumber: maybe(text),
  vinLast5: maybe(text),
  seats: maybe(count),
  doors: maybe(count),
  gears: maybe(count),
  bhp: maybe(count),
  powerKw: maybe(count),
  maxSpeedMph: maybe(count),
  zeroToSixtySeconds: maybe(count),
  kerbWeight: maybe(count),
  combinedMpg: maybe(count),
  co2Emissions: maybe(count),
  euroStatus: maybe(text),
  vedBand: maybe(text),
  vedTwelveMonths: maybe(count),
  taxStatus: maybe(fc.constantFrom('Taxed', 'Untaxed', 'SORN')),
  taxDueDate: maybe(day),
  motDueDate: maybe(day),
  previousKeepers: maybe(count),
  lastKeeperChange: maybe(day),
  keeperChanges: fc.array(fc.record({ date: maybe(day), previousKeepers: maybe(count) }), { maxLength: 40 }),
  plateChangeCount: maybe(count),
  plateChanges: fc.array(plateChange, { maxLength: 10 }),
  colourChangeCount: maybe(count),
  colourChanges: fc.array(fc.record({ previousColour: maybe(text), date: maybe(day) }), { maxLength: 5 }),
  identityInspections: fc.array(identityInspection, { maxLength: 2 }),
  imported: flag,
  importedFromOutsideEu: flag,
  exported: flag,
  dateExported: maybe(day),
  scrapped: flag,
  dateScrapped: maybe(day),
  certificateOfDestruction: flag,
});

const vdi: fc.Arbitrary<VdiCheck> = fc.record({
  vinLast5: maybe(text),
  writtenOff: flag,
  writeOffCount: maybe(count),
  writeOffs: fc.array(
    fc.record({ lossDate: maybe(day), enteredOn: maybe(day), lossType: maybe(text), category: maybe(text) }),
    { maxLength: 4 },
  ),
  stolen: flag,
  stolenStatus: maybe(text),
  stolenDate: maybe(day),
  stolenPoliceForce: maybe(text),
  stolenPhone: maybe(text),
  stolenSource: maybe(fc.constantFrom('PNC', 'MIAFTR', '')),
  insurerTheftCount: maybe(count),
  financeCount: maybe(count),
  finance: fc.array(
    fc.record({
      agreementDate: maybe(day),
      type: maybe(text),
      termMonths: maybe(count),
      number: maybe(text),
      company: maybe(text),
      phone: maybe(fc.oneof(text, fc.constant('0161 496 0118'))),
      description: maybe(text),
    }),
    { maxLength: 4 },
  ),
  highRiskCount: maybe(count),
  highRisk: fc.array(fc.record({ date: maybe(day), type: maybe(text), company: maybe(text), phone: maybe(text) }), {
    maxLength: 3,
  }),
  previousKeepers: maybe(count),
  latestKeeperChange: maybe(day),
  plateChangeCount: maybe(count),
  plateChanges: fc.array(plateChange, { maxLength: 10 }),
  colourChangeCount: maybe(count),
  latestColourChange: maybe(fc.record({ previousColour: maybe(text), date: maybe(day) })),
  imported: flag,
  importedFromOutsideEu: flag,
  importDate: maybe(day),
  usedBeforeImport: flag,
  exported: flag,
  exportDate: maybe(day),
  scrapped: flag,
  scrapDate: maybe(day),
  certificateOfDestruction: flag,
  identityInspected: flag,
  identityInspection: maybe(identityInspection),
  mileageAnomaly: flag,
});

const valuation: fc.Arbitrary<Valuation> = fc.record({
  miles: maybe(amount),
  vehicle: maybe(text),
  plateYear: maybe(text),
  valuedOn: maybe(day),
  onTheRoad: maybe(amount),
  dealerForecourt: maybe(amount),
  tradeRetail: maybe(amount),
  privateClean: maybe(amount),
  privateAverage: maybe(amount),
  partExchange: maybe(amount),
  auction: maybe(amount),
  tradeAverage: maybe(amount),
  tradePoor: maybe(amount),
});

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

function section<T>(source: SourceName, data: fc.Arbitrary<T>): fc.Arbitrary<Section<T>> {
  return fc.oneof(
    { weight: 5, arbitrary: data.map((each) => ({ state: 'found' as const, source, at, data: each })) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ...(['asking', 'not-held'] as const).map((state) => ({ state, source, at })),
        ...reasons.map((reason) => ({ state: 'unavailable' as const, source, at, reason })),
      ),
    },
  );
}

/** Any record that the adapters can make, however unlikely; for property tests. */
export const anyRecord: fc.Arbitrary<VehicleRecord> = fc.record({
  registration: fc.constantFrom('AB12CDE', 'Q123ABC', 'MNZ4827', 'RSK841', 'X', ''),
  fetchedAt: fc.constant(at),
  licensing: section('DVLA', licensing),
  testing: section('DVSA', testing),
  specification: section('UKVD', specification),
});

/** Any full check that the adapters can make. */
export const anyFullCheck: fc.Arbitrary<FullCheck> = fc.record({
  checkedAt: fc.constant(at),
  vdi: section('UKVD', vdi),
  valuation: section('UKVD', valuation),
});
