import { addDays, addYears, daysBetween } from '../dates.ts';
import { seededDigits } from '../seeded-values.ts';
import type { SimulatedCar, PlannedCar, PlannedMarkers, SimulatedMotTest, PlannedDate } from './car.types.ts';

export const changeableTaxStatuses = ['Taxed', 'Untaxed', 'SORN', 'Not Taxed for on Road Use'] as const;
export const changeableRecallStates = ['Yes', 'No', 'Unknown', 'Unavailable'] as const;

/** The changes of a car; its other dates are pinned to the day of the first change. */
export interface CarChanges {
  /** The day from which its dates no longer follow the clock. */
  pinnedOn: string;
  tax?: { status: (typeof changeableTaxStatuses)[number]; dueOn: string | null };
  /** Added tests, oldest first. */
  tests: SimulatedMotTest[];
  recall?: (typeof changeableRecallStates)[number];
  /** The day of scrapping. Null: not scrapped, regardless of the plan. */
  scrappedOn?: string | null;
  exportedOn?: string | null;
  keepers: string[];
  plates: { previous: string; on: string }[];
  finance: { on: string; lender: string; number: string }[];
  /** The value in pounds. */
  value?: number;
}

export const createEmptyCarChanges = (today: string): CarChanges => ({
  pinnedOn: today,
  tests: [],
  keepers: [],
  plates: [],
  finance: [],
});

export interface AddedMotTest {
  result: 'PASSED' | 'FAILED';
  at: Date;
  /**
   * The expiry of a pass. By default a year after the expiry of the current certificate, if that is within a month,
   * else after the test.
   */
  expiresOn?: string;
  advisories?: readonly string[];
  failures?: readonly string[];
  miles?: number;
}

export function toMotTest(
  car: SimulatedCar,
  { result, at, expiresOn, advisories = [], failures = [], miles }: AddedMotTest,
): SimulatedMotTest {
  const day = at.toISOString().slice(0, 10);
  const isEarly = car.motExpiry !== null && car.motExpiry >= day && daysBetween(day, car.motExpiry) <= 31;
  const next = isEarly && car.motExpiry !== null ? addYears(car.motExpiry, 1) : addDays(addYears(day, 1), -1);
  return {
    number: seededDigits(`${car.registration}/added/${car.tests.length}`, 12),
    completedAt: at.toISOString(),
    result,
    expiryDate: result === 'PASSED' ? (expiresOn ?? next) : null,
    odometer: { value: miles ?? car.miles + 1, unit: 'MI' },
    odometerResult: 'READ',
    dataSource: 'DVSA',
    defects: [
      ...failures.map((text) => ({ text, type: 'MAJOR', dangerous: false }) as const),
      ...advisories.map((text) => ({ text, type: 'ADVISORY', dangerous: false }) as const),
    ],
  };
}

/** The plan of a car whose days count back from `days` before today. */
function shiftPlanDays(plan: PlannedCar, days: number): PlannedCar {
  const { plates, colours, markers } = plan;
  const older = <T extends { daysAgo: number }>(change: T): T => ({ ...change, daysAgo: change.daysAgo + days });
  return {
    ...plan,
    ...(plates ? { plates: plates.map(older) } : {}),
    ...(colours ? { colours: colours.map(older) } : {}),
    ...(markers ? { markers: markersSince(markers, days) } : {}),
  };
}

function markersSince(markers: PlannedMarkers, days: number): PlannedMarkers {
  const { finance, writeOff, insurerTheftDaysAgo, stolen, exportedDaysAgo, scrappedDaysAgo, highRisk } = markers;
  const sinceWhen = <T extends PlannedDate>(when: T): T =>
    'daysAgo' in when ? { ...when, daysAgo: when.daysAgo + days } : when;
  return {
    ...markers,
    ...(finance ? { finance: finance.map((each) => ({ ...each, startedDaysAgo: each.startedDaysAgo + days })) } : {}),
    ...(writeOff ? { writeOff: sinceWhen(writeOff) } : {}),
    ...(insurerTheftDaysAgo === undefined ? {} : { insurerTheftDaysAgo: insurerTheftDaysAgo + days }),
    ...(stolen ? { stolen: { ...stolen, daysAgo: stolen.daysAgo + days } } : {}),
    ...(exportedDaysAgo === undefined ? {} : { exportedDaysAgo: exportedDaysAgo + days }),
    ...(scrappedDaysAgo === undefined ? {} : { scrappedDaysAgo: scrappedDaysAgo + days }),
    ...(highRisk ? { highRisk: highRisk.map((each) => ({ ...each, daysAgo: each.daysAgo + days })) } : {}),
  };
}

/** A car with the dates of its pinned day and later changes, on `today`. */
export function applyCarChanges({
  pinned,
  plan,
  moved,
  today,
}: {
  pinned: SimulatedCar;
  plan: PlannedCar;
  moved: CarChanges;
  today: string;
}): SimulatedCar {
  const since = shiftPlanDays(plan, daysBetween(moved.pinnedOn, today));
  const ago = (day: string): number => daysBetween(day, today);
  const tests = [...moved.tests].reverse().concat(pinned.tests);
  const taxDue = moved.tax ? moved.tax.dueOn : pinned.taxDue;
  const status = moved.tax?.status ?? plan.tax.status;
  const agreements = moved.finance.map(({ on, lender, number }) => ({
    startedDaysAgo: ago(on),
    type: 'HIRE PURCHASE',
    months: 48,
    number,
    lender,
    phone: '0344 824 8888',
  }));
  const newest = moved.tests.at(-1)?.odometer;
  const markers = { ...since.markers };
  if (moved.exportedOn === null) delete markers.exportedDaysAgo;
  if (moved.scrappedOn === null) delete markers.scrappedDaysAgo;
  return {
    ...pinned,
    ...since,
    today,
    // DVLA's status follows the due date.
    tax: { ...plan.tax, status: status === 'Taxed' && taxDue !== null && taxDue < today ? 'Untaxed' : status },
    taxDue,
    tests,
    motExpiry: tests.find((test) => test.result === 'PASSED')?.expiryDate ?? pinned.motExpiry,
    firstTestDue: tests.length === 0 ? pinned.firstTestDue : null,
    ...(moved.recall === undefined ? {} : { recall: moved.recall }),
    previousKeepers: pinned.previousKeepers + moved.keepers.length,
    keeperChanges: [...moved.keepers, ...pinned.keeperChanges].sort().reverse(),
    documents: [...moved.keepers, ...pinned.documents].sort().reverse(),
    plates: [
      ...[...moved.plates].reverse().map(({ previous, on }) => ({ previous, daysAgo: ago(on) })),
      ...(since.plates ?? []),
    ],
    markers: {
      ...markers,
      finance: [...agreements.reverse(), ...(since.markers?.finance ?? [])],
      ...(moved.exportedOn ? { exportedDaysAgo: ago(moved.exportedOn) } : {}),
      ...(moved.scrappedOn ? { scrappedDaysAgo: ago(moved.scrappedOn) } : {}),
    },
    ...(moved.value === undefined ? {} : { value: moved.value }),
    miles: newest?.value ?? pinned.miles,
  };
}
