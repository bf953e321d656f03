import type { ContactMessageRow } from '@ve/data/contact/contact-message.repository';
import type { Mail } from '@ve/providers/mail/mail.port';
import { mailBody } from './mail-body.ts';
import type { MailSettings } from './mail-settings.ts';

/**
 * Tells the sender of an enquiry that it came. Nothing that was typed is repeated: anybody's address can be typed into
 * the form, and ours must not carry a stranger's words to it.
 */
export const contactConfirmationMail = (message: ContactMessageRow, settings: MailSettings): Mail => {
  const subject = 'We have your message';
  return {
    id: `contact-confirmation.${message.id}`,
    from: settings.from,
    to: message.email,
    replyTo: { name: 'Vehicle Enquiry support', address: settings.support },
    subject,
    automatic: 'auto-replied',
    ...mailBody(settings, subject, [
      { kind: 'text', text: 'Thank you for writing to Vehicle Enquiry. Your message is with our support team.' },
      { kind: 'text', text: 'You will have a reply within 24 hours, to this e-mail address.' },
      {
        kind: 'text',
        text: `If you did not write to us, somebody typed your address by mistake. You need not do anything; to tell us, write to ${settings.support}.`,
      },
    ]),
  };
};
