import {
  findNewsletterIssue,
  type NewsletterIssue,
  type NewsletterPreview,
  storeNewsletterPreview,
} from '@ve/data/messaging/newsletter/newsletter-issue.repository';
import type { JobUseCase } from '../../job-context.ts';

/** Renders both bodies of a newsletter, as they are mailed. */
export type NewsletterRenderer = (issue: NewsletterIssue) => Promise<NewsletterPreview>;

/** Renders and stores the previews of a newsletter's present version. Running twice stores the same. */
export const storeRenderedNewsletterPreview =
  (render: NewsletterRenderer): JobUseCase<'newsletter-issues.preview'> =>
  async ({ issueId }, { em }) => {
    const issue = await findNewsletterIssue(em, issueId);
    if (issue !== null) await storeNewsletterPreview(em, issue, await render(issue));
  };
