import type { EmailContent, MailBuilder } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { MailActionButton, MailParagraph } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import { findStaffPasswordLink, setStaffPasswordLinkToken } from '@ve/data/identity/staff/password-reset.repository';
import { newSecretToken } from '@ve/app/kernel/secret-token';

/** The link with which an admin sets a password. It opens a page; only that page redeems it. */
export const staffPasswordEmail = (token: string, hours: number, settings: MailSettings): EmailContent => {
  const subject = 'Set your staff password';
  const lasts = hours === 1 ? 'an hour' : `${hours} hours`;
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader={`The link works once, for ${lasts}.`}>
        <MailParagraph>
          Use this link to set a new password for the staff area of Vehicle Enquiry. It works once, for {lasts}. It
          signs you out of the staff area everywhere. You still need your authenticator app to sign in.
        </MailParagraph>
        <MailActionButton href={`${settings.origin}/admin/password?token=${token}`}>Set a password</MailActionButton>
        <MailParagraph>
          If you did not ask for it, do nothing: your password stays as it is. Tell your team, because someone knows
          that this is a staff address.
        </MailParagraph>
      </MailFrame>
    ),
  };
};

const anHour = 3_600_000;

/** Skipped when the link has expired, or its user is no longer an admin. */
export const buildStaffPasswordEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const link = subjectId === null ? null : await findStaffPasswordLink(em, subjectId);
  if (subjectId === null || !link) return { skip: 'subject-deleted' };
  const { createdAt, expiresAt, usedAt, isAdmin } = link;
  if (usedAt !== null || expiresAt <= now || !isAdmin) return { skip: 'not-needed' };
  const { token, hash } = newSecretToken();
  await setStaffPasswordLinkToken(em, subjectId, hash);
  return staffPasswordEmail(token, Math.round((expiresAt.getTime() - createdAt.getTime()) / anHour), settings);
};
