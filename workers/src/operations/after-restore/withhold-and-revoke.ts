import type { EntityManager } from '@mikro-orm/postgresql';
import { beginRestore, newestRowAt } from '@ve/data/operations/restore/restore.repository';
import { finishCancellationsWithdrawnBefore } from '@ve/data/operations/restore/restored-cancellation.repository';
import { revokeAccess } from '@ve/data/operations/restore/revoke-access';
import { listSuspendedStaff, suspendStaff } from '@ve/data/operations/restore/suspend-staff';
import { countPendingJobs, countWithheld, withholdMessages } from '@ve/data/operations/restore/withhold-messages';
import type { RestoreReport, RestoreUseCases } from './restore-run.ts';

interface WithholdDeps {
  backupTakenAt: Date;
  confirmedLostAccounts: number | null;
  now: Date;
  report: RestoreReport;
  useCases: Pick<RestoreUseCases, 'queueWhatIsDue'>;
}

/**
 * The part without Stripe, in the caller's transaction: revokes all sessions and links, suspends staff, and withholds every
 * message that was queued when the backup was taken or fell due since. Returns the time before which data counts as from the
 * backup: in a second run when the first began, so that newer rows are left unchanged.
 */
export const withholdAndRevoke = async (
  em: EntityManager,
  { backupTakenAt, confirmedLostAccounts, now, report, useCases }: WithholdDeps,
): Promise<Date> => {
  report.newestRowAt = await newestRowAt(em);
  const { beganAt, isFirst } = await beginRestore(em, { backupTakenAt, confirmedLostAccounts }, now);
  if (isFirst) await useCases.queueWhatIsDue(em, now);
  await withholdMessages(em, beganAt, now);
  report.access = await revokeAccess(em, { until: beganAt, renewKeys: isFirst }, now);
  await suspendStaff(em, beganAt, now);
  await finishCancellationsWithdrawnBefore(em, beganAt, now);
  await reportLocally(em, beganAt, report);
  return beganAt;
};

/** Fills the part of the report that comes from our database alone. */
export const reportLocally = async (em: EntityManager, beganAt: Date, report: RestoreReport): Promise<void> => {
  report.staff = await listSuspendedStaff(em, beganAt);
  report.withheld = await countWithheld(em, beganAt);
  report.jobsLeft = await countPendingJobs(em, beganAt);
};
