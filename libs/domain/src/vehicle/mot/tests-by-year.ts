import type { MotTest } from '../record/vehicle-record.ts';
import type { MotHistory } from './mot-history.ts';

export interface MotResultsOfYear {
  year: number;
  /** In the order of the tests; empty for a year without one. */
  results: MotTest['result'][];
}

/** The MOT test is of 1960: a longer range comes from a date that is wrong. */
const mostYears = 70;

/** The results of the tests by year, oldest first, with the years between that have none. */
export function motResultsByYear({ tests }: Pick<MotHistory, 'tests'>): MotResultsOfYear[] {
  const years = tests.map(({ day }) => Number(day.slice(0, 4)));
  const first = Math.min(...years);
  const count = tests.length === 0 ? 0 : Math.max(...years) - first + 1;
  const all =
    count > mostYears ? [...new Set(years)].reverse() : Array.from({ length: count }, (_, index) => first + index);
  return all.map((year) => ({
    year,
    results: tests
      .filter(({ day }) => Number(day.slice(0, 4)) === year)
      .map(({ result }) => result)
      .reverse(),
  }));
}
