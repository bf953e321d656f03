import type { EntityManager } from '@mikro-orm/postgresql';
import type { ChannelName } from '@ve/contracts/remote-manifest';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

export interface LiveCalls {
  name: string;
  version: string;
  channel: ChannelName;
  /** As in `release.json`, not yet checked. */
  calls: unknown;
}

/** What the releases in channels were built to call, for those that say so. */
export const liveCalls = (em: EntityManager): Promise<LiveCalls[]> =>
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

/** More would be no easier to act on. */
const maxShown = 20;

/** What live pages could not do with a service, a line each by `differences`; empty where they can do all. */
export const unservedCalls = (
  live: readonly LiveCalls[],
  differences: (calls: Readonly<Record<string, unknown>>) => string[],
): string[] => {
  const found = live.flatMap(({ name, version, channel, calls }) =>
    differences(isObject(calls) ? calls : {}).map((words) => `- ${name}@${version} (${channel}): ${words}`),
  );
  const more = found.length - maxShown;
  return more > 0 ? [...found.slice(0, maxShown), `- and ${String(more)} more`] : found;
};
