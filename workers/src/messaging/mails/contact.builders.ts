import { findContactMessage } from '@ve/data/messaging/contact/contact-message.repository';
import { caseNoticeEmail } from './case-notice.mail.tsx';
import { affiliateApplicationConfirmationEmail, contactConfirmationEmail } from './contact-confirmation.mail.tsx';
import type { MailBuilder } from './render-email.ts';

export const buildContactCaseNoticeEmail: MailBuilder = async (em, { subjectId }, { settings }) => {
  const message = subjectId === null ? null : await findContactMessage(em, subjectId);
  return message ? caseNoticeEmail(message, settings) : { skip: 'subject-deleted' };
};

export const buildContactConfirmationEmail: MailBuilder = async (em, { subjectId }, { settings }) => {
  const message = subjectId === null ? null : await findContactMessage(em, subjectId);
  if (message === null) return { skip: 'subject-deleted' };
  const confirm = message.kind === 'affiliate' ? affiliateApplicationConfirmationEmail : contactConfirmationEmail;
  return confirm(message, settings);
};
