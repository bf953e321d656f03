import type { DisputeRow } from '@ve/data/membership/dispute/dispute.repository';
import { responseTimeLabels } from '@ve/domain/messaging/contact/response-times';
import { whoCanCorrect } from '@ve/domain/membership/who-can-correct';
import { sectionNames } from './dispute-labels.ts';
import type { EmailContent } from '../../messaging/mails/email-content.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { Facts, MailLink, Paragraph, Quote } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';

const minuteOf = (instant: Date): string => `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The dispute of a report entry, mailed to support; replies go to its sender. */
export const disputeEmail = (dispute: DisputeRow, settings: MailSettings): EmailContent => {
  const { registration, section, datum, value, source, readAt, message, email, userId, createdAt } = dispute;
  const subject = `Something wrong in the report of ${registration}: ${sectionNames[section]}`;
  const { name, how, link } = whoCanCorrect(section);
  return {
    subject,
    replyTo: { name: email, address: email },
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader={message}>
        <Facts
          rows={[
            ['Registration number', registration],
            ['Section', sectionNames[section]],
            ['Entry', datum],
            ['Shown as', value ?? 'Not available'],
            ['Source', source ?? 'None'],
            ['Asked at', readAt === null ? 'Not known' : minuteOf(readAt)],
            ['From', `${email}, ${userId === null ? 'not signed in' : 'signed in'}`],
            ['Received', minuteOf(createdAt)],
          ]}
        />
        <Quote>{message}</Quote>
        <Paragraph>
          Who can correct it: {name}. {how} <MailLink href={link.url}>{link.text}</MailLink>
        </Paragraph>
        <Paragraph>
          The entry, value, source and time come from the sender’s page. Check them against the stored report. We have
          promised the sender a reply {responseTimeLabels.reply}. Answer this e-mail to write to them.
        </Paragraph>
      </MailFrame>
    ),
  };
};
