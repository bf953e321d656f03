import type { EntityManager } from '@mikro-orm/postgresql';
import { lockUnansweredComplaints, markComplaintsEscalated } from '@ve/data/messaging/contact/complaint.repository';
import { complaintDeadlines } from '@ve/domain/messaging/contact/complaint-deadlines';
import { queueMail } from '../queue-message.ts';

/** Complaints that one run looks at; the next run looks at others. */
const batch = 100;

/**
 * Escalates complaints that are unanswered after the promised number of working days, and queues the mails to support
 * and to their senders in the same transaction. Returns how many. Safe to call from several processes concurrently:
 * each complaint is escalated by one.
 */
export const escalateLateComplaints = (em: EntityManager, now: Date): Promise<number> =>
  em.transactional(async (transaction) => {
    // A complaint received later is never escalated earlier, so the due ones are the oldest.
    const oldest = await lockUnansweredComplaints(transaction, batch);
    const late = oldest.filter(({ receivedAt }) => complaintDeadlines(receivedAt).escalationAt <= now);
    await markComplaintsEscalated(
      transaction,
      late.map(({ id }) => id),
      now,
    );
    for (const { id, email } of late) {
      for (const [template, recipient] of [
        ['complaint-escalated', null],
        ['complaint-delayed', email],
      ] as const) {
        await queueMail(transaction, { template, recipient, subjectId: id }, { now, correlationId: 'maintenance' });
      }
    }
    return late.length;
  });
