import { closeDatabase, connectDatabase } from '@ve/data/kernel/database';
import { createScratchDatabase, dropScratchDatabase } from '@ve/data/operations/backup/scratch-database.repository';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup, type BackupOptions, type TakenBackup } from './take-backup.ts';

/** A backup could be restored, but is not what was backed up; or it could not be restored. */
export class RestoreCheckError extends Error {
  override name = 'RestoreCheckError';
}

const restoreIntoScratch = async (
  { em, databaseUrl }: BackupOptions,
  { path, manifest }: TakenBackup,
  identity: string,
): Promise<string[]> => {
  const name = await createScratchDatabase(em, manifest.takenAt);
  try {
    const url = new URL(databaseUrl);
    url.pathname = `/${name}`;
    const scratch = await connectDatabase({ url: url.href, poolSize: 1 });
    try {
      const restored = await restoreBackup({ em: scratch.em.fork(), databaseUrl: url.href, path, identity });
      return restored.differences;
    } finally {
      await closeDatabase(scratch);
    }
  } finally {
    await dropScratchDatabase(em, name);
  }
};

/**
 * Takes a backup, restores the file into an empty database of the same server, and compares every table. This machine
 * has no key that reads backups: the file is also encrypted for a key that exists in this process alone, until it ends.
 * @returns the backup, and why the check failed; null: it did not
 * @throws what `takeBackup` throws
 */
export const takeCheckedBackup = async (
  options: BackupOptions,
): Promise<{ backup: TakenBackup; problem: RestoreCheckError | null }> => {
  const identity = await generateX25519Identity();
  const recipients = [...options.recipients, await identityToRecipient(identity)];
  const backup = await takeBackup({ ...options, recipients });
  try {
    const differences = await restoreIntoScratch(options, backup, identity);
    const problem = differences.length === 0 ? null : new RestoreCheckError(`it differs: ${differences.join('; ')}`);
    return { backup, problem };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { backup, problem: new RestoreCheckError(`it could not be restored: ${why}`, { cause: error }) };
  }
};
