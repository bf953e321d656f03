import type { ContactMessageRow } from '@ve/data/messaging/contact/contact-message.repository';
import { complaintDates } from '@ve/domain/messaging/contact/complaint-dates';
import { responseTimeLabels } from '@ve/domain/messaging/contact/response-times';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import type { EmailContent } from './email-content.ts';
import { MailFrame } from './mail-frame.tsx';
import { Facts, Paragraph, Quote } from './mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';

/** The additional facts that support needs about a complaint; empty for other enquiries. */
const complaintRows = ({ reference, receivedAt }: ContactMessageRow): [string, string][] => {
  if (reference === null) return [];
  const { answerBy, escalationAt } = complaintDates(receivedAt);
  return [
    ['Kind', 'Complaint'],
    ['Reference', reference],
    ['Answer by', formatInstant(answerBy)],
    ['Escalated if unanswered', formatInstant(escalationAt)],
  ];
};

/** An enquiry or a complaint for support; replies go to its sender. */
export const contactMessageEmail = (message: ContactMessageRow, settings: MailSettings): EmailContent => {
  const { reference } = message;
  const subject =
    reference === null ? `General enquiry from ${message.name}` : `Complaint ${reference} from ${message.name}`;
  return {
    subject,
    replyTo: { name: message.name, address: message.email },
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader={message.message}>
        <Facts
          rows={[
            ...complaintRows(message),
            ['Name', message.name],
            ['E-mail', message.email],
            ['Registration number', message.registration ?? 'Not given'],
            ['Received', `${message.receivedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
          ]}
        />
        <Quote>{message.message}</Quote>
        <Paragraph>
          We have promised the sender {reference === null ? 'a reply' : 'a reply to the complaint'}{' '}
          {reference === null ? responseTimeLabels.reply : responseTimeLabels.complaint}. Answer this e-mail to write to
          them.
        </Paragraph>
        {reference === null ? null : (
          <Paragraph>Once you have answered it, mark it: npm run answer-complaint {reference}</Paragraph>
        )}
      </MailFrame>
    ),
  };
};
