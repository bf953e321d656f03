import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Socket } from 'node:net';
import { entities } from './entities.ts';
import { letGo } from './let-go.ts';
import { migrations } from './migrations/migrations.ts';

/** Any number of processes may migrate at once; they queue on this lock. */
const migrationLock = 7_150_221;

/** A connection that is destroyed, and its query fails, when nothing was heard over it for so long. */
const impatientSocket = (silenceMs: number): Socket => {
  const socket = new Socket();
  return socket.setTimeout(silenceMs, () => {
    socket.destroy(Object.assign(new Error('Postgres fell silent'), { code: 'ETIMEDOUT' }));
  });
};

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  /**
   * How long the database may leave a query without an answer, in milliseconds; more than ten seconds, after which an
   * idle connection is closed anyway. A machine that froze, or a network that was cut, closes nothing: without it a
   * query waits for ever. Not given where a statement may rightly take long.
   */
  silenceMs?: number;
}

/**
 * Opens the pool, at most `poolSize` connections. No connection is made until the first query, so a database that is
 * down does not keep a process from starting; a query then waits five seconds for a connection and throws.
 */
export const connectDatabase = ({ url, poolSize, silenceMs }: DatabaseOptions): Promise<MikroORM> =>
  MikroORM.init({
    clientUrl: url,
    entities: [...entities],
    extensions: [Migrator],
    pool: { min: 0, max: poolSize },
    driverOptions: {
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      ...(silenceMs === undefined ? {} : { stream: () => impatientSocket(silenceMs) }),
    },
    migrations: {
      migrationsList: migrations,
      tableName: 'migrations',
      transactional: true,
      allOrNothing: true,
      disableForeignKeys: false,
      snapshot: false,
    },
    // Failed queries reach the caller as errors; what MikroORM prints besides would bypass the structured log.
    logger: () => undefined,
  });

/**
 * Closes the pool. A query that still runs, for a request whose client went away or against a database that does not
 * answer, is waited for no longer than half a second.
 */
export const closeDatabase = (orm: MikroORM): Promise<void> => letGo(orm.close(true));

/** Brings the schema up to date; safe to call from several processes at once. Needs two connections of the pool. */
export const migrate = async (orm: MikroORM): Promise<void> => {
  await orm.em.fork().transactional(async (em) => {
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(em.getKysely());
    await orm.migrator.up();
  });
};
