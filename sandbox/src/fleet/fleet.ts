import { addDays, addYears, daysBetween, londonDayOf, yearOf } from '../dates.ts';
import { seededNumber, seededDigits, seededVin } from '../seeded-values.ts';
import type { SimulatedCar, PlannedCar, DataVendor } from './car.types.ts';
import { oldPlateCars } from './cars-old-plates.data.ts';
import { unusualDataCars } from './cars-unusual-data.data.ts';
import { insuranceAndFinanceCars } from './cars-insurance-finance.data.ts';
import { carsWithHistory } from './cars-history.data.ts';
import { carsWithCurrentStates } from './cars-current-state.data.ts';
import { dvlaUatCars } from './cars-uat.data.ts';
import { applyCarChanges } from './changed-car.ts';
import { createCarChangesStore, type CarChangesStore } from './changed-cars.ts';
import { expiryOfNewestCertificate, simulatedMotHistory } from './mot-history.ts';

/** Every car of the sandbox, in the order of the control page. */
export const plannedCars: readonly PlannedCar[] = [
  ...carsWithHistory,
  ...carsWithCurrentStates,
  ...oldPlateCars,
  ...insuranceAndFinanceCars,
  ...unusualDataCars,
  ...dvlaUatCars,
];

/** Registrations without a record at any vendor, and what each demonstrates. */
export const registrationsWithoutRecord: readonly { registration: string; is: string }[] = [
  { registration: 'ER19BAD', is: 'DVLA test: refused as badly formed by every vendor.' },
  { registration: 'ER19NFD', is: 'DVLA test: not found by any vendor.' },
  {
    registration: '123D456',
    is: 'Diplomatic plate: UK Vehicle Data says that information is not available; not found elsewhere.',
  },
  { registration: '12AB34', is: 'Military plate: as for diplomatic ones.' },
];

const endOfMonth = (day: string): string => {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
};

/** Road tax expires at the end of a month; a date close to today is left as planned. */
function taxDueOf(plan: PlannedCar, today: string): string | null {
  const days = plan.tax.dueInDays;
  if (days === undefined) return null;
  const due = addDays(today, days);
  return days > 60 && days < 365 ? endOfMonth(due) : days === 365 ? addYears(today, 1) : due;
}

function keeperChangesOf(plan: PlannedCar, from: string, today: string): string[] {
  const last = plan.markers?.scrappedDaysAgo ?? plan.markers?.exportedDaysAgo ?? 0;
  const span = Math.max(plan.previousKeepers, daysBetween(from, addDays(today, -last - 180)));
  return Array.from({ length: plan.previousKeepers }, (_, index) => {
    const slot = span / plan.previousKeepers;
    const within = 0.35 + seededNumber(`${plan.registration}/keeper/${index}`, 60) / 100;
    return addDays(from, Math.round(slot * (index + within)));
  }).reverse();
}

/** Moves the registration of a car that was never tested, once its plate's year is too long ago: it stays untested. */
const firstRegisteredOf = (plan: PlannedCar, today: string): string => {
  if (plan.mot !== null) return plan.firstRegistered;
  const latest = addYears(today, -2);
  return addYears(plan.firstRegistered, 3) > addDays(today, 31) ? plan.firstRegistered : latest;
};

function build(plan: PlannedCar, today: string): SimulatedCar {
  const firstRegistered = firstRegisteredOf(plan, today);
  const firstRegisteredUk = plan.markers?.imported?.on ?? firstRegistered;
  const tests = simulatedMotHistory(plan, firstRegisteredUk, today);
  const keeperChanges = keeperChangesOf(plan, firstRegisteredUk, today);
  const events = [
    ...keeperChanges,
    ...[...(plan.plates ?? []), ...(plan.colours ?? [])].map((change) => addDays(today, -change.daysAgo)),
  ];
  const newest = tests.find((test) => test.odometer !== null)?.odometer;
  const estimated = Math.round((daysBetween(firstRegistered, today) / 365) * 7_400);
  return {
    ...plan,
    today,
    firstRegistered,
    firstRegisteredUk,
    manufactured: plan.yearOfManufacture ?? yearOf(addDays(firstRegistered, -45)),
    taxDue: taxDueOf(plan, today),
    tests,
    motExpiry:
      tests.find((test) => test.result === 'PASSED')?.expiryDate ??
      (plan.mot && expiryOfNewestCertificate(plan.mot, today)),
    firstTestDue: plan.mot === null ? addDays(addYears(firstRegistered, 3), -1) : null,
    keeperChanges,
    documents: [addDays(firstRegisteredUk, 9), ...events.map((day) => addDays(day, 6))].sort().reverse(),
    vin: `${plan.model.wmi}${seededVin(plan.registration, 9)}${seededDigits(`${plan.registration}/vin`, 5)}`,
    engineNumber: `${seededVin(`${plan.registration}/engine`, 3)}${seededDigits(`${plan.registration}/engine`, 6)}`,
    miles: newest ? Math.round(newest.unit === 'KM' ? newest.value * 0.621371 : newest.value) : estimated,
  };
}

export interface SandboxFleet {
  /** The calendar day in Europe/London that every date is based on. */
  today(): string;
  /** The car as a vendor holds it today, or null. */
  find(registration: string, vendor: DataVendor): SimulatedCar | null;
  all(): readonly SimulatedCar[];
  /** Registrations of cars whose dates no longer follow the clock. */
  moved(): readonly string[];
}

const planOf = new Map(plannedCars.map((plan) => [plan.registration, plan]));

/** The fleet as of the current day; computed once a day. A changed car keeps its dates. */
export function createSandboxFleet(now: () => Date, moves: CarChangesStore = createCarChangesStore()): SandboxFleet {
  let day = '';
  let cars = new Map<string, SimulatedCar>();
  const onDay = (): Map<string, SimulatedCar> => {
    const today = londonDayOf(now());
    if (today !== day) {
      cars = new Map(plannedCars.map((plan) => [plan.registration, build(plan, today)]));
      day = today;
    }
    return cars;
  };
  const asMoved = (registration: string): SimulatedCar | undefined => {
    const [moved, plan] = [moves.get(registration), planOf.get(registration)];
    if (moved === undefined || plan === undefined) return onDay().get(registration);
    return applyCarChanges({ pinned: build(plan, moved.pinnedOn), plan, moved, today: londonDayOf(now()) });
  };
  return {
    today: () => londonDayOf(now()),
    find: (registration, vendor) => {
      const car = asMoved(registration);
      return car && !car.unknownToSources?.includes(vendor) ? car : null;
    },
    all: () => plannedCars.flatMap(({ registration }) => asMoved(registration) ?? []),
    moved: () => moves.all().map(([registration]) => registration),
  };
}
