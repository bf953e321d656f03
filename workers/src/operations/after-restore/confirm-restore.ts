import type { EntityManager } from '@mikro-orm/postgresql';
import { findRestore, hasUsers, newestRowAt } from '@ve/data/operations/restore/restore.repository';
import { marginMs } from './restore-run.ts';

/** Why the command does nothing: running it again with the same arguments would not help. */
export class RestoreRefusedError extends Error {
  override name = 'RestoreRefusedError';
}

/** What the database says of a restore that is asked for. */
export interface RestoreStatus {
  /** Why it cannot be the restored database, or the instant that of its backup; null: it may be. */
  refusal: string | null;
  /** How many lost accounts were confirmed when this restore began; null: it has not begun. */
  confirmedLostAccounts: number | null;
}

/** Compares the database with the backup that it is said to come from. Once begun, the command's own rows are newer. */
export const readServiceStatus = async (em: EntityManager, backupTakenAt: Date): Promise<RestoreStatus> => {
  const begun = await findRestore(em, backupTakenAt);
  const newest = await newestRowAt(em);
  const isNewer = newest !== null && newest.getTime() > backupTakenAt.getTime() + marginMs;
  const standing = { confirmedLostAccounts: begun?.confirmedLostAccounts ?? null };
  if (!(await hasUsers(em))) {
    return { ...standing, refusal: 'the database has no users. Is DATABASE_URL the restored one?' };
  }
  if (begun === null && isNewer) {
    const refusal =
      `the newest row is of ${newest.toISOString()}, later than the backup. The instant or DATABASE_URL is wrong, ` +
      'or the site has run since the restore.';
    return { ...standing, refusal };
  }
  return { ...standing, refusal: null };
};

/**
 * Lets a run that changes something go ahead only when whoever runs it has read a dry run: they name how many accounts it
 * listed as lost, or, once begun, how many were confirmed then. @throws RestoreRefusedError
 */
export const confirmRestore = async (
  { refusal, confirmedLostAccounts }: RestoreStatus,
  given: number | null,
  countMissingAccounts: () => Promise<number>,
): Promise<void> => {
  if (refusal !== null) throw new RestoreRefusedError(refusal);
  if (given === (confirmedLostAccounts ?? (await countMissingAccounts()))) return;
  const why = given === null ? '--confirm-lost is missing' : `${given} is not the number of lost accounts`;
  throw new RestoreRefusedError(`${why}. Run it with --dry-run, read the report, and type the command at its end.`);
};
