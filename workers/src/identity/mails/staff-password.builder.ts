import { findPasswordLink, setPasswordLinkToken } from '@ve/data/identity/staff/password-reset.repository';
import { newSecretToken } from '@ve/app/kernel/secret-token';
import type { MailBuilder } from '../../messaging/mails/email-content.ts';
import { staffPasswordEmail } from './staff-password.mail.tsx';

const anHour = 3_600_000;

/** Skipped when the link has expired, or its user is no longer an admin. */
export const buildStaffPasswordEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const link = subjectId === null ? null : await findPasswordLink(em, subjectId);
  if (subjectId === null || !link) return { skip: 'subject-deleted' };
  const { createdAt, expiresAt, usedAt, isAdmin } = link;
  if (usedAt !== null || expiresAt <= now || !isAdmin) return { skip: 'not-needed' };
  const { token, hash } = newSecretToken();
  await setPasswordLinkToken(em, subjectId, hash);
  return staffPasswordEmail(token, Math.round((expiresAt.getTime() - createdAt.getTime()) / anHour), settings);
};
