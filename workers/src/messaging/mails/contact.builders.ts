import { findContactMessage } from '@ve/data/messaging/contact/contact-message.repository';
import { contactConfirmationLetter } from './contact-confirmation.mail.tsx';
import { contactMessageLetter } from './contact-message.mail.tsx';
import type { MailBuilder } from './letter.ts';

export const buildContactMessage: MailBuilder = async (em, { subjectId }, { settings }) => {
  const message = subjectId === null ? null : await findContactMessage(em, subjectId);
  return message ? contactMessageLetter(message, settings) : { skip: 'subject-gone' };
};

export const buildContactConfirmation: MailBuilder = async (em, { subjectId }, { settings }) => {
  const message = subjectId === null ? null : await findContactMessage(em, subjectId);
  return message ? contactConfirmationLetter(settings) : { skip: 'subject-gone' };
};
