import { type MembershipMailData, findMembershipMailData } from '@ve/data/membership/mails/membership-mail.repository';
import type { StoredPaymentProblem } from '@ve/data/membership/subscription/subscription.entity';
import { unpaidMembershipMessages } from '@ve/domain/membership/unpaid-messages';
import { membershipOffer } from '@ve/domain/membership/offer';
import { formatMoney } from '@ve/domain/kernel/money/format-money';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import type { EmailContent, MailBuilder } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { MailActionButton, MailLabelledValues, MailParagraph } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import { formatPlateOrNote } from './membership-parts.tsx';
import { membershipOf } from '@ve/domain/membership/membership-state';

/** Reports a failed membership charge, with the link to change the card. */
export const chargeFailedEmail = (
  membership: MembershipMailData & { paymentProblem: StoredPaymentProblem },
  settings: MailSettings,
): EmailContent => {
  const { kind, pence, nextAttemptAt } = membership.paymentProblem;
  const amount = formatMoney(pence, membershipOffer.currency);
  const asks = kind === 'authentication';
  const subject = asks ? `Your bank asks you to approve ${amount}` : `Your payment of ${amount} did not go through`;
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="What continues, what is paused, and how to pay.">
        <MailLabelledValues
          rows={[
            ['Vehicle', formatPlateOrNote(membership.registration)],
            ['Amount', amount],
            [
              'Next attempt',
              nextAttemptAt === null ? 'None: please pay in your account' : formatInstant(nextAttemptAt),
            ],
          ]}
        />
        <MailParagraph>
          {asks
            ? 'Your bank wants you to approve this payment. It takes a minute, in your account.'
            : 'Your bank refused the payment. Check the card in your account, or use another.'}
        </MailParagraph>
        <MailParagraph>{unpaidMembershipMessages.goesOn}</MailParagraph>
        <MailParagraph>
          {unpaidMembershipMessages.paused} {unpaidMembershipMessages.resumes}
        </MailParagraph>
        <MailActionButton href={`${settings.origin}/my-account?fix=card`}>
          {asks ? 'Approve the payment' : `Pay ${amount}`}
        </MailActionButton>
      </MailFrame>
    ),
  };
};

/** Skipped once the charge has been paid or the membership has ended. */
export const buildChargeFailedEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const membership = subjectId === null ? null : await findMembershipMailData(em, subjectId);
  if (!membership) return { skip: 'subject-deleted' };
  const { paymentProblem } = membership;
  if (paymentProblem === null || membershipOf(membership, now).state === 'cancelled') return { skip: 'not-needed' };
  return chargeFailedEmail({ ...membership, paymentProblem }, settings);
};
