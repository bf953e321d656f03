import type { EntityManager } from '@mikro-orm/postgresql';
import type { ReleaseChannelName } from '@ve/contracts/remote-manifest';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

export interface ReleasePageLoadCount {
  name: string;
  version: string;
  channel: ReleaseChannelName;
  /** The start of the hour. */
  hour: Date;
  loadCount: number;
}

const keyOf = ({ name, version, channel, hour }: ReleasePageLoadCount): string =>
  [name, version, channel, hour.toISOString()].join(' ');

/** Adds the counts of one process to the stored totals. */
export const addReleasePageLoads = async (
  em: EntityManager,
  counted: readonly ReleasePageLoadCount[],
): Promise<void> => {
  if (counted.length === 0) return;
  await tables(em)
    .insertInto('release_loads')
    // All processes write in the same order, so that two never deadlock.
    .values(counted.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)))
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'version', 'channel', 'hour'])
        .doUpdateSet({ loadCount: sql`release_loads.load_count + excluded.load_count` }),
    )
    .execute();
};

/** Page loads of the versions of a name since an instant, whole hours only, by version and channel. */
export const findReleasePageLoads = async (
  em: EntityManager,
  name: string,
  since: Date,
): Promise<Omit<ReleasePageLoadCount, 'name' | 'hour'>[]> => {
  const rows = await tables(em)
    .selectFrom('release_loads')
    .select(['version', 'channel', sql<number>`sum(load_count)::float8`.as('loadCount')])
    .where('name', '=', name)
    .where('hour', '>=', since)
    .groupBy(['version', 'channel'])
    .orderBy('version')
    .orderBy('channel')
    .execute();
  return rows;
};
