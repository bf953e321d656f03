import { deleteUnansweredNotices } from '@ve/data/membership/announced-change/announced-change.repository';
import type { EntityManager } from '@mikro-orm/postgresql';
import { writeAudit } from '@ve/data/identity/audit-log/audit-log.repository';
import { beginRestore, findNewestRowTime } from '@ve/data/operations/restore/restore.repository';
import { finishCancellationsWithdrawnBefore } from '@ve/data/operations/restore/restored-cancellation.repository';
import { revokeAccess } from '@ve/data/operations/restore/revoke-access';
import {
  listSuspendedStaff,
  removeStaffRights,
  roleSuspension,
} from '@ve/data/operations/restore/staff-rights.repository';
import { countPendingJobs, countWithheld, withholdMessages } from '@ve/data/operations/restore/withhold-messages';
import { queueWhatIsDue } from './queue-what-is-due.ts';
import type { RestoreReport } from './restore-run.ts';

interface WithholdDeps {
  backupTakenAt: Date;
  confirmedLostAccounts: number | null;
  now: Date;
  report: RestoreReport;
}

/**
 * The part without Stripe, in the caller's transaction: revokes all sessions and links, suspends staff, and withholds every
 * message that was queued when the backup was taken or fell due since. Returns the time before which data counts as from the
 * backup: in a second run when the first began, so that newer rows are left unchanged.
 */
export const withholdMessagesAndRevokeSessions = async (
  em: EntityManager,
  { backupTakenAt, confirmedLostAccounts, now, report }: WithholdDeps,
): Promise<Date> => {
  report.newestRowAt = await findNewestRowTime(em);
  const { startedAt, isFirst } = await beginRestore(em, { backupTakenAt, confirmedLostAccounts }, now);
  if (isFirst) {
    await queueWhatIsDue(em, now);
    await deleteUnansweredNotices(em, startedAt);
  }
  await withholdMessages(em, startedAt, now);
  report.access = await revokeAccess(em, { until: startedAt, renewKeys: isFirst }, now);
  await suspendStaff(em, startedAt, now);
  await finishCancellationsWithdrawnBefore(em, startedAt, now);
  await reportLocally(em, startedAt, report);
  return startedAt;
};

/** Fills the part of the report that comes from our database alone. */
export const reportLocally = async (em: EntityManager, startedAt: Date, report: RestoreReport): Promise<void> => {
  report.staff = await listSuspendedStaff(em, startedAt);
  report.withheld = await countWithheld(em, startedAt);
  report.jobsLeft = await countPendingJobs(em, startedAt);
};

/**
 * Suspends the staff who had rights when the backup was taken: a role, password or second factor may have been revoked
 * since. An owner gives the roles again.
 */
const suspendStaff = async (em: EntityManager, until: Date, now: Date): Promise<void> => {
  for (const { userId, role } of await removeStaffRights(em, until)) {
    await writeAudit(em, { ...roleSuspension, subject: userId, details: { role } }, now);
  }
};
