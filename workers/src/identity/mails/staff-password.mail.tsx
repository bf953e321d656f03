import type { EmailContent } from '../../messaging/mails/email-content.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { Action, Paragraph } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';

/** The link with which an admin sets a password. It opens a page; only that page redeems it. */
export const staffPasswordEmail = (token: string, hours: number, settings: MailSettings): EmailContent => {
  const subject = 'Set your staff password';
  const lasts = hours === 1 ? 'an hour' : `${hours} hours`;
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader={`The link works once, for ${lasts}.`}>
        <Paragraph>
          Use this link to set a new password for the staff area of Vehicle Enquiry. It works once, for {lasts}. It
          signs you out of the staff area everywhere. You still need your authenticator app to sign in.
        </Paragraph>
        <Action href={`${settings.origin}/admin/password?token=${token}`}>Set a password</Action>
        <Paragraph>
          If you did not ask for it, do nothing: your password stays as it is. Tell your team, because someone knows
          that this is a staff address.
        </Paragraph>
      </MailFrame>
    ),
  };
};
