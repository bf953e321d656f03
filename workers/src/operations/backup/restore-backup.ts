import type { EntityManager } from '@mikro-orm/postgresql';
import { readDatabaseServerFacts, unknownMigrationsOf } from '@ve/data/kernel/database-server.repository';
import { readTableDigests } from '@ve/data/operations/backup/database-snapshot';
import {
  analyzeTables,
  compareTableDigests,
  listDatabaseTables,
} from '@ve/data/operations/backup/table-digest.repository';
import { Decrypter } from 'age-encryption';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readBackupManifest } from './backup-folder.ts';
import type { BackupManifest } from './backup-manifest.ts';
import { BackupRefusedError } from './backup-refused-error.ts';
import { requireClientVersion, startPostgresClient } from './postgres-client.ts';

export interface RestoreOptions {
  em: EntityManager;
  /** The empty database. */
  databaseUrl: string;
  /** The `….dump.age`; its manifest is next to it. */
  path: string;
  /** A private key that reads it. */
  identity: string;
}

export interface RestoredBackup {
  manifest: BackupManifest;
  /** What differs from the database at the moment of the backup; empty: nothing. */
  differences: string[];
}

/** The dump, decrypted. @throws BackupRefusedError when the key reads none of it */
const openDump = async (path: string, identity: string): Promise<Readable> => {
  const handle = await open(path).catch((error: unknown) => {
    throw new BackupRefusedError(`${path} cannot be read`, { cause: error });
  });
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(identity);
  } catch (error) {
    throw new BackupRefusedError('this is no private key: it begins with AGE-SECRET-KEY-', { cause: error });
  }
  try {
    const encrypted = Readable.toWeb(createReadStream(path, { fd: handle })) as ReadableStream<Uint8Array>;
    return Readable.fromWeb((await decrypter.decrypt(encrypted)) as never);
  } catch (error) {
    throw new BackupRefusedError(`this key does not read ${path}, or the file is damaged`, { cause: error });
  }
};

const refuseUnlessEmpty = async (em: EntityManager): Promise<void> => {
  const tables = await listDatabaseTables(em);
  if (tables.length > 0) {
    throw new BackupRefusedError(`the database is not empty: it has ${tables.length} tables. Create an empty one`);
  }
};

const refuseOtherVersions = async (em: EntityManager, manifest: BackupManifest): Promise<void> => {
  const unknown = unknownMigrationsOf(manifest.migrations);
  if (unknown.length > 0) {
    throw new BackupRefusedError(
      `the backup is of another version of the site (${unknown.join(', ')}): run the version that made it, or a newer one`,
    );
  }
  const { version } = await readDatabaseServerFacts(em);
  const serverMajor = Number.parseInt(version, 10);
  if (serverMajor < manifest.postgresMajor) {
    throw new BackupRefusedError(
      `the backup is of PostgreSQL ${manifest.postgresMajor}, and the server of ${serverMajor}: restore into ${manifest.postgresMajor} or newer`,
    );
  }
  await requireClientVersion('pg_restore', serverMajor);
};

/** In one transaction, which is rolled back when the dump or the program fails. */
const pipeIntoDatabase = async (dump: Readable, databaseUrl: string): Promise<void> => {
  const args = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges'];
  const { child, ended } = startPostgresClient('pg_restore', databaseUrl, args);
  if (child.stdin === null) throw new Error('pg_restore has no input');
  const fed = pipeline(dump, child.stdin).catch((error: unknown) => {
    const isEnded = error instanceof Error && 'code' in error && error.code === 'EPIPE';
    if (isEnded) return;
    // Without its connection the server rolls back, also where the part that arrived seemed whole.
    child.kill('SIGKILL');
    throw new Error('the backup is damaged; the database is still empty', { cause: error });
  });
  const [feeding, restoring] = await Promise.allSettled([fed, ended]);
  for (const each of [feeding, restoring]) if (each.status === 'rejected') throw each.reason;
};

/**
 * Restores a backup into an empty database, whole or not at all, and compares every table with what it held at the
 * moment of the backup.
 * @throws BackupRefusedError for a database that is not empty, another version, another key; Error when the file is
 * damaged, after which the database is still empty
 */
export const restoreBackup = async ({ em, databaseUrl, path, identity }: RestoreOptions): Promise<RestoredBackup> => {
  const manifest = await readBackupManifest(path);
  await refuseUnlessEmpty(em);
  await refuseOtherVersions(em, manifest);
  await pipeIntoDatabase(await openDump(path, identity), databaseUrl);
  await analyzeTables(em);
  return { manifest, differences: compareTableDigests(manifest.tables, await readTableDigests(em)) };
};
