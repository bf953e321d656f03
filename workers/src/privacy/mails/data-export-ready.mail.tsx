import type { EmailContent, MailBuilder } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { MailActionButton, MailParagraph } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import { isDataExportReady } from '@ve/data/privacy/my-data/data-export.repository';

/** Links to the data export for its signed-in owner; the data itself is never sent by mail. */
export const dataExportReadyEmail = (settings: MailSettings): EmailContent => {
  const subject = 'The copy of your data is ready';
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="It stays in your account for 7 days.">
        <MailParagraph>
          You asked for a copy of everything we hold about you. It is in your account. Read or download it there within
          7 days, before it is deleted. You can ask for another at any time.
        </MailParagraph>
        <MailActionButton href={`${settings.origin}/your-data`}>Open your data</MailActionButton>
        <MailParagraph>
          If you did not ask for it, someone else may be signed in as you. Sign in and sign the other browsers out in My
          account.
        </MailParagraph>
      </MailFrame>
    ),
  };
};

/** Skipped once the data export has expired. */
export const buildDataExportReadyEmail: MailBuilder = async (em, { subjectId }, { settings, now }) =>
  subjectId !== null && (await isDataExportReady(em, subjectId, now))
    ? dataExportReadyEmail(settings)
    : { skip: 'subject-deleted' };
