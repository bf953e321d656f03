import { refundArrivalTime } from '@ve/domain/membership/refund-arrival-time';
import type { EmailContent } from '../../messaging/mails/email-content.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { Action, MailLink, Paragraph, SmallPrint } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';

/** Informs a person whose account was lost in a restore that everything they paid is refunded. Built without a row. */
export const returnedAfterRestoreEmail = (settings: MailSettings): EmailContent => {
  const subject = 'We lost your account and have refunded everything you paid';
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="Your membership is cancelled. Nothing more is charged.">
        <Paragraph>
          We had to restore our records from a backup. Your account was newer than that backup, so it is lost, with its
          reports and reminders. We are sorry.
        </Paragraph>
        <Paragraph>
          We have cancelled your membership and refunded everything you paid for it. The money usually arrives on your
          card within {refundArrivalTime}. You don’t need to do anything.
        </Paragraph>
        <Paragraph>You can sign up again at any time. Your lost trial does not count.</Paragraph>
        <Action href={`${settings.origin}/signup`}>Sign up again</Action>
        <SmallPrint>
          Questions: <MailLink href={`mailto:${settings.support}`}>{settings.support}</MailLink>
        </SmallPrint>
      </MailFrame>
    ),
  };
};
