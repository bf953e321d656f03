import type { EmailContent } from '../../messaging/mails/email-content.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { Action, Paragraph } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';

/** Links to the data export for its signed-in owner; the data itself is never sent by mail. */
export const dataExportReadyEmail = (settings: MailSettings): EmailContent => {
  const subject = 'The copy of your data is ready';
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="It stays in your account for 7 days.">
        <Paragraph>
          You asked for a copy of everything we hold about you. It is in your account, to read there or to download, and
          is deleted after 7 days. You can ask for another at any time.
        </Paragraph>
        <Action href={`${settings.origin}/your-data`}>Open your data</Action>
        <Paragraph>
          If you did not ask for it, sign in and end the other sessions in your account: somebody else may be signed in
          as you.
        </Paragraph>
      </MailFrame>
    ),
  };
};
