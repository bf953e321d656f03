import {
  type FailedFullCheckMailData,
  findFailedFullCheckMailData,
} from '@ve/data/full-check/full-check-mail.repository';
import {
  fullCheckFailureMessage,
  fullCheckRetryTimingOf,
  failedCheckCreditMessage,
} from '@ve/domain/vehicle/record/check-failure';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import type { EmailContent, MailBuilder } from '../messaging/mails/render-email.ts';
import { MailFrame } from '../messaging/mails/mail-frame.tsx';
import { MailActionButton, MailLabelledValues, MailLink, MailParagraph } from '../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';

const refundedMessage = 'You have since cancelled, so we’re returning your last payment.';

/** Reports a full check without a result: why it failed, and where its credit is. */
export const fullCheckFailedEmail = (check: FailedFullCheckMailData, settings: MailSettings): EmailContent => {
  const plate = formatRegistration(check.registration);
  const subject = `We couldn’t complete the full check of ${plate}`;
  const until = formatInstant(check.periodEnd);
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame
        settings={settings}
        title={subject}
        preheader={check.refunded ? refundedMessage : failedCheckCreditMessage(check.creditReturned)}
      >
        <MailLabelledValues
          rows={[
            ['Vehicle', plate],
            ['Asked for', formatInstant(check.requestedAt)],
            ['Why', fullCheckFailureMessage(check.failure)],
          ]}
        />
        <MailParagraph>
          There is no result, so the report does not say whether this vehicle is stolen, written off or on finance.
        </MailParagraph>
        {check.refunded ? (
          <MailParagraph>{refundedMessage} A separate e-mail says how much.</MailParagraph>
        ) : check.creditReturned ? (
          <MailParagraph>
            {failedCheckCreditMessage(true)} You can use it for{' '}
            {fullCheckRetryTimingOf(check.failure) === 'never' ? 'another vehicle' : 'this vehicle or another'} until{' '}
            {until}.
          </MailParagraph>
        ) : (
          <MailParagraph>
            {failedCheckCreditMessage(false)} The address is{' '}
            <MailLink href={`mailto:${settings.support}`}>{settings.support}</MailLink>.
          </MailParagraph>
        )}
        <MailActionButton href={`${settings.origin}/report?reg=${check.registration}`}>
          Open the report
        </MailActionButton>
      </MailFrame>
    ),
  };
};

export const buildFullCheckFailedEmail: MailBuilder = async (em, { subjectId }, { settings }) => {
  const check = subjectId === null ? null : await findFailedFullCheckMailData(em, subjectId);
  return check === null ? { skip: 'subject-deleted' } : fullCheckFailedEmail(check, settings);
};
