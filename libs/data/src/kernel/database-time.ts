import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../entities.ts';

/**
 * Returns the current time of the database, with which all processes synchronise. Only the clock calls this: every
 * other query gets the time from its caller.
 */
export const readDatabaseTime = async (em: EntityManager): Promise<Date> => {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms
  `.execute(tables(em));
  return new Date(rows[0]?.ms ?? Number.NaN);
};
