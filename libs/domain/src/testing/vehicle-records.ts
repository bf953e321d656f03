import type {
  DvlaLicensingData,
  MotTest,
  RecordSection,
  SpecificationData,
  MotTestingData,
  UnavailableReason,
  VehicleRecord,
} from '../vehicle/record/vehicle-record.ts';
import { ordinaryVehicleRecord } from './ordinary-vehicle-record.ts';

/** A source's section in a test: changes to a complete one, 'not-held', or why it was unavailable. */
export type SectionSetup<T> = Partial<T> | 'not-held' | UnavailableReason;

export interface VehicleRecordSetup {
  registration?: string;
  today?: string;
  licensing?: SectionSetup<DvlaLicensingData>;
  testing?: SectionSetup<MotTestingData>;
  specification?: SectionSetup<SpecificationData>;
}

/** A vehicle record for tests: complete and unremarkable except for what the setup changes. */
export function vehicleRecordFixture(setup: VehicleRecordSetup = {}): VehicleRecord {
  const base = ordinaryVehicleRecord(setup.today ?? '2026-06-01');
  return {
    ...base,
    registration: setup.registration ?? base.registration,
    licensing: withChange(base.licensing, setup.licensing),
    testing: withChange(base.testing, setup.testing),
    specification: withChange(base.specification, setup.specification),
  };
}

function withChange<T>(base: RecordSection<T>, change: SectionSetup<T> | undefined): RecordSection<T> {
  const { source, at } = base;
  if (base.state !== 'found' || change === undefined) return base;
  if (change === 'not-held') return { state: 'not-held', source, at };
  if (typeof change === 'string') return { state: 'unavailable', source, at, reason: change };
  return { ...base, data: { ...base.data, ...change } };
}

/** A passed MOT test on a day, with its odometer reading in miles. */
export function motTestFixture(day: string, miles: number | null, changes: Partial<MotTest> = {}): MotTest {
  return {
    testNumber: null,
    completedAt: `${day}T10:00:00.000Z`,
    result: 'PASSED',
    expiryDate: null,
    odometer: miles === null ? null : { value: miles, unit: 'MI' },
    odometerResult: miles === null ? 'UNREADABLE' : 'READ',
    dataSource: 'DVSA',
    defects: [],
    ...changes,
  };
}
