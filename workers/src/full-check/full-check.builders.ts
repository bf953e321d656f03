import { findMailedCheck } from '@ve/data/full-check/full-check-mail.repository';
import { fullCheckFailedEmail } from './full-check-failed.mail.tsx';
import type { MailBuilder } from '../messaging/mails/email-content.ts';

export const buildFullCheckFailedEmail: MailBuilder = async (em, { subjectId }, { settings }) => {
  const check = subjectId === null ? null : await findMailedCheck(em, subjectId);
  return check === null ? { skip: 'subject-deleted' } : fullCheckFailedEmail(check, settings);
};
