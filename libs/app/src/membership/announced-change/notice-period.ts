import type { EntityManager } from '@mikro-orm/postgresql';
import {
  type ChangeNotice,
  findChangeNotice,
  listUnmailedChangeNotices,
  lockChangeNotice,
  lockChangeNoticesToPostpone,
  type OpenAnnouncedChange,
  postponeChangeNotices,
  recordChangeNoticeMailAccepted,
  recordChangeNoticeMailBounced,
} from '@ve/data/membership/announced-change/announced-change.repository';
import { changeEffectiveAtForMember } from '@ve/domain/membership/announced-change';
import { type MessageListener, queueMail } from '../../messaging/queue-message.ts';

/*
 * The promised notice counts from the moment at which the mail server accepts the mail. Until then the day of a member
 * moves with time; then it stays.
 */

/**
 * Sets the day that the mail of a notice states, in the transaction that builds it: the notice is long enough if the
 * mail is accepted until `acceptedBy`. Returns the notice as it then is, or null when there is none.
 */
export const setChangeNoticeDay = async (
  em: EntityManager,
  noticeId: string,
  acceptedBy: Date,
): Promise<ChangeNotice | null> => {
  await lockChangeNotice(em, noticeId);
  const notice = await findChangeNotice(em, noticeId);
  if (notice === null) return null;
  await postponeChangeNotices(em, {
    ids: [noticeId],
    effectiveAt: changeEffectiveAtForMember(notice.announcedFor, acceptedBy),
  });
  return findChangeNotice(em, noticeId);
};

/** Records that a member was notified of a change, when its mail is accepted; that it bounced takes this back. */
export const changeNoticeMailListener: Pick<MessageListener, 'onSent' | 'onBounced'> = {
  onSent: async (em, { template, subjectId }, at) => {
    const notice = template === 'change-announced' && subjectId !== null ? await findChangeNotice(em, subjectId) : null;
    if (notice === null) return;
    await recordChangeNoticeMailAccepted(
      em,
      { id: notice.id, effectiveAt: changeEffectiveAtForMember(notice.announcedFor, at) },
      at,
    );
  },
  onBounced: async (em, { template, subjectId }) => {
    if (template === 'change-announced' && subjectId !== null) await recordChangeNoticeMailBounced(em, subjectId);
  },
};

/**
 * Moves the days of members who are not notified yet, and writes again the mails that were not sent because they were
 * not needed then, or that failed so long ago that they were purged. A failed one is sent again by staff.
 */
export const continueUnnotifiedChangeNotices = async (
  em: EntityManager,
  { id: changeId, effectiveAt: announcedFor }: OpenAnnouncedChange,
  { now, limit }: { now: Date; limit: number },
): Promise<void> => {
  const effectiveAt = changeEffectiveAtForMember(announcedFor, now);
  await em.transactional(async (transaction) => {
    const ids = await lockChangeNoticesToPostpone(transaction, { changeId, effectiveAt, limit });
    if (ids.length > 0) await postponeChangeNotices(transaction, { ids, effectiveAt });
  });
  const unmailed = await listUnmailedChangeNotices(em, { changeId, limit });
  await em.transactional(async (transaction) => {
    for (const { id: subjectId, email: recipient } of unmailed) {
      const mail = { template: 'change-announced', recipient, subjectId, afterSkip: true } as const;
      await queueMail(transaction, mail, { now, correlationId: 'sweep' });
    }
  });
};
