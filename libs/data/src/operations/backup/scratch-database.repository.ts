import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

const prefix = 'restore_check_';

/**
 * Creates an empty database on the same server and returns its name. Deletes those that a killed process left.
 * @throws when the user may not create databases
 */
export const createScratchDatabase = async (em: EntityManager, at: Date): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    select datname as name from pg_database where starts_with(datname, ${prefix})
  `.execute(tables(em));
  for (const { name } of rows) await dropScratchDatabase(em, name);
  const name = `${prefix}${at.getTime()}`;
  await sql`create database ${sql.id(name)} template template0`.execute(tables(em));
  return name;
};

export const dropScratchDatabase = async (em: EntityManager, name: string): Promise<void> => {
  await sql`drop database if exists ${sql.id(name)} with (force)`.execute(tables(em));
};
