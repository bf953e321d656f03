import { addDays } from '../dates.ts';
import { createSandboxFleet } from './fleet.ts';
import type { SimulatedCar } from './car.types.ts';

const days = ['2026-11-21', '2026-12-31', '2027-01-01', '2027-02-28', '2027-07-19', '2028-02-29', '2029-06-15'];
const on = (day: string): readonly SimulatedCar[] => createSandboxFleet(() => new Date(`${day}T12:00:00Z`)).all();

/** First and last day of registration by the age identifier of a current mark. */
function plateWindow(identifier: number): [string, string] {
  return identifier < 50
    ? [`20${String(identifier).padStart(2, '0')}-03-01`, `20${String(identifier).padStart(2, '0')}-08-31`]
    : [`20${identifier - 50}-09-01`, `20${identifier - 49}-02-29`];
}

describe.each(days)('on %s', (day) => {
  const cars = on(day);

  test('no test is in the future, and each car’s tests are sorted newest first', () => {
    for (const car of cars) {
      const instants = car.tests.map((test) => test.completedAt);
      expect([car.registration, instants]).toEqual([car.registration, [...instants].sort().reverse()]);
      expect((instants[0] ?? '') < day).toBe(true);
      expect((instants.at(-1) ?? day) >= car.firstRegisteredUk.slice(0, 4)).toBe(true);
    }
  });

  test('test numbers are unique', () => {
    const numbers = cars.flatMap((car) => car.tests.map((test) => test.number));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test('no keeper, colour or plate change is before the car was built or after today', () => {
    for (const car of cars) {
      for (const date of [...car.keeperChanges, ...car.documents]) {
        expect([car.registration, date >= car.firstRegisteredUk && date <= day]).toEqual([car.registration, true]);
      }
    }
  });

  test('AB12CDE was tested in every calendar year since 2015 and is valid for months', () => {
    const clean = cars.find((car) => car.registration === 'AB12CDE');
    const years = [...new Set(clean?.tests.map((test) => Number(test.completedAt.slice(0, 4))))].sort();
    expect(years[0]).toBe(2015);
    expect(years).toEqual(Array.from({ length: years.length }, (_, index) => 2015 + index));
    expect((clean?.motExpiry ?? '') > addDays(day, 60)).toBe(true);
    expect((clean?.taxDue ?? '') > addDays(day, 60)).toBe(true);
  });

  test('EV24ELE’s first test is more than a month away', () => {
    const electric = cars.find((car) => car.registration === 'EV24ELE');
    expect(electric?.tests).toEqual([]);
    expect((electric?.firstTestDue ?? '') > addDays(day, 30)).toBe(true);
  });
});

test('each current plate matches its first registration', () => {
  for (const car of on('2026-11-21')) {
    const identifier = /^[A-Z]{2}(\d{2})[A-Z]{3}$/.exec(car.registration)?.[1];
    // DVLA documents AA19PPP as a vehicle of 2016.
    if (identifier === undefined || car.registration === 'AA19PPP') continue;
    const [from, to] = plateWindow(Number(identifier));
    expect([car.registration, car.firstRegistered >= from && car.firstRegistered <= to]).toEqual([
      car.registration,
      true,
    ]);
  }
});

test('the fleet’s day changes at midnight in London, not in UTC', () => {
  let now = new Date('2027-06-30T22:59:00Z');
  const fleet = createSandboxFleet(() => now);
  expect(fleet.find('TX20DUE', 'dvla')?.taxDue).toBe('2027-07-09');
  now = new Date('2027-06-30T23:00:00Z');
  expect(fleet.find('TX20DUE', 'dvla')?.taxDue).toBe('2027-07-10');
});
