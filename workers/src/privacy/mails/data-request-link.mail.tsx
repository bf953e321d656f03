import type { EmailContent } from '../../messaging/mails/email-content.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { Action, Paragraph } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';

/** Links to the data held about an address. The link opens a page; only that page's button deletes. */
export const dataRequestLinkEmail = (token: string, settings: MailSettings): EmailContent => {
  const subject = 'What we hold about you';
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame
        settings={settings}
        title={subject}
        preheader="See it, download it or delete it. The link works for an hour."
      >
        <Paragraph>
          You asked what Vehicle Enquiry holds under this e-mail address. This link shows it. You can download it or
          delete it there.
        </Paragraph>
        <Action href={`${settings.origin}/your-data/held?token=${token}`}>See what is held</Action>
        <Paragraph>
          It works for an hour. If it was not you, do nothing. No one can see anything without this link, so do not pass
          it on.
        </Paragraph>
      </MailFrame>
    ),
  };
};
