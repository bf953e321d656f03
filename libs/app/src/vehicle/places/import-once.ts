import type { EntityManager } from '@mikro-orm/postgresql';
import {
  claimFileImport,
  completeFileImport,
  failFileImport,
  lockFileImportClaim,
  type FileImportResult,
  type FileImportName,
} from '@ve/data/vehicle/places/file-import.repository';
import { randomUUID } from 'node:crypto';

/** Longer than any import takes; after a kill another process starts once it expired. */
const leaseMs = 15 * 60_000;

/** The imported data: how to store it and what is recorded; or why there is nothing to store. */
export type FileImportOutcome =
  { read: true; store: (em: EntityManager) => Promise<void>; end: FileImportResult } | { read: false; failure: string };

/** Dependencies of an import. `signal` is aborted when the process ends. */
export interface FileImportContext {
  fork: () => EntityManager;
  now: () => Date;
  signal?: AbortSignal;
}

/** True if the stored data would shrink by more than half: an old list is better than half of one. */
export const wouldDataShrinkByHalf = (held: number, found: number): boolean => found * 2 < held;

/**
 * Imports in one process at a time: claims the import, reads outside any transaction and stores in one, so that a kill
 * at any step leaves the previous data. Stores nothing if another process has taken over the claim. Returns false if
 * another process has it.
 * @throws Error when the source gave nothing to store, which is recorded
 */
export const importInOneProcess = async (
  { fork, name, startedAt }: { fork: () => EntityManager; name: FileImportName; startedAt: Date },
  read: () => Promise<FileImportOutcome>,
): Promise<boolean> => {
  const claim = randomUUID();
  if (!(await claimFileImport(fork(), name, { claim, leaseMs, now: startedAt }))) return false;
  try {
    const imported = await read();
    if (!imported.read) throw new Error(`${name}: ${imported.failure}`);
    await fork().transactional(async (em) => {
      if (!(await lockFileImportClaim(em, name, claim))) return;
      await imported.store(em);
      await completeFileImport(em, name, imported.end);
    });
    return true;
  } catch (error) {
    await failFileImport(fork(), { name, claim, failure: error instanceof Error ? error.message : String(error) });
    throw error;
  }
};

/** True if `everyMs` have passed; a time in the future was written by a clock that has been set back since. */
export const isFileImportDue = (last: Date | null, everyMs: number, now: Date): boolean =>
  last === null || last > now || now.getTime() - last.getTime() >= everyMs;

/** Minimum delay before an import is retried after a failure. */
export const fileImportRetryMs = 10 * 60_000;
