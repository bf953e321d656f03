import { refundArrivalTime } from '@ve/domain/membership/refund-arrival-time';
import type { EmailContent, MailBuilder } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { MailActionButton, MailLink, MailParagraph, MailSmallPrint } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';

/** Informs a person whose account was lost in a restore that everything they paid is refunded. Built without a row. */
export const paymentsReturnedAfterRestoreEmail = (settings: MailSettings): EmailContent => {
  const subject = 'We lost your account and have refunded everything you paid';
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="Your membership is cancelled. Nothing more is charged.">
        <MailParagraph>
          We had to restore our records from a backup. Your account was newer than that backup, so it is lost, with its
          reports and reminders. We are sorry.
        </MailParagraph>
        <MailParagraph>
          We have cancelled your membership and refunded everything you paid for it. The money usually arrives on your
          card within {refundArrivalTime}. You don’t need to do anything.
        </MailParagraph>
        <MailParagraph>You can sign up again at any time. The trial you lost does not count against you.</MailParagraph>
        <MailActionButton href={`${settings.origin}/signup`}>Sign up again</MailActionButton>
        <MailSmallPrint>
          Questions: <MailLink href={`mailto:${settings.support}`}>{settings.support}</MailLink>
        </MailSmallPrint>
      </MailFrame>
    ),
  };
};

/** Built without a row: the account is lost. */
export const buildPaymentsReturnedAfterRestoreEmail: MailBuilder = (_em, _mail, { settings }) =>
  Promise.resolve(paymentsReturnedAfterRestoreEmail(settings));
