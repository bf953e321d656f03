import { findContactMessage } from '@ve/data/messaging/contact/contact-message.repository';
import { contactConfirmationEmail } from './contact-confirmation.mail.tsx';
import { contactMessageEmail } from './contact-message.mail.tsx';
import type { MailBuilder } from './email-content.ts';

export const buildContactMessageEmail: MailBuilder = async (em, { subjectId }, { settings }) => {
  const message = subjectId === null ? null : await findContactMessage(em, subjectId);
  return message ? contactMessageEmail(message, settings) : { skip: 'subject-deleted' };
};

export const buildContactConfirmationEmail: MailBuilder = async (em, { subjectId }, { settings }) => {
  const message = subjectId === null ? null : await findContactMessage(em, subjectId);
  return message ? contactConfirmationEmail(settings) : { skip: 'subject-deleted' };
};
