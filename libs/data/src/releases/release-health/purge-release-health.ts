import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { tables } from '../../entities.ts';

const deleteBatch = async (
  em: EntityManager,
  table: string,
  key: string,
  old: RawBuilder<unknown>,
): Promise<number> => {
  const columns = sql.raw(key);
  const deleted = await sql`
    delete from ${sql.table(table)} where (${columns}) in (
      select ${columns} from ${sql.table(table)} where ${old} limit 1000
    )
  `.execute(tables(em));
  return Number(deleted.numAffectedRows ?? 0);
};

/** Purges the page loads and readings of hours before `before`, up to a thousand of each at a time; returns how many. */
export const purgeReleaseFigures = async (em: EntityManager, before: Date): Promise<number> => {
  const old = sql`hour < ${before.toISOString()}`;
  const loads = await deleteBatch(em, 'release_loads', 'name, version, channel, hour', old);
  return loads + (await deleteBatch(em, 'release_vitals', 'name, version, metric, hour, bucket', old));
};

/** Purges the failures from before `before`, up to a thousand at a time; returns how many. */
export const purgeReleaseFailures = (em: EntityManager, before: Date): Promise<number> =>
  deleteBatch(em, 'release_failures', 'name, version, visitor_hash, kind, day', sql`at < ${before.toISOString()}`);
