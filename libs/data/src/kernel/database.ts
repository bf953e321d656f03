import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Socket } from 'node:net';
import pTimeout from 'p-timeout';
import { type Pool, type TypeOverrides, types } from 'pg';
import { databaseEntities } from '../entities.ts';
import { markDatabaseSocketErrors } from './database-outage.ts';
import { compareMigrations } from './database-server.repository.ts';
import { baselineMigrationName, migrations } from '../migrations/migrations.ts';
import { returnLostConnectionsToPool } from './release-disconnected-clients.ts';

/** Advisory lock that serialises concurrent migrations of several processes. */
const migrationLock = 7_150_221;

/**
 * A socket that is destroyed, failing its query, after `silenceMs` without data; without `silenceMs` it waits without
 * limit.
 */
const openSocket = (silenceMs: number | undefined): Socket => {
  const socket = markDatabaseSocketErrors(new Socket());
  if (silenceMs === undefined) return socket;
  return socket.setTimeout(silenceMs, () => {
    socket.destroy(Object.assign(new Error('Postgres fell silent'), { code: 'ETIMEDOUT' }));
  });
};

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  /**
   * Timeout for the response to a query, in milliseconds; must exceed ten seconds, after which idle connections are
   * closed anyway. A frozen machine or a cut network closes no connection, so without it a query would wait without
   * limit. Omitted where long statements are expected.
   */
  silenceMs?: number;
  /** What `migrate` runs: by default the migrations of this version. */
  migrationsList?: readonly NamedMigration[];
}

type NamedMigration = (typeof migrations)[number];

/**
 * Opens a pool of at most `poolSize` connections. It connects on the first query, so a process can start while the
 * database is down; a query then waits five seconds for a connection and throws.
 */
export const connectDatabase = async ({
  url,
  poolSize,
  silenceMs,
  migrationsList = migrations,
}: DatabaseOptions): Promise<MikroORM> => {
  let created: Pool | undefined;
  const orm = await MikroORM.init({
    clientUrl: url,
    entities: [...databaseEntities],
    extensions: [Migrator],
    pool: { min: 0, max: poolSize },
    driverOptions: {
      // MikroORM takes only host, port, user and name from its own URL, and would ignore `sslmode`.
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      // A machine that disappears closes no connection and acknowledges nothing.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      stream: () => openSocket(silenceMs),
      onPoolCreated: (pool: Pool) => {
        returnLostConnectionsToPool(pool);
        parseInstantsAsDates(pool);
        created = pool;
      },
    },
    migrations: {
      migrationsList: [...migrationsList],
      tableName: 'migrations',
      transactional: true,
      allOrNothing: true,
      disableForeignKeys: false,
      snapshot: false,
    },
    // Failed queries reach the caller as errors; MikroORM's own output would bypass the structured log.
    logger: () => undefined,
  });
  poolReaders.set(orm, () => created);
  return orm;
};

const poolReaders = new WeakMap<MikroORM, () => Pool | undefined>();

/** The connections of a pool. */
export interface DatabasePoolCounts {
  used: number;
  idle: number;
  /** Queries that wait for a connection. */
  waiting: number;
}

/** Counts the connections of a pool that `connectDatabase` opened. */
export const countPoolConnections = (orm: MikroORM): DatabasePoolCounts => {
  const pool = poolReaders.get(orm)?.();
  if (pool === undefined) return { used: 0, idle: 0, waiting: 0 };
  const { totalCount, idleCount, waitingCount } = pool;
  return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
};

/**
 * Closes the pool. Queries still running, for a disconnected client or on a database that does not respond, get at most
 * half a second.
 */
export const closeDatabase = (orm: MikroORM): Promise<void> =>
  pTimeout(orm.close(true), { milliseconds: 500, message: false });

/**
 * The database has migrations, but not this baseline: it was created by a development version before the first release.
 */
export class OlderSchemaError extends Error {
  override name = 'OlderSchemaError';
  constructor() {
    super('The schema of this database is older than the first release and cannot be upgraded. Use an empty database.');
  }
}

/** A migration failed; the database is as it was before the run. */
export class MigrationFailedError extends Error {
  override name = 'MigrationFailedError';
  constructor(migration: string, cause: unknown) {
    super(
      `Migration ${migration} failed: ${cause instanceof Error ? cause.message : String(cause)}\n` +
        'All migrations of this run were rolled back: the schema is as it was.',
      { cause },
    );
  }
}

const requireBaseline = (executed: readonly string[]): void => {
  if (executed.length > 0 && !executed.includes(baselineMigrationName)) throw new OlderSchemaError();
};

/**
 * Brings the schema up to date, in one transaction, and returns the names of the migrations that it applied; safe to
 * call from several processes concurrently. Needs two connections of the pool.
 * @throws OlderSchemaError for a database from before the baseline, which is left unchanged
 * @throws MigrationFailedError when a statement of a migration failed; nothing was changed
 */
export const migrate = (orm: MikroORM): Promise<string[]> =>
  orm.em.fork().transactional(async (em) => {
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(em.getKysely());
    requireBaseline((await orm.migrator.getExecuted()).map(({ name }) => name));
    let current: string | null = null;
    const onMigrating = ({ name }: { name: string }): void => {
      current = name;
    };
    orm.migrator.on('migrating', onMigrating);
    try {
      return (await orm.migrator.up()).map(({ name }) => name);
    } catch (error) {
      throw current === null ? error : new MigrationFailedError(current, error);
    } finally {
      orm.migrator.off('migrating', onMigrating);
    }
  });

/**
 * The migrations that `migrate` would apply. Changes nothing.
 * @throws OlderSchemaError for a database from before the baseline
 */
export const findPendingMigrations = async (orm: MikroORM): Promise<string[]> => {
  const { executed, missing } = await compareMigrations(orm.em.fork());
  requireBaseline(executed);
  return missing;
};

/**
 * Makes a pool's connections return every `timestamptz` as a `Date`, in raw SQL too, where MikroORM has the driver
 * return text. Inside JSON it stays text. Applied to MikroORM's own pool, which has its own parsers.
 */
const parseInstantsAsDates = ({ options }: Pool): void => {
  (options.types as TypeOverrides).setTypeParser(types.builtins.TIMESTAMPTZ, (text) => new Date(text));
};
