import { addDays, addMonths, lastDayOfMonth } from '../../kernel/time/london-date.ts';
import type { MotDefect, MotTest, VehicleRecord } from './vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';

/** Not the plate of any vehicle: it only spells SAMPLE. */
export const sampleRegistration = 'SA17MPL';
/** Its earlier plate, which no vehicle can have: no plate ends in Q. */
export const sampleEarlierPlate = 'EX17QQQ';
/** Within the half-year of its plate, so that every page shows the same year. */
const registered: IsoDate = '2017-06-14';

/** The days of the main events in the sample's history. */
export interface SampleHistory {
  keepers: { date: IsoDate; previousKeepers: number }[];
  loss: IsoDate;
  lossEntered: IsoDate;
  plateChange: IsoDate;
  colourChange: IsoDate;
  finance: IsoDate;
}

/**
 * The history of the sample vehicle: written off, sold with another plate and another colour, and then with fewer miles
 * than before; the present keeper bought it on finance.
 */
export function sampleHistory(today: IsoDate): SampleHistory {
  const loss = addMonths(today, -23);
  const lastSale = addMonths(today, -10);
  return {
    keepers: [
      { date: lastSale, previousKeepers: 3 },
      { date: addDays(loss, 35), previousKeepers: 2 },
      { date: addMonths(today, -66), previousKeepers: 1 },
    ],
    loss,
    lossEntered: addDays(loss, 9),
    plateChange: addDays(loss, 21),
    colourChange: addDays(loss, 30),
    finance: lastSale,
  };
}

/**
 * A fictitious vehicle that shows what a report contains, and why a buyer needs one. Its make shows that it is
 * fictitious, and it must never be shown without a SAMPLE mark, saved, sent, or used for alerts. All dates except first
 * registration are relative to `today`; tax ends with a month, as all tax does. `sampleFullCheck` is its full check.
 */
