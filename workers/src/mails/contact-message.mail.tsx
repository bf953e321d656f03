import type { ContactMessageRow } from '@ve/data/contact/contact-message.repository';
import type { Letter } from './letter.ts';
import { MailFrame } from './mail-frame.tsx';
import { Facts, Paragraph, Quote } from './mail-parts.tsx';
import type { MailSettings } from './mail-settings.ts';

/** An enquiry for support; replies go to its sender. */
export const contactMessageLetter = (message: ContactMessageRow, settings: MailSettings): Letter => {
  const subject = `General enquiry from ${message.name}`;
  return {
    subject,
    replyTo: { name: message.name, address: message.email },
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader={message.message}>
        <Facts
          rows={[
            ['Name', message.name],
            ['E-mail', message.email],
            ['Registration number', message.registration ?? 'Not given'],
            ['Received', `${message.receivedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
          ]}
        />
        <Quote>{message.message}</Quote>
        <Paragraph>The sender was promised a reply within 24 hours. Answer this e-mail to write to them.</Paragraph>
      </MailFrame>
    ),
  };
};
