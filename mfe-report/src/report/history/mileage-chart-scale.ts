import type { InconsistentReadings } from '@ve/domain/vehicle/mileage/inconsistent-readings';
import type { MileagePoint } from '@ve/domain/vehicle/mileage/mileage-timeline';
import { daysBetween } from '@ve/domain/kernel/time/london-date';

export interface ChartAxisMark {
  /** In percent of the plot's width, from the left. */
  x: number;
  /** In percent of the plot's height, from the bottom. */
  y: number;
  label: string;
}

export interface MileageChartScale {
  points: { x: number; y: number }[];
  /** Round mileages from 0 upwards. */
  milesMarks: ChartAxisMark[];
  yearMarks: ChartAxisMark[];
  /** The positions of doubtful stretches, each wide enough to be visible. */
  bands: { x: number; width: number }[];
}

const maxYearMarks = 6;
/** The minimum width of a band, in percent. */
const narrowest = 1;

/** The positions of readings in a plot whose mileage axis starts at 0. Needs at least two readings, oldest first. */
export function mileageChartScale(
  points: readonly MileagePoint[],
  stretches: readonly Pick<InconsistentReadings, 'from' | 'until'>[] = [],
): MileageChartScale {
  const first = points[0]?.day ?? '';
  const last = points.at(-1)?.day ?? '';
  const span = Math.max(1, daysBetween(first, last));
  const across = (day: string) => (daysBetween(first, day) / span) * 100;
  const step = niceStep(Math.max(1_000, ...points.map(({ miles }) => miles)));
  const top = Math.ceil(Math.max(1, ...points.map(({ miles }) => miles)) / step) * step;
  const up = (miles: number) => (miles / top) * 100;
  return {
    points: points.map(({ day, miles }) => ({ x: across(day), y: up(miles) })),
    milesMarks: Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step).map((miles) => ({
      x: 0,
      y: up(miles),
      label: miles >= 1_000 ? `${(miles / 1_000).toLocaleString('en-GB')}k` : String(miles),
    })),
    bands: stretches.map(({ from, until }) => {
      const x = Math.min(across(from.day), 100 - narrowest);
      return { x, width: Math.max(across(until) - x, narrowest) };
    }),
    yearMarks: yearsWithin(first, last).map((year) => ({ x: across(`${year}-01-01`), y: 0, label: String(year) })),
  };
}

/** A tick step of 1, 2, 2.5 or 5 times a power of ten that gives 3 to 5 intervals. */
function niceStep(highest: number): number {
  const rough = highest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10;
  return step * power;
}

function yearsWithin(first: string, last: string): number[] {
  const from = Number(first.slice(0, 4)) + 1;
  const count = Number(last.slice(0, 4)) - from + 1;
  const every = Math.max(1, Math.ceil(count / maxYearMarks));
  return Array.from({ length: Math.max(0, count) }, (_, index) => from + index).filter(
    (year) => (year - from) % every === 0,
  );
}
