import { sampleRecord } from '../vehicle/record/sample-record.ts';
import type { MotDefect, MotTest, VehicleRecord } from '../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../kernel/time/iso-date.ts';
import { addMonths } from '../kernel/time/london-date.ts';

/**
 * A complete record of a car without findings, for tests: the model of the sample with another history. All dates
 * except first registration are relative to `today`.
 */
export function ordinaryVehicleRecord(today: IsoDate): VehicleRecord {
  const { licensing, testing, specification, ...sample } = sampleRecord(today);
  if (licensing.state !== 'found' || testing.state !== 'found' || specification.state !== 'found') {
    throw new Error('the sample has all of its sources');
  }
  const motExpiryDate = addMonths(today, 7);
  const latestKeeper = addMonths(today, -26);
  return {
    ...sample,
    registration: 'AB12CDE',
    licensing: { ...licensing, data: { ...licensing.data, motExpiryDate, dateOfLastV5CIssued: latestKeeper } },
    testing: { ...testing, data: { ...testing.data, tests: ordinaryTests(today) } },
    specification: {
      ...specification,
      data: {
        ...specification.data,
        motDueDate: motExpiryDate,
        previousKeepers: 2,
        lastKeeperChange: latestKeeper,
        keeperChanges: [
          { date: latestKeeper, previousKeepers: 2 },
          { date: addMonths(today, -63), previousKeepers: 1 },
        ],
        plateChangeCount: 0,
        plateChanges: [],
        colourChangeCount: 0,
        colourChanges: [],
      },
    },
  };
}

function ordinaryTests(today: IsoDate): MotTest[] {
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
