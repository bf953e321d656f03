import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../entities.ts';
import { migrations } from '../migrations/migrations.ts';

export interface DatabaseServerFacts {
  /** Such as `18.4`. */
  version: string;
  /** Whether this connection is encrypted. */
  encrypted: boolean;
  /** Connections that are left for processes, once PostgreSQL has kept its reserve. */
  connections: number;
}

/** What the server says of itself and of this connection. */
export const readDatabaseServerFacts = async (em: EntityManager): Promise<DatabaseServerFacts> => {
  const { rows } = await sql<DatabaseServerFacts>`
    select
      split_part(current_setting('server_version'), ' ', 1) as version,
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted,
      current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) as connections
  `.execute(tables(em));
  const [facts] = rows;
  if (facts === undefined) throw new Error('PostgreSQL returned no row');
  return facts;
};

/** Those of these migrations that this version does not know: a newer version, or another one, has run them. */
export const unknownMigrationsOf = (names: readonly string[]): string[] =>
  names.filter((name) => !migrations.some((migration) => migration.name === name));

/**
 * The migrations that the database has, those of this version that it lacks, and those that it has of another version.
 * Changes nothing: the migrator itself would create its table.
 */
export const compareMigrations = async (
  em: EntityManager,
): Promise<{ executed: string[]; missing: string[]; unknown: string[] }> => {
  const ours = migrations.map(({ name }) => name);
  const { rows: found } = await sql<{ exists: boolean }>`
    select to_regclass('migrations') is not null as exists
  `.execute(tables(em));
  if (found[0]?.exists !== true) return { executed: [], missing: ours, unknown: [] };
  const { rows } = await sql<{ name: string }>`select name from migrations order by id`.execute(tables(em));
  const theirs = rows.map(({ name }) => name);
  return {
    executed: theirs,
    missing: ours.filter((name) => !theirs.includes(name)),
    unknown: unknownMigrationsOf(theirs),
  };
};
