import type { EntityManager } from '@mikro-orm/postgresql';
import type { WebVitalMetric } from '@ve/domain/releases/vital-scale';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

export interface WebVitalReadingCount {
  name: string;
  version: string;
  metric: WebVitalMetric;
  /** The start of the hour. */
  hour: Date;
  /** The step of the metric's scale. */
  step: number;
  readingCount: number;
}

const keyOf = ({ name, version, metric, hour, step }: WebVitalReadingCount): string =>
  [name, version, metric, hour.toISOString(), step].join(' ');

/** Adds the counts of one process to the stored totals. */
export const addReleaseWebVitals = async (
  em: EntityManager,
  counted: readonly WebVitalReadingCount[],
): Promise<void> => {
  if (counted.length === 0) return;
  await tables(em)
    .insertInto('release_vitals')
    .values(
      counted
        // All processes write in the same order, so that two never deadlock.
        .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
        .map(({ step, ...row }) => ({ ...row, bucket: step })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'version', 'metric', 'hour', 'bucket'])
        .doUpdateSet({ readingCount: sql`release_vitals.reading_count + excluded.reading_count` }),
    )
    .execute();
};

/** The readings of a name since an instant, whole hours only, by version, metric and step. */
export const findReleaseWebVitals = (
  em: EntityManager,
  name: string,
  since: Date,
): Promise<Omit<WebVitalReadingCount, 'name' | 'hour'>[]> =>
  tables(em)
    .selectFrom('release_vitals')
    .select(['version', 'metric', 'bucket as step', sql<number>`sum(reading_count)::float8`.as('readingCount')])
    .where('name', '=', name)
    .where('hour', '>=', since)
    .groupBy(['version', 'metric', 'bucket'])
    .execute();
