import type { ChargeMailData } from '@ve/data/membership/mails/membership-mail.repository';
import type { ChargeDisputeState } from '@ve/data/membership/payment/payment.entity';
import {
  formatChargeAmount,
  chargeFactRows,
  chargeFactRowsForSupport,
  findChargeMailDataOrNull,
} from './charge-parts.ts';
import type { EmailContent, MailBuilder } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { MailLabelledValues, MailLink, MailParagraph } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';

type DisputedCharge = ChargeMailData & { dispute: ChargeDisputeState };

const subjects: Readonly<Record<ChargeDisputeState, string>> = {
  open: 'You have claimed a payment back at your bank',
  won: 'Your bank has decided about your payment',
  lost: 'Your bank has returned your payment',
};

const disputeStateTexts: Readonly<Record<ChargeDisputeState, string>> = {
  open: 'Your bank says you have claimed this payment back. The bank decides, which can take some weeks. Until then we can’t refund it too.',
  won: 'Your bank has decided that this payment stands. Nothing about your membership has changed.',
  lost: 'Your bank has returned this payment to you. If you were still a member, this has cancelled your membership; a separate e-mail says when it ends. Nothing more will be charged.',
};

/** Informs a member of their bank's decision on a disputed payment. */
export const paymentDisputedEmail = (charge: DisputedCharge, settings: MailSettings): EmailContent => {
  const subject = subjects[charge.dispute];
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader={`It is about ${formatChargeAmount(charge)}.`}>
        <MailLabelledValues rows={chargeFactRows(charge)} />
        <MailParagraph>{disputeStateTexts[charge.dispute]}</MailParagraph>
        <MailParagraph>
          {charge.dispute === 'open'
            ? 'If you did not do this, or want to settle it with us, write to '
            : 'Questions: '}
          <MailLink href={`mailto:${settings.support}`}>{settings.support}</MailLink>
        </MailParagraph>
      </MailFrame>
    ),
  };
};

const tasks: Readonly<Record<ChargeDisputeState, string>> = {
  open: 'Answer it in Stripe’s dashboard by the deadline, or we lose it. Do not refund the payment.',
  won: 'The payment stays with us. There is nothing to do.',
  lost: 'We have lost the payment, and Stripe’s fee. If the membership was still running, it is cancelled. There is nothing to do.',
};

/** The dispute for support, which responds to the bank. */
export const paymentDisputedNoticeEmail = (charge: DisputedCharge, settings: MailSettings): EmailContent => {
  const subject = `A payment is disputed (${charge.dispute}): ${formatChargeAmount(charge)}, ${charge.id}`;
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader={tasks[charge.dispute]}>
        <MailLabelledValues rows={chargeFactRowsForSupport(charge)} />
        <MailParagraph>{tasks[charge.dispute]}</MailParagraph>
      </MailFrame>
    ),
  };
};

const ofChargeDispute =
  (content: typeof paymentDisputedEmail): MailBuilder =>
  async (em, { subjectId }, { settings }) => {
    const charge = await findChargeMailDataOrNull(em, subjectId);
    if (charge === null) return { skip: 'subject-deleted' };
    const { dispute } = charge;
    return dispute === null ? { skip: 'not-needed' } : content({ ...charge, dispute }, settings);
  };

export const buildPaymentDisputedEmail = ofChargeDispute(paymentDisputedEmail);

export const buildPaymentDisputedNoticeEmail = ofChargeDispute(paymentDisputedNoticeEmail);
