import { Injectable } from '@nestjs/common';
import { ProblemError } from '@ve/app/kernel/problem-error';
import { maxNewsletterIssues, type NewsletterIssues } from '@ve/contracts/http/operations/admin-newsletter';
import type { Context } from '@ve/data/kernel/context';
import {
  countNewsletterSubscribers,
  findNewsletterIssue,
  findNewsletterPreview,
  listNewsletterIssues,
} from '@ve/data/messaging/newsletter/newsletter-issue.repository';

/** Newsletters, for the staff who write them. They hold nothing about a person, so that reads are not audited. */
@Injectable()
export class AdminNewsletterService {
  async list({ em, now }: Context): Promise<NewsletterIssues> {
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

  /**
   * Null while it is not rendered.
   * @throws ProblemError `not-found`
   */
  async previewText({ em }: Context, id: string): Promise<string | null> {
    if ((await findNewsletterIssue(em, id)) === null) throw new ProblemError('not-found');
    return (await findNewsletterPreview(em, id))?.text ?? null;
  }

  /** @throws ProblemError `not-found` while it is not rendered */
  async previewHtml({ em }: Context, id: string): Promise<string> {
    const preview = await findNewsletterPreview(em, id);
    if (preview === null) throw new ProblemError('not-found');
    return preview.html;
  }
}
