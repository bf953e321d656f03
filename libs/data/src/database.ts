import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { entities } from './entities.ts';
import { migrations } from './migrations/migrations.ts';

/** Any number of processes may migrate at once; they queue on this lock. */
const migrationLock = 7_150_221;

/**
 * Opens the pool, at most `poolSize` connections. No connection is made until the first query, so a database that is
 * down does not keep a process from starting; a query then waits five seconds for a connection and throws.
 */
export const connectDatabase = (options: { url: string; poolSize: number }): Promise<MikroORM> =>
  MikroORM.init({
    clientUrl: options.url,
    entities: [...entities],
    extensions: [Migrator],
    pool: { min: 0, max: options.poolSize },
    driverOptions: { connectionTimeoutMillis: 5_000, keepAlive: true },
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

/** Brings the schema up to date; safe to call from several processes at once. Needs two connections of the pool. */
export const migrate = async (orm: MikroORM): Promise<void> => {
  await orm.em.fork().transactional(async (em) => {
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(em.getKysely());
    await orm.migrator.up();
  });
};
