import { complaintDeadlines } from '@ve/domain/messaging/contact/complaint-deadlines';
import { promisedResponseTimes, responseTimeLabels } from '@ve/domain/messaging/contact/response-times';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import type { EmailContent } from '../../messaging/mails/render-email.ts';
import { staffCaseUrl } from '../../messaging/mails/case-notice.mail.tsx';
import { NotYou, supportOf } from '../../messaging/mails/contact-confirmation.mail.tsx';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import {
  MailActionButton,
  MailLabelledValues,
  MailParagraph,
  NonBreakingReferences,
} from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';

export interface ComplaintMailData {
  reference: string;
  receivedAt: Date;
}

/**
 * Acknowledges a complaint to its sender immediately; for complaints about personal data the law requires it within 30
 * days. Repeats none of the input: anyone's address can be entered in the form.
 */
export const complaintConfirmationEmail = (
  { reference, receivedAt }: ComplaintMailData,
  token: string,
  settings: MailSettings,
): EmailContent => {
  const subject = `We have your complaint ${reference}`;
  const { answerBy, escalationAt } = complaintDeadlines(receivedAt);
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
        <MailParagraph>Thank you for telling us. Your complaint is with our support team.</MailParagraph>
        <MailLabelledValues
          rows={[
            ['Reference', reference],
            ['Received', formatInstant(receivedAt)],
            ['Our answer by', formatInstant(answerBy)],
            ['Escalated if unanswered', formatInstant(escalationAt)],
          ]}
        />
        <MailParagraph>
          We answer complaints {responseTimeLabels.complaint}, to this e-mail address. If there is no answer after{' '}
          {responseTimeLabels.escalation}, someone who was not involved takes it over, and we tell you. Working hours
          are Monday to Friday, 9:00 to 17:00 UK time, except bank holidays in England and Wales.
        </MailParagraph>
        <MailActionButton href={`${settings.origin}/complaint?token=${token}`}>Follow your complaint</MailActionButton>
        <NotYou support={settings.support} />
      </MailFrame>
    ),
  };
};

/** Informs the sender that their complaint was escalated. The link of the confirmation remains valid. */
export const complaintDelayedEmail = (
  { reference, receivedAt }: ComplaintMailData,
  settings: MailSettings,
): EmailContent => {
  const subject = `Your complaint ${reference} has been escalated`;
  return {
    subject,
    replyTo: supportOf(settings),
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="Someone who was not involved takes it over.">
        <MailParagraph>
          We received your complaint <NonBreakingReferences>{reference}</NonBreakingReferences> on{' '}
          {formatInstant(receivedAt)} and have not answered it within {responseTimeLabels.escalation}. We are sorry.
          Someone who was not involved takes it over from here.
        </MailParagraph>
        <MailParagraph>
          You need not do anything. You can follow it with the link in our confirmation. If we have answered and you
          disagree, reply to this e-mail.
        </MailParagraph>
        <NotYou support={settings.support} />
      </MailFrame>
    ),
  };
};

/** Notifies support of a complaint that is still unanswered. */
export const complaintEscalatedEmail = (
  { reference, receivedAt }: ComplaintMailData,
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
        <MailLabelledValues
          rows={[
            ['Reference', reference],
            ['Received', formatInstant(receivedAt)],
            ['To be answered by', formatInstant(complaintDeadlines(receivedAt).answerBy)],
          ]}
        />
        <MailParagraph>
          No one has marked it as answered after {responseTimeLabels.escalation}. Give it to someone who was not
          involved. We have told the sender.
        </MailParagraph>
        <MailActionButton href={staffCaseUrl(reference, settings)}>Open the case</MailActionButton>
      </MailFrame>
    ),
  };
};
