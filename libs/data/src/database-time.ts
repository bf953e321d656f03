import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from './entities.ts';

/**
 * The present by the database's clock, which all processes keep to. Only the clock asks for it: every other query is
 * given the time by its caller.
 */
export const readDatabaseTime = async (em: EntityManager): Promise<Date> => {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms
  `.execute(tables(em));
  return new Date(rows[0]?.ms ?? Number.NaN);
};
