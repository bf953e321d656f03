import type { EntityManager } from '@mikro-orm/postgresql';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import {
  addChangeNotice,
  closeDecidedAnnouncedChange,
  findMembersToNotifyOfChange,
  findDueChangeNotices,
  listOpenAnnouncedChanges,
  type OpenAnnouncedChange,
} from '@ve/data/membership/announced-change/announced-change.repository';
import { changeEffectiveAtForMember } from '@ve/domain/membership/announced-change';
import { currentConsents } from '@ve/domain/membership/consents';
import { queueMail } from '../../messaging/queue-message.ts';
import { continueUnnotifiedChangeNotices } from './notice-period.ts';

const batch = 500;

/**
 * The versions of the consents that agree to a change of terms: those of the change itself, and of the running release
 * unless it is older than the change (workers that were not deployed yet, or were rolled back).
 */
export const consentVersionsAgreeingToChange = (
  { termsVersion }: Pick<OpenAnnouncedChange, 'termsVersion'>,
  { terms, rejoin }: Pick<typeof currentConsents, 'terms' | 'rejoin'> = currentConsents,
): string[] => {
  if (termsVersion === null) return [terms.version, rejoin.version];
  return terms.version < termsVersion ? [termsVersion] : [terms.version, rejoin.version, termsVersion];
};

/**
 * Notifies members of a change, each once: the notice and its mail are written together. A killed run is continued by
 * the next. Returns how many.
 */
export const notifyMembersOfChange = async (
  em: EntityManager,
  change: OpenAnnouncedChange,
  now: Date,
): Promise<number> => {
  const agreedVersions = consentVersionsAgreeingToChange(change);
  const members = await findMembersToNotifyOfChange(em, change, { agreedVersions, limit: batch });
  const effectiveAt = changeEffectiveAtForMember(change.effectiveAt, now);
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
 * closes those that are decided. A change that fails holds up no other. Returns how many notices were written and how
 * many are due.
 * @throws AggregateError of the failures, once everything else is done
 */
export const sweepAnnouncedChanges = async (
  em: EntityManager,
  now: Date,
): Promise<{ changeNotices: number; changesDue: number }> => {
  const swept = { changeNotices: 0, changesDue: 0 };
  const failures: unknown[] = [];
  for (const change of await listOpenAnnouncedChanges(em)) {
    try {
      swept.changeNotices += await notifyMembersOfChange(em, change, now);
      await continueUnnotifiedChangeNotices(em, change, { now, limit: batch });
      await closeDecidedAnnouncedChange(em, change, { agreedVersions: consentVersionsAgreeingToChange(change), now });
    } catch (error) {
      failures.push(error);
    }
  }
  const due = await findDueChangeNotices(em, { now, limit: batch });
  await em.transactional(async (transaction) => {
    for (const noticeId of due) {
      const dedupeId = `subscriptions.apply-change.${noticeId}`;
      const payload = { noticeId, correlationId: 'sweep' };
      await addToOutbox(transaction, { jobName: 'subscriptions.apply-change', payload }, { now, dedupeId });
    }
  });
  swept.changesDue = due.length;
  if (failures.length > 0) throw new AggregateError(failures, 'Announced changes could not be continued.');
  return swept;
};
