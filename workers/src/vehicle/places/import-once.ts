import type { EntityManager } from '@mikro-orm/postgresql';
import {
  claimImport,
  completeImport,
  failImport,
  lockImportClaim,
  type ImportEnd,
  type ImportName,
} from '@ve/data/vehicle/places/file-import.repository';
import { randomUUID } from 'node:crypto';

/** Longer than any import takes; after a kill another process begins again when it is over. */
const leaseMs = 15 * 60_000;

/** What was read: how to store it, and what is recorded; or why there is nothing to store. */
export type Imported =
  { read: true; store: (em: EntityManager) => Promise<void>; end: ImportEnd } | { read: false; failure: string };

/** What an import works with. `signal`: the process ends. */
export interface ImportContext {
  fork: () => EntityManager;
  now: () => Date;
  signal?: AbortSignal;
}

/** What we hold would shrink by more than half: rather an old list than half of one. */
export const hasShrunkByHalf = (held: number, found: number): boolean => found * 2 < held;

/**
 * Imports in one process of all: claims it, reads outside of any transaction, and stores in one, so that a kill at any step
 * leaves what there was. A claim that another has taken over meanwhile stores nothing. False: another process has it.
 * @throws Error when the source gave nothing to store, which is recorded
 */
export const importOnce = async (
  fork: () => EntityManager,
  name: ImportName,
  now: Date,
  read: () => Promise<Imported>,
): Promise<boolean> => {
  const claim = randomUUID();
  if (!(await claimImport(fork(), name, { claim, leaseMs, now }))) return false;
  try {
    const imported = await read();
    if (!imported.read) throw new Error(`${name}: ${imported.failure}`);
    await fork().transactional(async (em) => {
      if (!(await lockImportClaim(em, name, claim))) return;
      await imported.store(em);
      await completeImport(em, name, imported.end);
    });
    return true;
  } catch (error) {
    await failImport(fork(), name, claim, error instanceof Error ? error.message : String(error));
    throw error;
  }
};
