import { ProblemError } from '@ve/app/kernel/problem-error';
import type { EndpointAnswerBody } from '@ve/contracts/endpoint';
import {
  maxNewsletterIssues,
  type NewsletterIssues,
  type readNewsletterPreviewTextEndpoint,
} from '@ve/contracts/http/operations/admin-newsletter';
import { isJobWaitingOrRunning } from '@ve/data/jobs/outbox/outbox.repository';
import type { Context } from '@ve/data/kernel/context';
import {
  countNewsletterSubscribers,
  findNewsletterIssue,
  findNewsletterPreview,
  listNewsletterIssues,
} from '@ve/data/messaging/newsletter/newsletter-issue.repository';

/** Newsletters, for the staff who write them. They hold nothing about a person, so that reads are not audited. */
export async function listNewsletters({ em, now }: Context): Promise<NewsletterIssues> {
  const issues = await listNewsletterIssues(em, maxNewsletterIssues);
  return {
    issues: issues.map(({ updatedAt, startedAt, sentAt, waiting, sent, skipped, failed, ...issue }) => ({
      ...issue,
      updatedAt: updatedAt.toISOString(),
      startedAt: startedAt?.toISOString() ?? null,
      sentAt: sentAt?.toISOString() ?? null,
      mails: { waiting, sent, skipped, failed },
    })),
    subscribers: await countNewsletterSubscribers(em, now()),
  };
}

/** @throws ProblemError `not-found` */
export async function readPreviewText(
  { em }: Context,
  id: string,
): Promise<EndpointAnswerBody<typeof readNewsletterPreviewTextEndpoint>> {
  if ((await findNewsletterIssue(em, id)) === null) throw new ProblemError('not-found');
  // In this order: a job that ends in between has stored its preview.
  const isRendering = await isJobWaitingOrRunning(em, 'newsletter-issues.preview', { issueId: id });
  const text = (await findNewsletterPreview(em, id))?.text ?? null;
  return { text, failed: text === null && !isRendering };
}

/** @throws ProblemError `not-found` while it is not rendered */
export async function readPreviewHtml({ em }: Context, id: string): Promise<string> {
  const preview = await findNewsletterPreview(em, id);
  if (preview === null) throw new ProblemError('not-found');
  return preview.html;
}
