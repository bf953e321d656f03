import type { EntityManager } from '@mikro-orm/postgresql';
import { findAnswerOfContactMessage, setComplaintToken } from '@ve/data/messaging/contact/complaint.repository';
import { findContactMessage } from '@ve/data/messaging/contact/contact-message.repository';
import { newSecretToken } from '@ve/app/kernel/secret-token';
import { contactMessageAnswerEmail } from './staff-answer.mail.tsx';
import {
  complaintConfirmationEmail,
  complaintDelayedEmail,
  complaintEscalatedEmail,
  type ComplaintMailData,
} from './complaint.mail.tsx';
import type { MailBuilder } from '../../messaging/mails/render-email.ts';

/** Returns the complaint that a mail is about, or null if it was deleted. */
const findComplaint = async (
  em: EntityManager,
  id: string | null,
): Promise<(ComplaintMailData & { id: string; ended: boolean }) | null> => {
  const found = id === null ? null : await findContactMessage(em, id);
  if (found === null) return null;
  const { reference, receivedAt, state } = found;
  return { id: found.id, reference, receivedAt, ended: state === 'answered' || state === 'closed' };
};

export const buildComplaintConfirmationEmail: MailBuilder = async (em, { subjectId }, { settings }) => {
  const complaint = await findComplaint(em, subjectId);
  if (complaint === null) return { skip: 'subject-deleted' };
  const { token, hash } = newSecretToken();
  await setComplaintToken(em, complaint.id, hash);
  return complaintConfirmationEmail(complaint, token, settings);
};

export const buildComplaintEscalatedEmail: MailBuilder = async (em, { subjectId }, { settings }) => {
  const complaint = await findComplaint(em, subjectId);
  if (complaint === null) return { skip: 'subject-deleted' };
  return complaint.ended ? { skip: 'not-needed' } : complaintEscalatedEmail(complaint, settings);
};

export const buildComplaintDelayedEmail: MailBuilder = async (em, { subjectId }, { settings }) => {
  const complaint = await findComplaint(em, subjectId);
  if (complaint === null) return { skip: 'subject-deleted' };
  return complaint.ended ? { skip: 'not-needed' } : complaintDelayedEmail(complaint, settings);
};

export const buildContactMessageAnswerEmail: MailBuilder = async (em, { subjectId }, { settings }) => {
  const answered = subjectId === null ? null : await findAnswerOfContactMessage(em, subjectId);
  return answered ? contactMessageAnswerEmail(answered, settings) : { skip: 'subject-deleted' };
};
