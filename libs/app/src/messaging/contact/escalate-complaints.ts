import type { EntityManager } from '@mikro-orm/postgresql';
import { escalateComplaints } from '@ve/data/messaging/contact/complaint.repository';
import { queueMail } from '../queue-message.ts';

/**
 * Escalates complaints that are unanswered after the promised number of working days, and queues the mails to support and to
 * their senders in the same transaction. Returns how many.
 */
export const escalateLateComplaints = (em: EntityManager, now: Date): Promise<number> =>
  em.transactional(async (transaction) => {
    const late = await escalateComplaints(transaction, now);
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
