import {
  type PaymentMailData,
  findMembershipMailData,
  findPaymentMailData,
} from '@ve/data/membership/mails/membership-mail.repository';
import { refundRuleTextsOfContract } from '@ve/domain/membership/refund-rule-texts-of-contract';
import { nextChargeText } from '@ve/domain/membership/next-charge-text';
import { type MembershipTimeline, membershipTimelineOf } from '@ve/domain/membership/membership-timeline';
import { membershipOffer } from '@ve/domain/membership/offer';
import { formatMoney } from '@ve/domain/kernel/money/format-money';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import type { EmailContent, MailBuilder } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { MailActionButton, MailLabelledValues, MailLink, MailParagraph } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import { formatInstantOrNote, formatPlateOrNote } from './membership-parts.tsx';

/**
 * A receipt. For the first full charge of a contract it states the 14-day right (DMCC Act 2024 s 264 in substance); for
 * a renewed contract also the agreed terms (Consumer Contracts Regulations 2013, reg 16), as it had no trial and no
 * other mail.
 */
export const paymentReceiptEmail = (
  payment: PaymentMailData & Pick<MembershipTimeline, 'nextCharge' | 'nextCheck'>,
  settings: MailSettings,
): EmailContent => {
  const amount = formatMoney(payment.amountPence, payment.currency);
  const subject = `Receipt: ${amount} paid`;
  const trial = payment.kind === 'trial';
  const rules = refundRuleTextsOfContract({ pence: payment.amountPence, fullCheckPence: payment.fullCheckPence });
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader={`Paid on ${formatInstant(payment.paidAt)}.`}>
        <MailLabelledValues
          rows={[
            ['Amount', amount],
            ['Paid', formatInstant(payment.paidAt)],
            ['For', trial ? `The ${membershipOffer.trial.hours}-hour trial` : membershipOffer.membership.name],
            ['Vehicle', formatPlateOrNote(payment.registration)],
            ...(trial
              ? []
              : ([
                  [
                    'Period',
                    `${formatInstantOrNote(payment.periodStart)} to ${formatInstantOrNote(payment.periodEnd)}`,
                  ],
                ] as const)),
            ['Reference', payment.id],
          ]}
        />
        {trial ? null : (
          <MailParagraph>
            {payment.nextCheck === 'now' ? 'Your full check for this month is ready to use. ' : ''}
            {payment.nextCharge === null
              ? 'Nothing more will be charged.'
              : `Next charge: ${nextChargeText(payment.nextCharge)}, unless you cancel before then.`}
          </MailParagraph>
        )}
        {payment.first === 'again' ? (
          <MailParagraph>
            Your membership has started again: {formatMoney(payment.amountPence, payment.currency)} a month for the{' '}
            {membershipOffer.membership.name}, until you cancel.
          </MailParagraph>
        ) : null}
        {payment.first === null ? null : (
          <MailParagraph>
            This was the first full charge{payment.first === 'ever' ? '' : ' of your new contract'}. You may cancel
            within {membershipOffer.coolingOffDays} days of it without giving a reason. {rules.unused} {rules.used}{' '}
            <MailLink href={`${settings.origin}/terms`}>The terms</MailLink> give an example.
          </MailParagraph>
        )}
        <MailActionButton href={`${settings.origin}/my-account`}>My account</MailActionButton>
      </MailFrame>
    ),
  };
};

export const buildReceiptEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const payment = subjectId === null ? null : await findPaymentMailData(em, subjectId);
  if (!payment) return { skip: 'subject-deleted' };
  const membership = payment.subscription && (await findMembershipMailData(em, payment.subscription.id));
  return paymentReceiptEmail({ ...payment, ...membershipTimelineOf(membership, now) }, settings);
};
