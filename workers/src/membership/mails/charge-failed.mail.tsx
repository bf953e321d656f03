import type { MailedMembership } from '@ve/data/membership/mails/membership-mail.repository';
import type { StoredPaymentProblem } from '@ve/data/membership/subscription/subscription.entity';
import { unpaidMessages } from '@ve/domain/membership/unpaid-messages';
import { offer } from '@ve/domain/membership/offer';
import { formatMoney } from '@ve/domain/kernel/money/format-money';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import type { EmailContent } from '../../messaging/mails/email-content.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { Action, Facts, Paragraph } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import { plateOf } from './membership-parts.tsx';

/** Reports a failed membership charge, with the link to change the card. */
export const chargeFailedEmail = (
  membership: MailedMembership & { paymentProblem: StoredPaymentProblem },
  settings: MailSettings,
): EmailContent => {
  const { kind, pence, nextAttemptAt } = membership.paymentProblem;
  const amount = formatMoney(pence, offer.currency);
  const asks = kind === 'authentication';
  const subject = asks ? `Your bank asks you to approve ${amount}` : `Your payment of ${amount} did not go through`;
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="What continues, what is paused, and how to pay.">
        <Facts
          rows={[
            ['Vehicle', plateOf(membership.registration)],
            ['Amount', amount],
            [
              'Next attempt',
              nextAttemptAt === null ? 'None: please pay in your account' : formatInstant(nextAttemptAt),
            ],
          ]}
        />
        <Paragraph>
          {asks
            ? 'Your bank wants you to approve this payment. It takes a minute, in your account.'
            : 'Your bank refused the payment. Check the card in your account, or use another.'}
        </Paragraph>
        <Paragraph>{unpaidMessages.goesOn}</Paragraph>
        <Paragraph>
          {unpaidMessages.paused} {unpaidMessages.resumes}
        </Paragraph>
        <Action href={`${settings.origin}/my-account?fix=card`}>
          {asks ? 'Approve the payment' : `Pay ${amount}`}
        </Action>
      </MailFrame>
    ),
  };
};
