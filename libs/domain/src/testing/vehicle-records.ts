import type {
  Licensing,
  MotTest,
  Section,
  Specification,
  Testing,
  UnavailableReason,
  VehicleRecord,
} from '../vehicle/record/vehicle-record.ts';
import { ordinaryRecord } from './ordinary-record.ts';

/** A source's section in a test: changes to a complete one, 'not-held', or why it was unavailable. */
export type Said<T> = Partial<T> | 'not-held' | UnavailableReason;

export interface RecordSetup {
  registration?: string;
  today?: string;
  licensing?: Said<Licensing>;
  testing?: Said<Testing>;
  specification?: Said<Specification>;
}

/** A vehicle record for tests: complete and unremarkable except for what the setup changes. */
export function recordOf(setup: RecordSetup = {}): VehicleRecord {
  const base = ordinaryRecord(setup.today ?? '2026-06-01');
  return {
    ...base,
    registration: setup.registration ?? base.registration,
    licensing: withChange(base.licensing, setup.licensing),
    testing: withChange(base.testing, setup.testing),
    specification: withChange(base.specification, setup.specification),
  };
}

function withChange<T>(base: Section<T>, change: Said<T> | undefined): Section<T> {
  const { source, at } = base;
  if (base.state !== 'found' || change === undefined) return base;
  if (change === 'not-held') return { state: 'not-held', source, at };
  if (typeof change === 'string') return { state: 'unavailable', source, at, reason: change };
  return { ...base, data: { ...base.data, ...change } };
}

/** A passed MOT test on a day, with its odometer reading in miles. */
export function testOn(day: string, miles: number | null, changes: Partial<MotTest> = {}): MotTest {
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
