import { deleteUnansweredChangeNotices } from '@ve/data/membership/announced-change/announced-change.repository';
import type { EntityManager } from '@mikro-orm/postgresql';
import { writeAuditEntry } from '@ve/data/identity/audit-log/audit-log.repository';
import { beginDatabaseRestore, findNewestRowTime } from '@ve/data/operations/restore/restore.repository';
import { finishCancellationsWithdrawnBefore } from '@ve/data/operations/restore/restored-cancellation.repository';
import { revokeAllAccess } from '@ve/data/operations/restore/revoke-access';
import {
  listSuspendedStaff,
  removeStaffRights,
  roleSuspensionAudit,
} from '@ve/data/operations/restore/staff-rights.repository';
import {
  countPendingJobs,
  countWithheldMessages,
  withholdMessages,
  restoreCorrelationId,
} from '@ve/data/operations/restore/withhold-messages';
import type { RestoreReport } from './restore-run.ts';
import { queueMail } from '../../messaging/queue-message.ts';
import { findSixMonthlyNotices } from '@ve/data/membership/subscription/subscription.repository';
import { sixMonthlyNotice } from '@ve/domain/membership/sweep-intervals';
import { resendUndeliveredTexts } from '../../messaging/texts/resend-text.ts';
import { handsetOffFailure } from '@ve/providers/text/twilio-error-codes';
import { queueDelayedAlertTexts } from '../../monitoring/alerts/notify-member.ts';
import { escalateLateComplaints } from '../../messaging/contact/escalate-complaints.ts';
import { scanReminders } from '../../monitoring/reminders/scan-reminders.ts';

interface WithholdDeps {
  backupTakenAt: Date;
  confirmedLostAccounts: number | null;
  now: Date;
  report: RestoreReport;
}

/**
 * The part without Stripe, in the caller's transaction: revokes all sessions and links, suspends staff, and withholds
 * every message that was queued when the backup was taken or fell due since. Returns the time before which data counts
 * as from the backup: in a second run when the first began, so that newer rows are left unchanged.
 */
export const withholdMessagesAndRevokeSessions = async (
  em: EntityManager,
  { backupTakenAt, confirmedLostAccounts, now, report }: WithholdDeps,
): Promise<Date> => {
  report.newestRowAt = await findNewestRowTime(em);
  const { startedAt, isFirst } = await beginDatabaseRestore(em, { backupTakenAt, confirmedLostAccounts }, now);
  if (isFirst) {
    await queueWhatIsDue(em, now);
    await deleteUnansweredChangeNotices(em, startedAt);
  }
  await withholdMessages(em, startedAt, now);
  report.access = await revokeAllAccess(em, { until: startedAt, renewKeys: isFirst }, now);
  await suspendStaff(em, startedAt, now);
  await finishCancellationsWithdrawnBefore(em, startedAt, now);
  await fillReportFromDatabase(em, startedAt, report);
  return startedAt;
};

/** Fills the part of the report that comes from our database alone. */
export const fillReportFromDatabase = async (
  em: EntityManager,
  startedAt: Date,
  report: RestoreReport,
): Promise<void> => {
  report.staff = await listSuspendedStaff(em, startedAt);
  report.withheld = await countWithheldMessages(em, startedAt);
  report.jobsLeft = await countPendingJobs(em, startedAt);
};

/**
 * Suspends the staff who had rights when the backup was taken: a role, password or second factor may have been revoked
 * since. An owner gives the roles again.
 */
const suspendStaff = async (em: EntityManager, until: Date, now: Date): Promise<void> => {
  for (const { userId, role } of await removeStaffRights(em, until)) {
    await writeAuditEntry(em, { ...roleSuspensionAudit, subject: userId, details: { role } }, now);
  }
};

const batch = 500;

/**
 * Queues what fell due since the backup, as the workers would on start, so that it can be withheld. The notice of a
 * first charge is left out: its charge is still ahead.
 */
const queueWhatIsDue = async (em: EntityManager, now: Date): Promise<void> => {
  const queued = { now, correlationId: restoreCorrelationId };
  await scanReminders({ fork: () => em, now: () => now, isClosed: () => false });
  await untilNone(() => queueDelayedAlertTexts(em, now));
  await untilNone(() => escalateLateComplaints(em, now));
  await untilNone(() => resendUndeliveredTexts(em, handsetOffFailure, queued));
  await untilNone(async () => {
    const due = await findSixMonthlyNotices(em, { ...sixMonthlyNotice, limit: batch }, now);
    for (const { id, email, occasion } of due) {
      await queueMail(em, { template: 'six-monthly', recipient: email, subjectId: id, occasion }, queued);
    }
    return due.length;
  });
};

const untilNone = async (act: () => Promise<number>): Promise<void> => {
  while ((await act()) > 0);
};
