import type { EntityManager } from '@mikro-orm/postgresql';
import { queueMail } from '@ve/data/mails/queue-mail';
import { beginRestore, newestRowAt } from '@ve/data/restore/restore.repository';
import { finishKeptUntil } from '@ve/data/restore/restored-cancellation.repository';
import { revokeAccess } from '@ve/data/restore/revoke-access';
import { listSuspendedStaff, suspendStaff } from '@ve/data/restore/suspend-staff';
import {
  countJobsLeft,
  countWithheld,
  restoreCorrelationId,
  withholdMessages,
} from '@ve/data/restore/withhold-messages';
import { findSixMonthlyNotices } from '@ve/data/subscription/subscription.repository';
import { queueTextsAgain } from '@ve/data/texts/text-again.repository';
import { unreachableFailure } from '@ve/providers/text/twilio-codes';
import { queueDelayedTexts } from '../alerts/tell.ts';
import { escalateLateComplaints } from '../maintenance/escalate-complaints.ts';
import { scanReminders } from '../maintenance/scan-reminders.ts';
import type { RestoreReport } from './restore-run.ts';

const batch = 500;

/**
 * The part that needs no Stripe, in the caller's transaction: ends whatever lets somebody in, suspends staff, and withholds
 * every message that was queued when the backup was taken or fell due since. Returns since when what is in the database
 * counts as from the backup: of a second run it is when the first began, so that what came since is left alone.
 */
export const withholdAndRevoke = async (
  em: EntityManager,
  { backupTakenAt, now, report }: { backupTakenAt: Date; now: Date; report: RestoreReport },
): Promise<Date> => {
  report.newestRowAt = await newestRowAt(em);
  const { beganAt, isFirst } = await beginRestore(em, backupTakenAt, now);
  if (isFirst) await queueWhatIsDue(em, now);
  await withholdMessages(em, beganAt, now);
  report.access = await revokeAccess(em, { until: beganAt, renewKeys: isFirst }, now);
  await suspendStaff(em, beganAt, now);
  await finishKeptUntil(em, beganAt, now);
  await reportLocally(em, beganAt, report);
  return beganAt;
};

/** What the report says from our database alone. */
export const reportLocally = async (em: EntityManager, beganAt: Date, report: RestoreReport): Promise<void> => {
  report.staff = await listSuspendedStaff(em, beganAt);
  report.withheld = await countWithheld(em, beganAt);
  report.jobsLeft = await countJobsLeft(em, beganAt);
};

/**
 * Queues what fell due since the backup, as the workers would when they start, so that it can be withheld. Not the notice
 * of a first charge: that is still ahead.
 */
const queueWhatIsDue = async (em: EntityManager, now: Date): Promise<void> => {
  const queued = { now, correlationId: restoreCorrelationId };
  await scanReminders({ fork: () => em, now: () => now, isClosed: () => false });
  await untilNone(() => queueDelayedTexts(em, now));
  await untilNone(() => escalateLateComplaints(em, now));
  await untilNone(() => queueTextsAgain(em, unreachableFailure, queued));
  await untilNone(async () => {
    const due = await findSixMonthlyNotices(em, { now, limit: batch });
    for (const { id, email, uniqueKey } of due) {
      await queueMail(em, { template: 'six-monthly', recipient: email, subjectId: id, uniqueKey }, queued);
    }
    return due.length;
  });
};

const untilNone = async (act: () => Promise<number>): Promise<void> => {
  while ((await act()) > 0);
};
