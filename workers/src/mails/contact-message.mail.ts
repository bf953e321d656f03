import type { ContactMessageRow } from '@ve/data/contact/contact-message.repository';
import type { Mail } from '@ve/providers/mail/mail.port';
import { mailBody } from './mail-body.ts';
import type { MailSettings } from './mail-settings.ts';

/** An enquiry for support; answering it writes to whoever sent it. */
export const contactMessageMail = (message: ContactMessageRow, settings: MailSettings): Mail => {
  const subject = `General enquiry from ${message.name}`;
  return {
    id: `contact-message.${message.id}`,
    from: settings.from,
    to: settings.support,
    replyTo: { name: message.name, address: message.email },
    subject,
    automatic: 'auto-generated',
    ...mailBody(settings, subject, [
      {
        kind: 'facts',
        rows: [
          ['Name', message.name],
          ['E-mail', message.email],
          ['Registration number', message.registration ?? 'Not given'],
          ['Received', `${message.receivedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
        ],
      },
      { kind: 'quote', text: message.message },
      { kind: 'text', text: 'The sender was promised a reply within 24 hours. Answer this e-mail to write to them.' },
    ]),
  };
};
