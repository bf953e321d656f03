import type { JobUseCase } from '@ve/app/job-context';
import { sendMail, type SendMailDeps } from '@ve/app/messaging/mails/send-mail';
import { previewNewsletter } from '@ve/app/messaging/newsletter/preview-newsletter';
import { sendText, type SendTextDeps } from '@ve/app/messaging/texts/send-text';
import { findReaderMembership } from './membership/mails/find-reader-membership.ts';
import type { EmailContent } from './messaging/mails/email-content.ts';
import { mailBuilderOf } from './messaging/mails/mail-builders.ts';
import { newsletterEmail } from './messaging/mails/newsletter.mail.tsx';
import { renderEmail } from './messaging/mails/render-email.ts';
import { textBuilderOf } from './messaging/texts/text-builders.ts';

type MailDeps = SendMailDeps<EmailContent>;

/** The mail server and its settings. */
export type MailServer = Pick<MailDeps, 'mail' | 'mailSettings' | 'mailLeaseMs'>;
/** The vendor of texts and its settings. */
export type TextVendor = Omit<SendTextDeps, 'builderOf'>;

/** Sends mails with the templates of the workers. `builderOf`: other templates, for tests. */
export const createMailHandler = (
  server: MailServer & Partial<Pick<MailDeps, 'builderOf'>>,
): JobUseCase<'mails.send'> =>
  sendMail<EmailContent>({
    builderOf: mailBuilderOf,
    rendererFor: async (em, mail, at) => {
      const reader = await findReaderMembership(em, mail, at);
      return (content) => renderEmail(content, reader);
    },
    ...server,
  });

/** Renders previews of the newsletter with the template that sends it. */
export const createPreviewHandler = ({
  mailSettings,
}: Pick<MailServer, 'mailSettings'>): JobUseCase<'newsletter-issues.preview'> =>
  previewNewsletter((issue) => renderEmail(newsletterEmail(issue, null, mailSettings)));

/** Sends texts with the templates of the workers. */
export const createTextHandler = (vendor: TextVendor): JobUseCase<'texts.send'> =>
  sendText({ builderOf: textBuilderOf, ...vendor });
