import { type MailedCheck, findMailedCheck } from '@ve/data/full-check/full-check-mail.repository';
import { checkFailureMessage, checkRetry, creditMessage } from '@ve/domain/vehicle/record/check-failure';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import type { EmailContent, MailBuilder } from '../messaging/mails/render-email.ts';
import { MailFrame } from '../messaging/mails/mail-frame.tsx';
import { Action, Facts, MailLink, Paragraph } from '../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';

const refundedMessage = 'You have since cancelled, so we’re returning your last payment.';

/** Reports a full check without a result: why it failed, and where its credit is. */
export const fullCheckFailedEmail = (check: MailedCheck, settings: MailSettings): EmailContent => {
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
        preheader={check.refunded ? refundedMessage : creditMessage(check.creditReturned)}
      >
        <Facts
          rows={[
            ['Vehicle', plate],
            ['Asked for', formatInstant(check.requestedAt)],
            ['Why', checkFailureMessage(check.failure)],
          ]}
        />
        <Paragraph>
          There is no result, so the report does not say whether this vehicle is stolen, written off or on finance.
        </Paragraph>
        {check.refunded ? (
          <Paragraph>{refundedMessage} A separate e-mail says how much.</Paragraph>
        ) : check.creditReturned ? (
          <Paragraph>
            {creditMessage(true)} You can use it for{' '}
            {checkRetry(check.failure) === 'never' ? 'another vehicle' : 'this vehicle or another'} until {until}.
          </Paragraph>
        ) : (
          <Paragraph>
            {creditMessage(false)} The address is{' '}
            <MailLink href={`mailto:${settings.support}`}>{settings.support}</MailLink>.
          </Paragraph>
        )}
        <Action href={`${settings.origin}/report?reg=${check.registration}`}>Open the report</Action>
      </MailFrame>
    ),
  };
};

export const buildFullCheckFailedEmail: MailBuilder = async (em, { subjectId }, { settings }) => {
  const check = subjectId === null ? null : await findMailedCheck(em, subjectId);
  return check === null ? { skip: 'subject-deleted' } : fullCheckFailedEmail(check, settings);
};
