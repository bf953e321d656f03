import { IsolationLevel, type EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { readDatabaseTime } from '../../kernel/database-time.ts';
import { digestTables, type TableDigest } from './table-digest.repository.ts';

/** Advisory lock of the backup that is running. */
const backupLock = 7_150_223;

export interface DatabaseSnapshot {
  /** What another connection imports to see the same moment: `pg_dump --snapshot`. */
  id: string;
  /** Not later than the moment that it shows. */
  takenAt: Date;
  /** The names of the migrations that have run. */
  migrations: string[];
  /** Counts the tables as they were at that moment. */
  digestTables(): Promise<TableDigest[]>;
}

const ofOneMoment = { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true } as const;

/** Counts the tables as they are at one moment. */
export const readTableDigests = (em: EntityManager): Promise<TableDigest[]> =>
  em.transactional((inside) => digestTables(inside), ofOneMoment);

/** Another backup of the same database is running. */
export class BackupRunningError extends Error {
  override name = 'BackupRunningError';
  constructor() {
    super('another backup of this database is running');
  }
}

/**
 * Exports a snapshot of the database, which other connections can import until `act` has ended. One backup at a time.
 * @throws BackupRunningError; any error of `act`
 */
export const withDatabaseSnapshot = async <T>(
  em: EntityManager,
  act: (snapshot: DatabaseSnapshot) => Promise<T>,
): Promise<T> => {
  const takenAt = await readDatabaseTime(em);
  return em.transactional(async (inside) => {
    const { rows } = await sql<{ locked: boolean; id: string }>`
        select pg_try_advisory_xact_lock(${backupLock}) as locked, pg_export_snapshot() as id
      `.execute(tables(inside));
    const [found] = rows;
    if (found?.locked !== true) throw new BackupRunningError();
    const migrations = await sql<{ name: string }>`select name from migrations order by id`.execute(tables(inside));
    return act({
      id: found.id,
      takenAt,
      migrations: migrations.rows.map(({ name }) => name),
      digestTables: () => digestTables(inside),
    });
  }, ofOneMoment);
};
