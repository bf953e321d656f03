import {
  type MailedPayment,
  findMailedMembership,
  findMailedPayment,
} from '@ve/data/membership/mails/membership-mail.repository';
import { agreedRefundRules } from '@ve/domain/membership/agreed-refund-rules';
import { chargeText } from '@ve/domain/membership/charge-text';
import { type MembershipTimeline, timelineOf } from '@ve/domain/membership/membership-timeline';
import { offer } from '@ve/domain/membership/offer';
import { formatMoney } from '@ve/domain/kernel/money/format-money';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import type { EmailContent, MailBuilder } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { Action, Facts, MailLink, Paragraph } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import { instantOf, plateOf } from './membership-parts.tsx';

/**
 * A receipt. For the first full charge of a contract it states the 14-day right (DMCC Act 2024 s 264 in substance); for a
 * renewed contract also the agreed terms (Consumer Contracts Regulations 2013, reg 16), as it had no trial and no other
 * mail.
 */
export const paymentReceiptEmail = (
  payment: MailedPayment & Pick<MembershipTimeline, 'nextCharge' | 'nextCheck'>,
  settings: MailSettings,
): EmailContent => {
  const amount = formatMoney(payment.amountPence, payment.currency);
  const subject = `Receipt: ${amount} paid`;
  const trial = payment.kind === 'trial';
  const rules = agreedRefundRules({ pence: payment.amountPence, fullCheckPence: payment.fullCheckPence });
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader={`Paid on ${formatInstant(payment.paidAt)}.`}>
        <Facts
          rows={[
            ['Amount', amount],
            ['Paid', formatInstant(payment.paidAt)],
            ['For', trial ? `The ${offer.trial.hours}-hour trial` : offer.membership.name],
            ['Vehicle', plateOf(payment.registration)],
            ...(trial
              ? []
              : ([['Period', `${instantOf(payment.periodStart)} to ${instantOf(payment.periodEnd)}`]] as const)),
            ['Reference', payment.id],
          ]}
        />
        {trial ? null : (
          <Paragraph>
            {payment.nextCheck === 'now' ? 'Your full check for this month is ready to use. ' : ''}
            {payment.nextCharge === null
              ? 'Nothing more will be charged.'
              : `Next charge: ${chargeText(payment.nextCharge)}, unless you cancel before then.`}
          </Paragraph>
        )}
        {payment.first === 'again' ? (
          <Paragraph>
            Your membership has started again: {formatMoney(payment.amountPence, payment.currency)} a month for the{' '}
            {offer.membership.name}, until you cancel.
          </Paragraph>
        ) : null}
        {payment.first === null ? null : (
          <Paragraph>
            This was the first full charge{payment.first === 'ever' ? '' : ' of your new contract'}. You may cancel
            within {offer.coolingOffDays} days of it without giving a reason. {rules.unused} {rules.used}{' '}
            <MailLink href={`${settings.origin}/terms`}>The terms</MailLink> give an example.
          </Paragraph>
        )}
        <Action href={`${settings.origin}/my-account`}>My account</Action>
      </MailFrame>
    ),
  };
};

export const buildReceiptEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const payment = subjectId === null ? null : await findMailedPayment(em, subjectId);
  if (!payment) return { skip: 'subject-deleted' };
  const membership = payment.subscription && (await findMailedMembership(em, payment.subscription.id));
  return paymentReceiptEmail({ ...payment, ...timelineOf(membership, now) }, settings);
};
