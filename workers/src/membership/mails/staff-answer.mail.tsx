import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import type { ContactMessageKind } from '@ve/data/messaging/contact/contact-message.repository';
import type { DisputableReportSection } from '@ve/contracts/http/membership/disputes';
import { disputableReportSectionNames } from './dispute-labels.ts';
import type { EmailContent } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { MailLabelledValues, MailParagraph, MailQuote } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';

interface Answer {
  answer: string;
}

/** A reply from support, exactly as written; the recipient's own message is not repeated. */
const answerEmail = ({
  subject,
  facts,
  answered: { answer },
  settings,
}: {
  subject: string;
  facts: readonly (readonly [label: string, value: string])[];
  answered: Answer;
  settings: MailSettings;
}): EmailContent => ({
  subject,
  replyTo: { name: 'Vehicle Enquiry support', address: settings.support },
  automatic: 'auto-generated',
  document: (
    <MailFrame settings={settings} title={subject} preheader={answer}>
      <MailLabelledValues rows={facts} />
      <MailQuote>{answer}</MailQuote>
      <MailParagraph>If you disagree, or want to add something, reply to this e-mail.</MailParagraph>
    </MailFrame>
  ),
});

const namesOfAnswered = {
  enquiry: 'message',
  complaint: 'complaint',
  affiliate: 'affiliate application',
} as const satisfies Record<ContactMessageKind, string>;

/** Replies to an enquiry, a complaint or an affiliate application. */
export const contactMessageAnswerEmail = (
  message: Answer & { kind: ContactMessageKind; reference: string; receivedAt: Date },
  settings: MailSettings,
): EmailContent => {
  const { kind, reference, receivedAt } = message;
  const facts = [
    ['Reference', reference],
    ['Received', formatInstant(receivedAt)],
  ] as const;
  const subject = `Our answer to your ${namesOfAnswered[kind]} ${reference}`;
  return answerEmail({ subject, facts, answered: message, settings });
};

/** Replies to the dispute of a report entry. */
export const dataDisputeAnswerEmail = (
  dispute: Answer & { reference: string; registration: string; section: DisputableReportSection; createdAt: Date },
  settings: MailSettings,
): EmailContent => {
  const { reference, registration, section, createdAt } = dispute;
  const facts = [
    ['Reference', reference],
    ['Vehicle', formatRegistration(registration)],
    ['Section of the report', disputableReportSectionNames[section]],
    ['Received', formatInstant(createdAt)],
  ] as const;
  const subject = `Our answer to your dispute of a report entry ${reference}`;
  return answerEmail({ subject, facts, answered: dispute, settings });
};
