import { formatThousands } from '../../kernel/text/phrases.ts';
import { mayBeCar } from '../record/vehicle-kind.ts';
import type { VehicleRecord } from '../record/vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { daysBetween } from '../../kernel/time/london-date.ts';
import { firstUseDateOf } from './first-used.ts';
import { averageMilesPerYear } from './high-mileage.ts';
import type { MileageFlag } from './judge-reading.ts';
import type { MileageTimeline } from './mileage-timeline.ts';
import { mileageOfRecord } from './mileage-of-record.ts';

/**
 * The average mileage of a car in each of its first three years: 10,377 miles, by the MOT records of 516,936 cars (RAC
 * Foundation, "New car mileage", 28 April 2020).
 */
const newCarMilesPerYear = 10_377;
const newForYears = 3;
const daysPerYear = 365.25;

/** The publications of the two figures of the norm. */
export const mileageNormSources = [
  {
    title: 'RAC Foundation, New car mileage, 2020',
    url: 'https://www.racfoundation.org/research/mobility/new-car-mileage',
  },
  {
    title: 'Analysis of the Department for Transport’s MOT records of 2017, The Guardian',
    url: 'https://www.theguardian.com/money/2019/jan/14/average-uk-car-mileage-falls-again-on-back-of-higher-petrol-prices',
  },
] as const;

/** Flags after which the newest reading may differ from the miles driven. */
const unsure: ReadonlySet<MileageFlag> = new Set(['drop', 'jump', 'unit-mix-up', 'roll-over']);

export interface MileageForAge {
  day: IsoDate;
  miles: number;
  /** Miles a year from first use to the reading, and the norm for that age. */
  milesPerYear: number;
  normPerYear: number;
  /** Within a third of the norm is usual. */
  stands: 'below' | 'usual' | 'above';
  words: string;
}

/**
 * Compares a car's miles a year over its age with the norm: 10,377 in each of the first three years, 7,134 in each
 * later one. Null below a year, for any other kind of vehicle, if the readings are inconsistent, and if one of them may
 * be in another unit or the odometer may have rolled over.
 */
export function mileageForAge(
  record: VehicleRecord,
  timeline: MileageTimeline | null = mileageOfRecord(record),
): MileageForAge | null {
  const { testing } = record;
  if (testing.state !== 'found' || timeline === null || !mayBeCar(record)) return null;
  if (timeline.points.some(({ flag }) => flag !== null && unsure.has(flag))) return null;
  const used = firstUseDateOf(testing.data);
  const newest = timeline.points.findLast(({ flag }) => flag === null);
  if (used === null || newest === undefined) return null;
  const years = daysBetween(used, newest.day) / daysPerYear;
  if (years < 1) return null;
  const milesPerYear = newest.miles / years;
  const asNew = Math.min(years, newForYears);
  const normPerYear = (asNew * newCarMilesPerYear + (years - asNew) * averageMilesPerYear) / years;
  const share = milesPerYear / normPerYear;
  const position = share < 2 / 3 ? 'below' : share > 4 / 3 ? 'above' : 'usual';
  const figures = { milesPerYear: Math.round(milesPerYear), normPerYear: Math.round(normPerYear) };
  return { day: newest.day, miles: newest.miles, ...figures, stands: position, words: textOf(position, figures) };
}

const places = {
  below: 'less than usual for its age',
  usual: 'usual for its age',
  above: 'more than usual for its age',
} as const;

function textOf(stands: keyof typeof places, figures: Pick<MileageForAge, 'milesPerYear' | 'normPerYear'>): string {
  const hundreds = (miles: number) => formatThousands(Math.round(miles / 100) * 100);
  return `About ${hundreds(figures.milesPerYear)} miles a year since it was new: ${places[stands]}. Cars of that age have averaged about ${hundreds(figures.normPerYear)}.`;
}
