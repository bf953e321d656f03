import type { EntityManager } from '@mikro-orm/postgresql';
import type { RevokedSecretCounts } from '@ve/data/operations/restore/revoke-access';
import type { SuspendedStaff } from '@ve/data/operations/restore/staff-rights.repository';
import { restoreCorrelationId, type WithheldMessages } from '@ve/data/operations/restore/withhold-messages';
import type { Clock } from '@ve/domain/kernel/time/clock';
import { redactText } from '@ve/domain/kernel/text/redact-text';
import type { UseCaseLogger } from '../../kernel/use-case-logger.ts';
import type { JobContext } from '../../job-context.ts';
import { crossContextListener } from '../../cross-context-listener.ts';
import type { PaymentDeps } from '../../membership/payments/payment-provider-client.ts';
import { findDatabaseRestore, hasAnyUsers, findNewestRowTime } from '@ve/data/operations/restore/restore.repository';

/** A Stripe customer whose account was lost; amounts in pence. */
export interface MissingAccount {
  customerId: string;
  /** Ids of subscriptions that ran. */
  cancelled: string[];
  /** The total of past and new refunds. */
  refundedPence: number;
  /** Disputed charges, which we do not refund. */
  disputed: string[];
  /** True if they are notified by mail; false if nothing was paid, the address is unusable, or there is a dispute. */
  mailed: boolean;
}

/**
 * The report of `after-restore`: what it did or, in a dry run, would do. Contains Stripe's ids, and no addresses except
 * those of staff.
 */
export interface RestoreReport {
  /** Why a run that changes something is refused; null if it is not. */
  refusal: string | null;
  /** How many lost accounts such a run has to confirm. */
  toConfirm: number;
  newestRowAt: Date | null;
  access: RevokedSecretCounts | null;
  staff: SuspendedStaff[];
  withheld: WithheldMessages[];
  /** Jobs of the backup that run when the workers start. */
  jobsLeft: WithheldMessages[];
  accountsMissing: MissingAccount[];
  /** Payments of forms in the backup that were paid since: they become accounts or are refunded. */
  completed: string[];
  /** Subscriptions whose rows differed from Stripe. */
  aligned: string[];
  /** Customers whose accounts were deleted since the backup, and are deleted again. */
  redeletedAccounts: string[];
  /** Customers whose address at Stripe differs from their account's. */
  otherAddress: string[];
  /** Refunds, disputes and cancellations that were missing in our records. */
  refunds: string[];
  disputes: string[];
  cancellations: string[];
  /** Our charges from before the backup that belong to no account: nothing is done about them. */
  unaccounted: string[];
  /**
   * Our running subscriptions from before the backup that no account owns, and any that runs in addition to an
   * account's own: nothing is done about them.
   */
  unowned: string[];
  failed: { what: string; why: string }[];
}

export const emptyRestoreReport = (): RestoreReport => ({
  refusal: null,
  toConfirm: 0,
  newestRowAt: null,
  access: null,
  staff: [],
  withheld: [],
  jobsLeft: [],
  accountsMissing: [],
  completed: [],
  aligned: [],
  redeletedAccounts: [],
  otherAddress: [],
  refunds: [],
  disputes: [],
  cancellations: [],
  unaccounted: [],
  unowned: [],
  failed: [],
});

export interface AfterRestoreRun extends PaymentDeps {
  em: () => EntityManager;
  now: Clock;
  logger: UseCaseLogger;
  backupTakenAt: Date;
  /** When this command first ran for this backup. */
  beganAt: Date;
  /** Nothing is written, here or at Stripe. */
  dryRun: boolean;
  report: RestoreReport;
}

/** Tolerance for differences between Stripe's clock and ours, and for the duration of a dump. */
const backupTimeMarginMs = 3_600_000;

/** Objects made at Stripe since then may be missing from the backup. */
export const backupGapStart = ({ backupTakenAt }: Pick<AfterRestoreRun, 'backupTakenAt'>): Date =>
  new Date(backupTakenAt.getTime() - backupTimeMarginMs);

/** A job context for use cases that jobs run as well. */
export const jobContextOfRestore = ({ em, now, logger }: AfterRestoreRun): JobContext => ({
  em: em(),
  now,
  correlationId: restoreCorrelationId,
  actor: { kind: 'process', name: restoreCorrelationId },
  listener: crossContextListener,
  jobId: restoreCorrelationId,
  attempt: 1,
  lastAttempt: false,
  signal: new AbortController().signal,
  logger,
  recordObjective: () => undefined,
  complete: () => Promise.resolve(true),
});

/** Runs one step; a failure is reported and does not prevent the others. */
export const runRestoreStep = async (run: AfterRestoreRun, what: string, act: () => Promise<void>): Promise<void> => {
  try {
    await act();
  } catch (error) {
    run.logger.error({ event: 'restore_step_failed', err: error, what }, 'A step of the restore failed.');
    run.report.failed.push({ what, why: redactText(error instanceof Error ? error.message : String(error)) });
  }
};

/** Thrown when the command refuses to run; running it again with the same arguments would not help. */
export class RestoreRefusedError extends Error {
  override name = 'RestoreRefusedError';
}

/** The database's state with regard to a requested restore. */
export interface RestoredDatabaseStatus {
  /** Why it cannot be the restored database, or its backup not of that time; null if it may be. */
  refusal: string | null;
  /** How many lost accounts were confirmed when this restore began; null if it has not begun. */
  confirmedLostAccounts: number | null;
}

/**
 * Compares the database with the time of its supposed backup. Once a restore has begun, only the command's own rows are
 * newer.
 */
export const readRestoreStatus = async (em: EntityManager, backupTakenAt: Date): Promise<RestoredDatabaseStatus> => {
  const begun = await findDatabaseRestore(em, backupTakenAt);
  const newest = await findNewestRowTime(em);
  const isNewer = newest !== null && newest.getTime() > backupTakenAt.getTime() + backupTimeMarginMs;
  const status = { confirmedLostAccounts: begun?.confirmedLostAccounts ?? null };
  if (!(await hasAnyUsers(em))) {
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
 * Requires the operator to have read a dry run: they name the number of accounts that it listed as lost or, once a
 * restore has begun, the number confirmed then. @throws RestoreRefusedError
 */
export const requireRestoreConfirmation = async (
  { refusal, confirmedLostAccounts }: RestoredDatabaseStatus,
  given: number | null,
  countMissingAccounts: () => Promise<number>,
): Promise<void> => {
  if (refusal !== null) throw new RestoreRefusedError(refusal);
  if (given === (confirmedLostAccounts ?? (await countMissingAccounts()))) return;
  const why = given === null ? '--confirm-lost is missing' : `${given} is not the number of lost accounts`;
  throw new RestoreRefusedError(`${why}. Run it with --dry-run, read the report, and type the command at its end.`);
};
