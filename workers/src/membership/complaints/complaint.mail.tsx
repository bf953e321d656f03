import { complaintDates } from '@ve/domain/messaging/contact/complaint-dates';
import { promisedResponseTimes, responseTimeLabels } from '@ve/domain/messaging/contact/response-times';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import type { EmailContent } from '../../messaging/mails/render-email.ts';
import { caseUrl } from '../../messaging/mails/case-notice.mail.tsx';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { Action, Facts, MailLink, Paragraph, NonBreakingReferences } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';

export interface MailedComplaint {
  reference: string;
  receivedAt: Date;
}

const supportOf = ({ support }: MailSettings) => ({ name: 'Vehicle Enquiry support', address: support });

const NotYou = ({ support }: { support: string }) => (
  <Paragraph>
    If you did not write to us, someone typed your address by mistake. You need not do anything. To tell us, write to{' '}
    <MailLink href={`mailto:${support}`}>{support}</MailLink>.
  </Paragraph>
);

/**
 * Acknowledges a complaint to its sender immediately; for complaints about personal data the law requires it within 30 days.
 * Repeats none of the input: anyone's address can be entered in the form.
 */
export const complaintConfirmationEmail = (
  { reference, receivedAt }: MailedComplaint,
  token: string,
  settings: MailSettings,
): EmailContent => {
  const subject = `We have your complaint ${reference}`;
  const { answerBy, escalationAt } = complaintDates(receivedAt);
  return {
    subject,
    replyTo: supportOf(settings),
    automatic: 'auto-replied',
    document: (
      <MailFrame
        settings={settings}
        title={subject}
        preheader={`You will have an answer by ${formatInstant(answerBy)}.`}
      >
        <Paragraph>Thank you for telling us. Your complaint is with our support team.</Paragraph>
        <Facts
          rows={[
            ['Reference', reference],
            ['Received', formatInstant(receivedAt)],
            ['Our answer by', formatInstant(answerBy)],
            ['Escalated if unanswered', formatInstant(escalationAt)],
          ]}
        />
        <Paragraph>
          We answer complaints {responseTimeLabels.complaint}, to this e-mail address. If there is no answer after{' '}
          {responseTimeLabels.escalation}, someone who was not involved takes it over, and we tell you. Working hours
          are Monday to Friday, 9:00 to 17:00 UK time, except bank holidays in England and Wales.
        </Paragraph>
        <Action href={`${settings.origin}/complaint?token=${token}`}>Follow your complaint</Action>
        <NotYou support={settings.support} />
      </MailFrame>
    ),
  };
};

/** Informs the sender that their complaint was escalated. The link of the confirmation remains valid. */
export const complaintDelayedEmail = (
  { reference, receivedAt }: MailedComplaint,
  settings: MailSettings,
): EmailContent => {
  const subject = `Your complaint ${reference} has been escalated`;
  return {
    subject,
    replyTo: supportOf(settings),
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="Someone who was not involved takes it over.">
        <Paragraph>
          We received your complaint <NonBreakingReferences>{reference}</NonBreakingReferences> on{' '}
          {formatInstant(receivedAt)} and have not answered it within {responseTimeLabels.escalation}. We are sorry.
          Someone who was not involved takes it over from here.
        </Paragraph>
        <Paragraph>
          You need not do anything. You can follow it with the link in our confirmation. If we have answered and you
          disagree, reply to this e-mail.
        </Paragraph>
        <NotYou support={settings.support} />
      </MailFrame>
    ),
  };
};

/** Notifies support of a complaint that is still unanswered. */
export const complaintEscalatedEmail = (
  { reference, receivedAt }: MailedComplaint,
  settings: MailSettings,
): EmailContent => {
  const subject = `Escalated: complaint ${reference} is unanswered`;
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame
        settings={settings}
        title={subject}
        preheader={`No answer after ${promisedResponseTimes.escalationWorkingDays} working days.`}
      >
        <Facts
          rows={[
            ['Reference', reference],
            ['Received', formatInstant(receivedAt)],
            ['To be answered by', formatInstant(complaintDates(receivedAt).answerBy)],
          ]}
        />
        <Paragraph>
          No one has marked it as answered after {responseTimeLabels.escalation}. Give it to someone who was not
          involved. We have told the sender.
        </Paragraph>
        <Action href={caseUrl(reference, settings)}>Open the case</Action>
      </MailFrame>
    ),
  };
};
