import { responseTimeLabels } from '@ve/domain/messaging/contact/response-times';
import type { EmailContent } from './email-content.ts';
import { MailFrame } from './mail-frame.tsx';
import { MailLink, Paragraph } from './mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';

/**
 * Confirms an enquiry to its sender. Repeats none of the input: anyone's address can be entered in the form, and our mail
 * must not carry another person's text to it.
 */
export const contactConfirmationEmail = (settings: MailSettings): EmailContent => {
  const subject = 'We have your message';
  return {
    subject,
    replyTo: { name: 'Vehicle Enquiry support', address: settings.support },
    automatic: 'auto-replied',
    document: (
      <MailFrame settings={settings} title={subject} preheader={`You will have a reply ${responseTimeLabels.reply}.`}>
        <Paragraph>Thank you for writing to Vehicle Enquiry. Your message is with our support team.</Paragraph>
        <Paragraph>You will have a reply {responseTimeLabels.reply}, to this e-mail address.</Paragraph>
        <Paragraph>
          If you did not write to us, someone typed your address by mistake. You need not do anything. To tell us, write
          to <MailLink href={`mailto:${settings.support}`}>{settings.support}</MailLink>.
        </Paragraph>
      </MailFrame>
    ),
  };
};
