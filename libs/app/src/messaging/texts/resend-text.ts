import type { EntityManager } from '@mikro-orm/postgresql';
import { findTextsToResend, textResendKeySuffix, type NewQueuedText } from '@ve/data/messaging/texts/text.repository';
import { type MessageQueueContext, queueTextWithUniqueKey } from '../queue-message.ts';

/** Suffix of the key of a text that staff have sent again. */
const staffSuffix = ':staff';

const aDayMs = 24 * 3_600_000;

/**
 * Queues again, a day later, the reminders and alerts that failed with `failure` by their receipt; returns how many.
 * Safe to call from several processes concurrently. Not after a second day, when the content is outdated.
 */
export const resendUndeliveredTexts = (
  em: EntityManager,
  failure: string,
  ordered: MessageQueueContext & { now: Date },
): Promise<number> => {
  const daysAgo = (days: number): Date => new Date(ordered.now.getTime() - days * aDayMs);
  return em.transactional(async (transaction) => {
    const texts = await findTextsToResend(transaction, { failure, failed: { from: daysAgo(2), until: daysAgo(1) } });
    for (const text of texts)
      await queueTextWithUniqueKey(
        transaction,
        { ...text, uniqueKey: `${text.uniqueKey}${textResendKeySuffix}` },
        ordered,
      );
    return texts.length;
  });
};

/**
 * Queues again, in the caller's transaction, a text that the vendor accepted and that failed afterwards. False when
 * that was done before: the outcome of the resent text counts.
 */
export const resendTextByStaff = async (
  em: EntityManager,
  { template, recipient, subjectId, uniqueKey }: NewQueuedText,
  ordered: MessageQueueContext,
): Promise<boolean> => {
  const key = `${uniqueKey}${staffSuffix}`;
  return (
    key.length <= 200 && (await queueTextWithUniqueKey(em, { template, recipient, subjectId, uniqueKey: key }, ordered))
  );
};
