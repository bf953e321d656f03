import fc from 'fast-check';
import { boundingBoxAround, milesBetween, type GeoPoint } from './distance.ts';
import { pumpFuelOfCar } from './fuel.ts';
import { nearbyFuelStations } from './nearby-stations.ts';
import { detectPetrolPriceDrop, type LastKnownPetrolPrice } from './price-drop.ts';

const london = { latitude: 51.5035, longitude: -0.1277 };
const manchester = { latitude: 53.4775, longitude: -2.2333 };
const inBritain = fc.record({
  latitude: fc.double({ min: 49, max: 61, noNaN: true }),
  longitude: fc.double({ min: -9, max: 2, noNaN: true }),
});

test('London is 163 miles from Manchester in a straight line, in both directions', () => {
  expect(milesBetween(london, manchester)).toBeCloseTo(162.9, 0);
  expect(milesBetween(manchester, london)).toBe(milesBetween(london, manchester));
  expect(milesBetween(london, london)).toBe(0);
});

test('no place within the distance is outside of the box', () => {
  fc.assert(
    fc.property(inBritain, inBritain, fc.integer({ min: 1, max: 25 }), (from, to, miles) => {
      const near: GeoPoint = {
        latitude: from.latitude + (to.latitude - 55) / 20,
        longitude: from.longitude + (to.longitude + 3.5) / 10,
      };
      if (milesBetween(from, near) > miles) return;
      const box = boundingBoxAround(from, miles);
      expect(near.latitude >= box.south && near.latitude <= box.north).toBe(true);
      expect(near.longitude >= box.west && near.longitude <= box.east).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['PETROL', 2018, 'E10'],
  ['PETROL', 1999, 'E5'],
  ['PETROL', null, 'E5'],
  ['Petrol', 2002, 'E10'],
  ['DIESEL', 2018, 'B7_STANDARD'],
  ['HEAVY OIL', 2008, 'B7_STANDARD'],
  ['HYBRID ELECTRIC', 2021, 'E10'],
  ['ELECTRIC DIESEL', 2019, 'B7_STANDARD'],
  ['GAS BI-FUEL', 2006, 'E10'],
  ['ELECTRICITY', 2024, null],
  ['STEAM', 1909, null],
  [null, 2018, null],
])('a car of %p made in %p is filled with %p', (fuelType, year, fuel) => {
  expect(pumpFuelOfCar(fuelType, year)).toBe(fuel);
});

const station = (id: string, milesNorth: number, tenths: number, closed = false) => ({
  id,
  latitude: london.latitude + milesNorth / 69.09,
  longitude: london.longitude,
  tenths,
  closed,
});

test('open stations within the distance are listed cheapest or nearest first, each with its distance', () => {
  const all = [
    station('near', 1, 1_399),
    station('cheap', 4, 1_299),
    station('same', 3, 1_299),
    station('closed', 1, 999, true),
    station('far', 6, 999),
  ];
  const found = (order: 'price' | 'distance', limit = 10) =>
    nearbyFuelStations(all, london, { miles: 5, order, limit }).map(({ id, milesTenths }) => [id, milesTenths]);
  expect(found('price')).toEqual([
    ['same', 30],
    ['cheap', 40],
    ['near', 10],
  ]);
  expect(found('distance')).toEqual([
    ['near', 10],
    ['same', 30],
    ['cheap', 40],
  ]);
  expect(found('price', 1)).toEqual([['same', 30]]);
});

describe('a fall of the cheapest price', () => {
  const now = new Date('2026-03-10T12:00:00.000Z');
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
  const known: LastKnownPetrolPrice = { postcode: 'SW1A 2AA', fuel: 'E10', tenths: 1_400, notifiedAt: null };
  const after = (tenths: number, changes: Partial<LastKnownPetrolPrice> = {}) =>
    detectPetrolPriceDrop({ ...known, ...changes }, { postcode: 'SW1A 2AA', fuel: 'E10', tenths }, now);

  test('of 3p is notified, and becomes the new reference price', () => {
    expect(after(1_370)).toEqual({
      shouldNotify: true,
      known: { ...known, tenths: 1_370, notifiedAt: now.toISOString() },
    });
    expect(after(1_371)).toEqual({ shouldNotify: false, known });
  });

  test('is notified weekly at most, and not lost', () => {
    const soon = after(1_300, { notifiedAt: daysAgo(6) });
    expect(soon).toMatchObject({ shouldNotify: false, known: { tenths: 1_400 } });
    expect(after(1_300, { notifiedAt: daysAgo(7) })).toMatchObject({ shouldNotify: true, known: { tenths: 1_300 } });
  });

  test('is measured from the highest price since the last notification', () => {
    expect(after(1_450).known.tenths).toBe(1_450);
    expect(after(1_415, { tenths: 1_450 }).shouldNotify).toBe(true);
  });

  test('is not notified if the place or the fuel has changed, or there was no known price', () => {
    expect(after(1_000, { postcode: 'M1 1AA' })).toMatchObject({ shouldNotify: false, known: { tenths: 1_000 } });
    expect(after(1_000, { fuel: 'E5' })).toMatchObject({ shouldNotify: false });
    expect(detectPetrolPriceDrop(null, { postcode: 'M1 1AA', fuel: 'E10', tenths: 1_400 }, now)).toEqual({
      shouldNotify: false,
      known: { postcode: 'M1 1AA', fuel: 'E10', tenths: 1_400, notifiedAt: null },
    });
  });
});
