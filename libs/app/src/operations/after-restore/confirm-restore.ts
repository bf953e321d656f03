import type { EntityManager } from '@mikro-orm/postgresql';
import { findRestore, hasUsers, findNewestRowTime } from '@ve/data/operations/restore/restore.repository';
import { marginMs } from './restore-run.ts';

/** Thrown when the command refuses to run; running it again with the same arguments would not help. */
export class RestoreRefusedError extends Error {
  override name = 'RestoreRefusedError';
}

/** The database's state with regard to a requested restore. */
export interface RestoreStatus {
  /** Why it cannot be the restored database, or its backup not of that time; null if it may be. */
  refusal: string | null;
  /** How many lost accounts were confirmed when this restore began; null if it has not begun. */
  confirmedLostAccounts: number | null;
}

/**
 * Compares the database with the time of its supposed backup. Once a restore has begun, only the command's own rows are
 * newer.
 */
export const readServiceStatus = async (em: EntityManager, backupTakenAt: Date): Promise<RestoreStatus> => {
  const begun = await findRestore(em, backupTakenAt);
  const newest = await findNewestRowTime(em);
  const isNewer = newest !== null && newest.getTime() > backupTakenAt.getTime() + marginMs;
  const status = { confirmedLostAccounts: begun?.confirmedLostAccounts ?? null };
  if (!(await hasUsers(em))) {
    return { ...status, refusal: 'the database has no users. Is DATABASE_URL the restored one?' };
  }
  if (begun === null && isNewer) {
    const refusal =
      `the newest row is of ${newest.toISOString()}, later than the backup. The instant or DATABASE_URL is wrong, ` +
      'or the site has run since the restore.';
    return { ...status, refusal };
  }
  return { ...status, refusal: null };
};

/**
 * Requires the operator to have read a dry run: they name the number of accounts that it listed as lost or, once a restore
 * has begun, the number confirmed then. @throws RestoreRefusedError
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
