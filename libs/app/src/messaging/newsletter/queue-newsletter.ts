import type { EntityManager } from '@mikro-orm/postgresql';
import {
  markNewsletterIssuesSent,
  listNextNewsletterSubscribers,
  lockDueNewsletterIssue,
  recordNewsletterBatch,
} from '@ve/data/messaging/newsletter/newsletter-issue.repository';
import { queueMail } from '../queue-message.ts';

const aMinute = 60_000;

/** What one run did. */
export interface NewsletterBatchResult {
  queued: number;
  /** The newsletters that every subscriber has been sent. */
  finished: string[];
}

/**
 * Queues the mails of at most `perMinute` subscribers of the newsletter that is being sent, in the order of their ids,
 * and at most one such batch a minute over all processes. The batch, its mails and its place are one transaction: a
 * process that dies leaves all of them or none. No batch is added while as many mails wait for the mail server.
 * Everyone who was subscribed when it was sent gets a row; opt-outs since then are honoured when that mail is sent.
 */
export const queueNewsletterBatch = async (
  outside: EntityManager,
  { now, perMinute }: { now: Date; perMinute: number },
): Promise<NewsletterBatchResult> => {
  const queued = await outside.transactional(async (em) => {
    const issue = await lockDueNewsletterIssue(em, { now, maxWaiting: perMinute });
    if (issue === null) return 0;
    const subscribers = await listNextNewsletterSubscribers(em, issue, perMinute);
    for (const { id: subscriptionId, email: recipient } of subscribers) {
      const occasion = `${issue.id}.${subscriptionId}`;
      const mail = { template: 'newsletter', recipient, subjectId: issue.id, occasion } as const;
      await queueMail(em, mail, { now, correlationId: issue.id });
    }
    await recordNewsletterBatch(em, issue.id, {
      lastQueuedId: subscribers.at(-1)?.id ?? null,
      nextBatchAt: new Date(now.getTime() + aMinute),
      now,
      isLast: subscribers.length < perMinute,
    });
    return subscribers.length;
  });
  return { queued, finished: await markNewsletterIssuesSent(outside, now) };
};
