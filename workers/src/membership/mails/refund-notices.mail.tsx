import type { ChargeMailData } from '@ve/data/membership/mails/membership-mail.repository';
import {
  type RetainedPayment,
  findRetainedPayment,
} from '@ve/data/membership/retained-record/retained-record.repository';
import { formatMoney } from '@ve/domain/kernel/money/format-money';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import {
  formatChargeAmount,
  chargeFactRowsForSupport,
  findChargeMailDataOrNull,
  chargeMailBuilder,
} from './charge-parts.ts';
import type { EmailContent, MailBuilder } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { MailLabelledValues, MailParagraph } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import { findCancellation } from '@ve/data/membership/cancellation-request/cancellation-request.repository';

/** Notifies support of a refund of an earlier month, which did not end the membership. */
export const earlierMonthRefundNoticeEmail = (charge: ChargeMailData, settings: MailSettings): EmailContent => {
  const subject = `An earlier month was refunded: ${formatChargeAmount(charge)}, ${charge.id}`;
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="The membership continues.">
        <MailLabelledValues rows={chargeFactRowsForSupport(charge)} />
        <MailParagraph>
          Someone refunded this payment in Stripe’s dashboard. It is not the latest payment of its membership, so the
          membership continues and will be charged again.
        </MailParagraph>
        <MailParagraph>
          If the member wants to leave, cancel the subscription in the dashboard, or send them the cancellation page.
        </MailParagraph>
      </MailFrame>
    ),
  };
};

export interface RefusedRefund {
  cancellationId: string;
  refundPence: number;
  charge: ChargeMailData;
}

/** Notifies support of a refund that they have to make by hand. */
export const refundRefusedNoticeEmail = (
  { cancellationId, refundPence, charge }: RefusedRefund,
  settings: MailSettings,
): EmailContent => {
  const amount = formatMoney(refundPence, charge.currency);
  const subject = `We couldn’t make a promised refund: ${amount}, ${cancellationId}`;
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="Make it by hand.">
        <MailLabelledValues
          rows={[['Promised', amount], ['Cancellation', cancellationId], ...chargeFactRowsForSupport(charge)]}
        />
        <MailParagraph>
          {charge.paymentIntentId === null
            ? 'Stripe does not name the charge of this payment. Find it in the dashboard by the account and refund it there, or return the money by bank transfer. We have promised to write to the member within two working days.'
            : 'Stripe refuses this refund; the log says why. We try again every hour, and tell the member once it is made. Fix the cause, such as an empty balance, or refund the payment in the dashboard. A deletion of the account waits for it.'}
        </MailParagraph>
      </MailFrame>
    ),
  };
};

/** Notifies support of a failed refund whose member has deleted their account. */
export const retainedPaymentRefundFailedNoticeEmail = (
  { id, amountPence, currency, paidAt, paymentIntentId }: RetainedPayment,
  settings: MailSettings,
): EmailContent => {
  const amount = formatMoney(amountPence, currency);
  const subject = `A refund failed after its account was deleted: ${amount}, ${id}`;
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="Return it another way.">
        <MailLabelledValues
          rows={[
            ['Payment', amount],
            ['Paid', formatInstant(paidAt)],
            ['Kept record', id],
            ['At Stripe', paymentIntentId],
          ]}
        />
        <MailParagraph>
          The bank sent a refund of this payment back. We no longer hold a name or address, so we couldn’t tell the
          payer. Stripe’s dashboard shows the amount and the card. Keep the money until someone gives you the card’s
          last digits and the date of the payment.
        </MailParagraph>
      </MailFrame>
    ),
  };
};

export const buildEarlierMonthRefundNoticeEmail = chargeMailBuilder(earlierMonthRefundNoticeEmail);

/** Skipped when the refund was made in the meantime. */
export const buildRefundRefusedNoticeEmail: MailBuilder = async (em, { subjectId }, { settings }) => {
  const made = subjectId === null ? null : await findCancellation(em, subjectId);
  if (made === null) return { skip: 'subject-deleted' };
  const charge = await findChargeMailDataOrNull(em, made.paymentId);
  if (charge === null || made.refundId !== null) return { skip: 'not-needed' };
  return refundRefusedNoticeEmail({ cancellationId: made.id, refundPence: made.refundPence, charge }, settings);
};

export const buildRetainedPaymentRefundFailedNoticeEmail: MailBuilder = async (em, { subjectId }, { settings }) => {
  const payment = subjectId === null ? null : await findRetainedPayment(em, { id: subjectId });
  return payment === null ? { skip: 'subject-deleted' } : retainedPaymentRefundFailedNoticeEmail(payment, settings);
};
