import type { EntityManager } from '@mikro-orm/postgresql';
import { queueMail } from '../../messaging/queue-message.ts';
import { restoreCorrelationId } from '@ve/data/operations/restore/withhold-messages';
import { findSixMonthlyNotices } from '@ve/data/membership/subscription/subscription.repository';
import { requeueFailedTexts } from '../../messaging/texts/resend-text.ts';
import { handsetOffFailure } from '@ve/providers/text/twilio-error-codes';
import { queueDelayedTexts } from '../../monitoring/alerts/notify-member.ts';
import { escalateLateComplaints } from '../../messaging/contact/escalate-complaints.ts';
import { scanReminders } from '../../monitoring/reminders/scan-reminders.ts';

const batch = 500;

/**
 * Queues what fell due since the backup, as the workers would on start, so that it can be withheld. The notice of a first
 * charge is left out: its charge is still ahead.
 */
export const queueWhatIsDue = async (em: EntityManager, now: Date): Promise<void> => {
  const queued = { now, correlationId: restoreCorrelationId };
  await scanReminders({ fork: () => em, now: () => now, isClosed: () => false });
  await untilNone(() => queueDelayedTexts(em, now));
  await untilNone(() => escalateLateComplaints(em, now));
  await untilNone(() => requeueFailedTexts(em, handsetOffFailure, queued));
  await untilNone(async () => {
    const due = await findSixMonthlyNotices(em, { now, limit: batch });
    for (const { id, email, occasion } of due) {
      await queueMail(em, { template: 'six-monthly', recipient: email, subjectId: id, occasion }, queued);
    }
    return due.length;
  });
};

const untilNone = async (act: () => Promise<number>): Promise<void> => {
  while ((await act()) > 0);
};
