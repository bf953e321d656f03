import { closeDatabase, connectDatabase } from '@ve/data/kernel/database';
import { withScratchDatabase } from '@ve/data/operations/backup/scratch-database.repository';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup, type BackupOptions, type TakenBackup } from './take-backup.ts';

/** A backup could be restored, but is not what was backed up; or it could not be restored. */
export class RestoreCheckError extends Error {
  override name = 'RestoreCheckError';
}

const restoreIntoScratch = (
  { em, databaseUrl }: BackupOptions,
  { path, manifest }: TakenBackup,
  identity: string,
): Promise<string[]> =>
  withScratchDatabase(em, manifest.takenAt, async (name) => {
    const url = new URL(databaseUrl);
    url.pathname = `/${name}`;
    const scratch = await connectDatabase({ url: url.href, poolSize: 1 });
    try {
      const restored = await restoreBackup({ em: scratch.em.fork(), databaseUrl: url.href, path, identity });
      return restored.differences;
    } finally {
      await closeDatabase(scratch);
    }
  });

export interface CheckableBackup {
  backup: TakenBackup;
  /**
   * Restores the file into an empty database of the same server, and compares every table. It can be repeated.
   * @throws RestoreCheckError
   */
  check(): Promise<void>;
}

/**
 * Takes a backup that this process can check. This machine has no key that reads backups: the file is also encrypted for
 * a key that exists in this process alone, until it ends.
 * @throws what `takeBackup` throws
 */
export const takeCheckableBackup = async (options: BackupOptions): Promise<CheckableBackup> => {
  const identity = await generateX25519Identity();
  const recipients = [...options.recipients, await identityToRecipient(identity)];
  const backup = await takeBackup({ ...options, recipients });
  return {
    backup,
    check: async () => {
      const differences = await restoreIntoScratch(options, backup, identity).catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error);
        throw new RestoreCheckError(`it could not be restored: ${why}`, { cause: error });
      });
      if (differences.length > 0) throw new RestoreCheckError(`it differs: ${differences.join('; ')}`);
    },
  };
};
