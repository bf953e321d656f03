import type { SourceReference } from '../record/source-reference.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';

/** Bands of cars first registered from March 2001 to March 2017. */
export type VedCo2Band = 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I' | 'J' | 'K' | 'L' | 'M';

/** Rates of one tax year, in pence for twelve months in one payment. */
export interface VehicleTaxYearRates {
  name: string;
  from: IsoDate;
  /** The last day, inclusive. */
  to: IsoDate;
  /** Cars first registered since April 2017, from their second year. */
  standard: number;
  /** In addition for an expensive car, in its second to sixth year. */
  supplement: { pence: number; exact: boolean };
  /** List prices in pounds above which the supplement is due. */
  threshold: { electric: number; other: number };
  bands: Record<VedCo2Band, number>;
  /** Cars first registered before March 2001, by engine size in cc; null if unverified. */
  engine: { upTo1549: number; above: number } | null;
  /** The origin of the rates: the official table, or reports about it. */
  readIn: 'official' | 'reports';
}

export const vehicleTaxRatesReference: SourceReference = {
  name: 'GOV.UK: Vehicle tax rates',
  url: 'https://www.gov.uk/vehicle-tax-rate-tables',
};

const pence = (pounds: Record<VedCo2Band, number>): Record<VedCo2Band, number> =>
  Object.fromEntries(Object.entries(pounds).map(([band, amount]) => [band, amount * 100])) as Record<
    VedCo2Band,
    number
  >;

/** The tax years whose rates were verified, oldest first. A new one is added here when its rates are published. */
export const verifiedVehicleTaxYears: readonly VehicleTaxYearRates[] = [
  {
    name: '2025/26',
    from: '2025-04-01',
    to: '2026-03-31',
    standard: 19_500,
    supplement: { pence: 42_500, exact: true },
    threshold: { electric: 40_000, other: 40_000 },
    bands: pence({
      A: 20,
      B: 20,
      C: 35,
      D: 165,
      E: 195,
      F: 215,
      G: 265,
      H: 315,
      I: 345,
      J: 395,
      K: 430,
      L: 735,
      M: 760,
    }),
    engine: { upTo1549: 22_000, above: 36_000 },
    readIn: 'official',
  },
  {
    name: '2026/27',
    from: '2026-04-01',
    to: '2027-03-31',
    standard: 20_000,
    supplement: { pence: 44_000, exact: false },
    threshold: { electric: 50_000, other: 40_000 },
    bands: pence({
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
    }),
    engine: null,
    readIn: 'reports',
  },
];

/** The tax year that a day is in; null if its rates are not verified. */
export const vehicleTaxYearRatesOf = (day: IsoDate): VehicleTaxYearRates | null =>
  verifiedVehicleTaxYears.find(({ from, to }) => from <= day && day <= to) ?? null;

/** The year in which the tax year (from 1 April) of a day starts. */
export function taxYearStart(day: IsoDate): number {
  const year = Number(day.slice(0, 4));
  return day.slice(5) >= '04-01' ? year : year - 1;
}

const tops: readonly (readonly [number, VedCo2Band])[] = [
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

/** Above 225 g/km a car registered before this day stays in band K. */
const bandsAboveK: IsoDate = '2006-03-23';

/** The band of a car's CO2 in g/km, by the day of its first registration. */
export function co2BandOf(co2: number, registered: IsoDate): VedCo2Band {
  if (co2 > 225 && registered < bandsAboveK) return 'K';
  return tops.find(([top]) => Math.floor(co2) <= top)?.[1] ?? 'M';
}

/** The price of six months in pence: 55 % of the year; null below £50 a year, where it is not offered. */
export const sixMonthTaxPrice = (yearly: number): number | null => (yearly < 5_000 ? null : Math.round(yearly * 0.55));

/** Twelve monthly payments by Direct Debit, in pence: 5 % on top of the year. Null for free tax. */
export function directDebitTaxPrice(yearly: number): { total: number; monthly: number } | null {
  if (yearly === 0) return null;
  const total = Math.round(yearly * 1.05);
  return { total, monthly: Math.round(total / 12) };
}
