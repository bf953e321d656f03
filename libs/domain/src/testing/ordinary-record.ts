import type { IsoDate, MotDefect, MotTest, VehicleRecord } from '../report/vehicle-record.ts';
import { addDays, addMonths } from '../time/london-date.ts';

const registered: IsoDate = '2017-06-14';

/**
 * A complete record of a car about which nothing is to be found, for tests. All dates except first registration are relative
 * to `today`.
 */
export function ordinaryRecord(today: IsoDate): VehicleRecord {
  const at = `${today}T09:00:00.000Z`;
  const taxDueDate = lastOfMonth(addMonths(today, 4));
  return {
    registration: 'AB12CDE',
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
        motExpiryDate: addMonths(today, 7),
        monthOfFirstRegistration: registered.slice(0, 7),
        dateOfLastV5CIssued: addMonths(today, -26),
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
        tests: sampleTests(today),
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
        motDueDate: addMonths(today, 7),
        previousKeepers: 2,
        lastKeeperChange: addMonths(today, -26),
        keeperChanges: [
          { date: addMonths(today, -26), previousKeepers: 2 },
          { date: addMonths(today, -63), previousKeepers: 1 },
        ],
        plateChangeCount: 0,
        plateChanges: [],
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
  };
}

function lastOfMonth(day: IsoDate): IsoDate {
  return addDays(`${addMonths(day, 1).slice(0, 7)}-01`, -1);
}

function sampleTests(today: IsoDate): MotTest[] {
  const tyre: MotDefect = {
    type: 'ADVISORY',
    text: 'Nearside Rear Tyre worn close to legal limit (5.2.3 (e))',
    dangerous: false,
  };
  const history: { monthsAgo: number; miles: number; defects: MotDefect[] }[] = [
    { monthsAgo: 5, miles: 61_840, defects: [tyre] },
    { monthsAgo: 17, miles: 54_205, defects: [tyre] },
    { monthsAgo: 29, miles: 46_910, defects: [] },
    { monthsAgo: 41, miles: 39_377, defects: [] },
    { monthsAgo: 53, miles: 31_020, defects: [] },
    { monthsAgo: 65, miles: 22_864, defects: [] },
  ];
  return history.map(({ monthsAgo, miles, defects }, index) => ({
    testNumber: `00000000000${index}`,
    completedAt: `${addMonths(today, -monthsAgo)}T10:30:00.000Z`,
    result: 'PASSED',
    expiryDate: addMonths(today, 12 - monthsAgo),
    odometer: { value: miles, unit: 'MI' },
    odometerResult: 'READ',
    dataSource: 'DVSA',
    defects,
  }));
}
