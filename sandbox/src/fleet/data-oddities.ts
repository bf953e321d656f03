import { addDays, toMidnightTimestamp } from '../dates.ts';
import type { SimulatedCar, DataOddity } from './car.types.ts';

type Change = (key: string, value: unknown) => unknown;

/** Applies `change` to every value that is neither object nor list; lists of texts are left unchanged. */
function mapLeaves(value: unknown, change: Change, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, change));
  if (typeof value !== 'object' || value === null) return change(key, value);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapLeaves(item, change, name)]));
}

/** Keys that identify the vehicle and are never removed. */
const identity = ['Vrm', 'registrationNumber', 'registration', 'make'];

function withoutValues(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (identity.includes(key)) return [key, item];
      const isBlock = typeof item === 'object' && item !== null && !Array.isArray(item);
      return [key, isBlock ? withoutValues(item) : null];
    }),
  );
}

const texts = new Set([
  ...['Model', 'model', 'MakeModel', 'ModelVariant', 'EngineNumber', 'VehicleDescription', 'LossType', 'AgreementType'],
  'text',
]);

const undocumentedValues: Record<string, string> = {
  VehicleStatus: 'Tax under review',
  TransmissionType: 'Direct',
  VICResult: 'PENDING',
  VicTestResult: 'PENDING',
  WriteOffCategory: 'Z',
  Category: 'Z',
  taxStatus: 'Under review',
  motStatus: 'Perhaps',
  type: 'OBSERVATION',
  hasOutstandingRecall: 'Perhaps',
  dataSource: 'DVSA NEW',
};

const latestDates = ['LatestKeeperChangeDate', 'LatestV5cIssuedDate', 'DateOfLastKeeperChange', 'dateOfLastV5CIssued'];

const farAhead = (car: SimulatedCar): string => addDays(car.today, 400);

interface Tested {
  motTests: { completedDate: string; testResult: string; expiryDate: string | null; motTestNumber: string }[];
}
const isTested = (body: object): body is Tested => 'motTests' in body && Array.isArray(body.motTests);

function withTests(body: object, change: (tests: Tested['motTests']) => Tested['motTests']): object {
  return isTested(body) ? { ...body, motTests: change(body.motTests) } : body;
}

const oddities: Record<DataOddity, (body: object, car: SimulatedCar) => unknown> = {
  nulls: withoutValues,
  strings: (body) => mapLeaves(body, (_key, value) => (typeof value === 'number' ? String(value) : value)),
  counts: (body) =>
    mapLeaves(body, (key, value) =>
      key.endsWith('Count') && Number.isFinite(Number(value)) ? Number(value) + 3 : value,
    ),
  markup: (body) =>
    mapLeaves(body, (key, value) => (texts.has(key) && typeof value === 'string' ? `<i>${value}</i> & more` : value)),
  'new-words': (body) => mapLeaves(body, (key, value) => (value === null ? value : (undocumentedValues[key] ?? value))),
  doubled: (body) =>
    withTests(body, (tests) => [
      ...tests
        .slice(0, 1)
        .map((test) => ({ ...test, testResult: 'FAILED', expiryDate: null, motTestNumber: '900000000001' })),
      ...tests.flatMap((test) => [test, test]),
    ]),
  future: (body, car) => {
    const day = farAhead(car);
    const later = mapLeaves(body, (key, value) =>
      latestDates.includes(key) && typeof value === 'string'
        ? value.includes('T')
          ? toMidnightTimestamp(day)
          : day
        : value,
    );
    return withTests(later as object, (tests) => [
      ...tests.slice(0, 1).map((test) => ({
        ...test,
        completedDate: `${day}T10:00:00.000Z`,
        expiryDate: addDays(day, 365),
        motTestNumber: '900000000002',
      })),
      ...tests,
    ]);
  },
};

/** A vendor's response about a car, with the car's oddities. */
export const applyDataOddities = (car: SimulatedCar, body: object): unknown =>
  (car.odd ?? []).reduce<unknown>((odd, oddity) => oddities[oddity](odd as object, car), body);
