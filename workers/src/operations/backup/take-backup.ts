import type { EntityManager } from '@mikro-orm/postgresql';
import { readDatabaseServerFacts } from '@ve/data/kernel/database-server.repository';
import { withDatabaseSnapshot } from '@ve/data/operations/backup/database-snapshot';
import { Encrypter } from 'age-encryption';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { deletePartialFiles, openBackupFolder, storeBackup } from './backup-folder.ts';
import type { BackupManifest } from './backup-manifest.ts';
import { requireClientVersion, startPostgresClient } from './postgres-client.ts';

export interface BackupOptions {
  em: EntityManager;
  databaseUrl: string;
  folder: string;
  /** Public keys; the private key of any of them reads the backup. */
  recipients: readonly string[];
}

export interface TakenBackup {
  path: string;
  bytes: number;
  manifest: BackupManifest;
}

const zstd = '--compress=zstd:3';
/** A migration that holds a table is not waited for without limit. */
const lockTimeout = '--lock-wait-timeout=60000';

/** What `pg_dump` writes, encrypted. It ends only once the program has succeeded. */
async function* encryptedDump(
  databaseUrl: string,
  snapshotId: string,
  encrypter: Encrypter,
): AsyncGenerator<Uint8Array> {
  const args = ['--format=custom', zstd, lockTimeout, `--snapshot=${snapshotId}`];
  const { child, ended } = startPostgresClient('pg_dump', databaseUrl, args);
  try {
    if (child.stdout === null) throw new Error('pg_dump has no output');
    const plain = Readable.toWeb(child.stdout as Readable) as ReadableStream<Uint8Array>;
    yield* Readable.fromWeb((await encrypter.encrypt(plain)) as never) as AsyncIterable<Uint8Array>;
    await ended;
  } finally {
    child.kill('SIGKILL');
  }
}

/**
 * Dumps the database, encrypted, into the folder. The plain dump is never on a disk. A failure leaves the earlier
 * backups and no file.
 * @throws BackupRefusedError; BackupRunningError; Error that names the reason
 */
export const takeBackup = async ({ em, databaseUrl, folder, recipients }: BackupOptions): Promise<TakenBackup> => {
  const { version } = await readDatabaseServerFacts(em);
  const postgresMajor = Number.parseInt(version, 10);
  await requireClientVersion('pg_dump', postgresMajor);
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return withDatabaseSnapshot(em, async ({ id, takenAt, migrations, digestTables }) => {
    await openBackupFolder(folder);
    await deletePartialFiles(folder);
    const { path, manifest } = await storeBackup(folder, takenAt, {
      dump: encryptedDump(databaseUrl, id, encrypter),
      manifest: async () => ({ takenAt, postgresMajor, migrations, tables: await digestTables() }),
    });
    return { path, bytes: (await stat(path)).size, manifest };
  });
};
