import type { EntityManager } from '@mikro-orm/postgresql';
import type { ReleaseChannelName } from '@ve/contracts/remote-manifest';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

export interface LiveReleaseApiCalls {
  name: string;
  version: string;
  channel: ReleaseChannelName;
  /** As in `release.json`, not validated yet. */
  calls: unknown;
}

/** Returns the HTTP calls that the releases in channels were built to make, for those that state them. */
export const findLiveReleaseApiCalls = (em: EntityManager): Promise<LiveReleaseApiCalls[]> =>
  tables(em)
    .selectFrom('release_channels as given')
    .innerJoin('remote_releases as stored', (join) =>
      join.onRef('stored.name', '=', 'given.name').onRef('stored.version', '=', 'given.version'),
    )
    .select(['given.name', 'given.version', 'given.channel', sql<unknown>`stored.release -> 'calls'`.as('calls')])
    .where(sql<boolean>`jsonb_typeof(stored.release -> 'calls') = 'object'`)
    .orderBy('given.name')
    .orderBy('given.channel')
    .execute();

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The maximum number of reported differences; more would not help. */
const maxShown = 20;

/**
 * Reports the calls of live pages that a service does not serve, a line each by `differences`; empty when it serves
 * all.
 */
export const findUnservedReleaseApiCalls = (
  live: readonly LiveReleaseApiCalls[],
  differences: (calls: Readonly<Record<string, unknown>>) => string[],
): string[] => {
  const found = live.flatMap(({ name, version, channel, calls }) =>
    differences(isObject(calls) ? calls : {}).map((difference) => `- ${name}@${version} (${channel}): ${difference}`),
  );
  const more = found.length - maxShown;
  return more > 0 ? [...found.slice(0, maxShown), `- and ${String(more)} more`] : found;
};
