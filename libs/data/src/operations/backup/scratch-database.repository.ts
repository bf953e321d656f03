import type { EntityManager } from '@mikro-orm/postgresql';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../entities.ts';

// Without the plugin of `tables`, which would put underscores into the names.

/** Advisory lock of the scratch databases of this database: shared by those who use one, exclusive for the clean-up. */
const scratchLock = 7_150_225;

/** By a hash, which unlike the name is never cut off and never the beginning of another's: 46 of the 63 bytes of a name. */
const prefixOf = sql`'restore_check_' || md5(current_database()) || '_'`;

const dropDatabase = async (connection: Kysely<Tables>, name: string): Promise<void> => {
  await sql`drop database if exists ${sql.id(name)} with (force)`.execute(connection);
};

/**
 * Drops the scratch databases of this database that a killed process left, and returns how many. Does nothing while
 * another process uses one: the next run drops what is left.
 */
export const dropLeftScratchDatabases = (em: EntityManager): Promise<number> =>
  em
    .getKysely<Tables>()
    .connection()
    .execute(async (held) => {
      const { rows } = await sql<{ mine: boolean }>`
        select pg_try_advisory_lock(${scratchLock}) as mine
      `.execute(held);
      if (rows[0]?.mine !== true) return 0;
      try {
        const left = await sql<{ name: string }>`
          select datname as name from pg_database where starts_with(datname, ${prefixOf})
        `.execute(held);
        for (const { name } of left.rows) await dropDatabase(held, name);
        return left.rows.length;
      } finally {
        await sql`select pg_advisory_unlock(${scratchLock})`.execute(held);
      }
    });

/**
 * Creates an empty database on the same server for `act`, which gets its name, and drops it. Needs a connection of the
 * pool for itself.
 * @throws when the user may not create databases; any error of `act`
 */
export const withScratchDatabase = <T>(em: EntityManager, at: Date, act: (name: string) => Promise<T>): Promise<T> =>
  em
    .getKysely<Tables>()
    .connection()
    .execute(async (held) => {
      await sql`select pg_advisory_lock_shared(${scratchLock})`.execute(held);
      try {
        const { rows } = await sql<{ name: string }>`select ${prefixOf} || ${at.getTime()}::text as name`.execute(held);
        const [found] = rows;
        if (found === undefined) throw new Error('PostgreSQL returned no row');
        await sql`create database ${sql.id(found.name)} template template0`.execute(held);
        try {
          return await act(found.name);
        } finally {
          await dropDatabase(held, found.name);
        }
      } finally {
        await sql`select pg_advisory_unlock_shared(${scratchLock})`.execute(held);
      }
    });
