import { responseTimeLabels } from '@ve/domain/messaging/contact/response-times';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import type { EmailContent } from './render-email.ts';
import { MailFrame } from './mail-frame.tsx';
import { MailLabelledValues, MailLink, MailParagraph } from './mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';

/** For a reader whose address someone else has typed. */
export const NotYou = ({ support }: { support: string }) => (
  <MailParagraph>
    If you did not write to us, someone typed your address by mistake. You need not do anything. To tell us, write to{' '}
    <MailLink href={`mailto:${support}`}>{support}</MailLink>.
  </MailParagraph>
);

/** The mailbox that answers cases. */
export const supportOf = ({ support }: Pick<MailSettings, 'support'>) => ({
  name: 'Vehicle Enquiry support',
  address: support,
});

/**
 * Confirms an enquiry to its sender. Repeats none of the input: anyone's address can be entered in the form, and our
 * mail must not carry another person's text to it.
 */
export const contactConfirmationEmail = (
  { reference }: { reference: string },
  settings: MailSettings,
): EmailContent => {
  const subject = `We have your message ${reference}`;
  return {
    subject,
    replyTo: supportOf(settings),
    automatic: 'auto-replied',
    document: (
      <MailFrame settings={settings} title={subject} preheader={`You will have a reply ${responseTimeLabels.reply}.`}>
        <MailParagraph>Thank you for writing to Vehicle Enquiry. Your message is with our support team.</MailParagraph>
        <MailLabelledValues rows={[['Reference', reference]]} />
        <MailParagraph>We will reply to this e-mail address {responseTimeLabels.reply}.</MailParagraph>
        <NotYou support={settings.support} />
      </MailFrame>
    ),
  };
};

/** Confirms an affiliate application to its sender, without any of the input. */
export const affiliateApplicationConfirmationEmail = (
  { reference, dueAt }: { reference: string; dueAt: Date },
  settings: MailSettings,
): EmailContent => {
  const subject = `We have your affiliate application ${reference}`;
  return {
    subject,
    replyTo: supportOf(settings),
    automatic: 'auto-replied',
    document: (
      <MailFrame
        settings={settings}
        title={subject}
        preheader={`You will have an answer ${responseTimeLabels.affiliate}.`}
      >
        <MailParagraph>
          Thank you for applying to our affiliate programme. A person reads your application.
        </MailParagraph>
        <MailLabelledValues
          rows={[
            ['Reference', reference],
            ['Our answer by', formatInstant(dueAt)],
          ]}
        />
        <MailParagraph>
          We will reply to this e-mail address {responseTimeLabels.affiliate}. Nothing is agreed until you have our
          terms in writing.
        </MailParagraph>
        <NotYou support={settings.support} />
      </MailFrame>
    ),
  };
};
