import type { SimulatedCar } from './car.types.ts';

/** Pounds a year for bands A to M of cars registered from March 2001 to March 2017 (2026/27). */
const bandRates = {
  A: 20,
  B: 20,
  C: 35,
  D: 170,
  E: 200,
  F: 225,
  G: 275,
  H: 325,
  I: 360,
  J: 410,
  K: 445,
  L: 760,
  M: 790,
};
type Band = keyof typeof bandRates;
const bandTops: readonly (readonly [number, Band])[] = [
  [100, 'A'],
  [110, 'B'],
  [120, 'C'],
  [130, 'D'],
  [140, 'E'],
  [150, 'F'],
  [165, 'G'],
  [175, 'H'],
  [185, 'I'],
  [200, 'J'],
  [225, 'K'],
  [255, 'L'],
];
/** First-year rate by g/km for cars registered since April 2017 (2026/27). */
const firstYear: readonly (readonly [number, number])[] = [
  [0, 10],
  [50, 115],
  [75, 135],
  [90, 280],
  [100, 365],
  [110, 405],
  [130, 455],
  [150, 560],
  [170, 1410],
  [190, 2270],
  [225, 3420],
  [255, 4850],
  [Infinity, 5690],
];

export interface VedRate {
  band: string | null;
  /** Pounds a year. */
  standard: number;
  firstYear: number | null;
  /** Pounds a year in years two to six of a car whose price was over the threshold. */
  premium: number | null;
}

/** The price of six months: 55 % of the year's. */
export const sixMonthTaxPrice = (twelve: number): number => Math.round(twelve * 55) / 100;

/** The road tax of a car: by age, date of registration, emissions or engine size. */
export function vedRate(car: SimulatedCar): VedRate {
  const { co2, cc, price } = car.model;
  if (Number(car.today.slice(0, 4)) - car.manufactured > 40)
    return { band: null, standard: 0, firstYear: null, premium: null };
  if (car.firstRegistered >= '2017-04-01') {
    const first = firstYear.find(([top]) => (co2 ?? 0) <= top)?.[1] ?? null;
    return { band: null, standard: 200, firstYear: first, premium: price > 40_000 ? 640 : null };
  }
  if (car.firstRegistered >= '2001-03-01' && co2 !== null) {
    const band = bandTops.find(([top]) => co2 <= top)?.[1] ?? 'M';
    return { band, standard: bandRates[band], firstYear: null, premium: null };
  }
  // Rates by engine size of 2025/26, the newest published for this class.
  return { band: null, standard: (cc ?? 0) <= 1549 ? 220 : 360, firstYear: null, premium: null };
}