export function sampleRecord(today: IsoDate): VehicleRecord {
  const at = `${today}T09:00:00.000Z`;
  const taxDueDate = lastDayOfMonth(addMonths(today, 4));
  const life = sampleHistory(today);
  const [latestKeeper] = life.keepers;
  const tests = sampleTests(today);
  const motExpiryDate = tests[0]?.expiryDate ?? null;
  return {
    registration: sampleRegistration,
    fetchedAt: at,
    licensing: {
      state: 'found',
      source: 'DVLA',
      at,
      data: {
        make: 'SAMPLE MOTORS',
        colour: 'GREEN',
        fuelType: 'PETROL',
        yearOfManufacture: Number(registered.slice(0, 4)),
        engineCapacity: 1598,
        co2Emissions: 128,
        taxStatus: 'Taxed',
        taxDueDate,
        artEndDate: null,
        motStatus: 'Valid',
        motExpiryDate,
        monthOfFirstRegistration: registered.slice(0, 7),
        dateOfLastV5CIssued: addDays(latestKeeper?.date ?? registered, 8),
        euroStatus: 'EURO 6',
        realDrivingEmissions: null,
        typeApproval: 'M1',
        wheelplan: '2 AXLE RIGID BODY',
        revenueWeight: 1850,
        markedForExport: false,
        automatedVehicle: false,
      },
    },
    testing: {
      state: 'found',
      source: 'DVSA',
      at,
      data: {
        make: 'SAMPLE MOTORS',
        model: 'EXAMPLE 1.6',
        fuelType: 'Petrol',
        primaryColour: 'Green',
        engineSize: 1598,
        firstUsedDate: registered,
        registrationDate: registered,
        manufactureDate: registered,
        motTestDueDate: null,
        hasOutstandingRecall: 'No',
        tests,
      },
    },
    specification: {
      state: 'found',
      source: 'UKVD',
      at,
      data: {
        make: 'SAMPLE MOTORS',
        model: 'EXAMPLE 1.6',
        colour: 'GREEN',
        fuelType: 'PETROL',
        bodyStyle: 'HATCHBACK',
        transmission: 'MANUAL',
        driveType: '4X2',
        yearOfManufacture: Number(registered.slice(0, 4)),
        dateFirstRegistered: registered,
        engineCapacity: 1598,
        engineNumber: 'SAMPLE0001',
        vinLast5: '00000',
        seats: 5,
        doors: 5,
        gears: 6,
        bhp: 122,
        powerKw: 91,
        maxSpeedMph: 118,
        zeroToSixtySeconds: 10.4,
        kerbWeight: 1290,
        combinedMpg: 48.7,
        co2Emissions: 128,
        euroStatus: 'Euro 6',
        vedBand: null,
        vedTwelveMonths: null,
        taxStatus: 'Taxed',
        taxDueDate,
        motDueDate: motExpiryDate,
        previousKeepers: life.keepers.length,
        lastKeeperChange: latestKeeper?.date ?? null,
        keeperChanges: life.keepers,
        plateChangeCount: 1,
        plateChanges: [
          {
            currentRegistration: sampleRegistration,
            previousRegistration: sampleEarlierPlate,
            date: life.plateChange,
          },
        ],
        colourChangeCount: 1,
        colourChanges: [{ previousColour: 'WHITE', date: life.colourChange }],
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
  };
}

function defect(type: MotDefect['type'], text: string): MotDefect {
  return { type, text, dangerous: false };
}

const tyre = defect('ADVISORY', 'Nearside Rear Tyre worn close to legal limit/worn on edge (5.2.3 (e))');
const pipe = defect('ADVISORY', 'Nearside Rear Brake pipe corroded, covered in grease or other material (1.1.11 (c))');
const pin = defect(
  'ADVISORY',
  'Offside Front Suspension arm pin or bush worn but not resulting in excessive movement (5.3.4 (a) (i))',
);

interface SampleTest {
  monthsAgo: number;
  /** For a retest: days after the test listed before it. */
  daysLater?: number;
  miles: number;
  result?: MotTest['result'];
  defects?: MotDefect[];
}

function sampleTests(today: IsoDate): MotTest[] {
  const history: SampleTest[] = [
    { monthsAgo: 5, miles: 56_120, defects: [pipe, pin, tyre] },
    { monthsAgo: 17, daysLater: 4, miles: 47_680, defects: [pipe, pin, tyre] },
    {
      monthsAgo: 17,
      miles: 47_670,
      result: 'FAILED',
      defects: [
        defect('MAJOR', 'Offside Headlamp aim too high (4.1.2 (a))'),
        defect('MAJOR', 'Nearside Front Bumper insecure and likely to become detached (6.1.6 (b) (i))'),
        pipe,
        pin,
        tyre,
      ],
    },
    { monthsAgo: 29, miles: 94_870, defects: [pipe] },
    { monthsAgo: 41, miles: 81_270, defects: [pipe] },
    { monthsAgo: 53, miles: 67_890 },
    { monthsAgo: 65, miles: 54_310 },
    { monthsAgo: 77, miles: 40_980 },
  ];
  const tests: MotTest[] = [];
  let lasts = registered;
  for (const { monthsAgo, daysLater = 0, miles, result = 'PASSED', defects = [] } of history.toReversed()) {
    const day = addDays(addMonths(today, -monthsAgo), daysLater);
    // A test within the certificate's last month, less a day, keeps its date (gov.uk, Getting an MOT).
    const keepsDate = day <= lasts && day > addMonths(lasts, -1);
    if (result === 'PASSED') lasts = keepsDate ? addMonths(lasts, 12) : addDays(addMonths(day, 12), -1);
    tests.unshift({
      testNumber: `00000000000${tests.length + 1}`,
      completedAt: `${day}T10:30:00.000Z`,
      result,
      expiryDate: result === 'PASSED' ? lasts : null,
      odometer: { value: miles, unit: 'MI' },
      odometerResult: 'READ',
      dataSource: 'DVSA',
      defects,
    });
  }
  return tests;
}
