import type { EntityManager } from '@mikro-orm/postgresql';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import {
  addChangeNotice,
  closeDecidedChange,
  findConcernedMembers,
  findDueNotices,
  listOpenChanges,
  type OpenChange,
} from '@ve/data/membership/announced-change/announced-change.repository';
import { memberEffectiveAt } from '@ve/domain/membership/announced-change';
import { consents } from '@ve/domain/membership/consents';
import { queueMail } from '../../messaging/queue-message.ts';
import { continueUnnotified } from './notice-period.ts';

const batch = 500;

/** The versions of the consents that agree to a change of terms: those of the change itself, and of the running release. */
export const agreedVersionsOf = ({ termsVersion }: Pick<OpenChange, 'termsVersion'>): string[] => [
  consents.terms.version,
  consents.rejoin.version,
  ...(termsVersion === null ? [] : [termsVersion]),
];

/**
 * Notifies members of a change, each once: the notice and its mail are written together. A killed run is continued by
 * the next. Returns how many.
 */
export const notifyOfChange = async (em: EntityManager, change: OpenChange, now: Date): Promise<number> => {
  const agreedVersions = agreedVersionsOf(change);
  const members = await findConcernedMembers(em, change, { agreedVersions, limit: batch });
  const effectiveAt = memberEffectiveAt(change.effectiveAt, now);
  return em.transactional(async (transaction) => {
    let notified = 0;
    for (const member of members) {
      const subjectId = await addChangeNotice(transaction, { changeId: change.id, member, effectiveAt }, now);
      if (subjectId === null) continue;
      const mail = { template: 'change-announced', recipient: member.email, subjectId } as const;
      await queueMail(transaction, mail, { now, correlationId: 'sweep' });
      notified += 1;
    }
    return notified;
  });
};

/**
 * Continues the open announced changes: notifies members who are not, queues what is due on and after the day, and
 * closes those that are decided. Returns how many notices were written and how many are due.
 */
export const sweepAnnouncedChanges = async (
  em: EntityManager,
  now: Date,
): Promise<{ changeNotices: number; changesDue: number }> => {
  const swept = { changeNotices: 0, changesDue: 0 };
  for (const change of await listOpenChanges(em)) {
    swept.changeNotices += await notifyOfChange(em, change, now);
    await continueUnnotified(em, change, { now, limit: batch });
    await closeDecidedChange(em, change, { agreedVersions: agreedVersionsOf(change), now });
  }
  const due = await findDueNotices(em, { now, limit: batch });
  await em.transactional(async (transaction) => {
    for (const noticeId of due) {
      const dedupeId = `subscriptions.apply-change.${noticeId}`;
      const payload = { noticeId, correlationId: 'sweep' };
      await addToOutbox(transaction, { jobName: 'subscriptions.apply-change', payload }, { now, dedupeId });
    }
  });
  swept.changesDue = due.length;
  return swept;
};
