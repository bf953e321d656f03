import type { ChargeMailData } from '@ve/data/membership/mails/membership-mail.repository';
import type { ReactElement } from 'react';
import { formatChargeAmount, chargeFactRows, chargeFactRowsForSupport, chargeMailBuilder } from './charge-parts.ts';
import type { EmailContent } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { MailLabelledValues, MailLink, MailParagraph } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';

/** Informs a member that a refund did not reach their card and will be paid another way. */
export const refundFailedEmail = (charge: ChargeMailData, settings: MailSettings): EmailContent => {
  const subject = 'Your refund did not arrive';
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="Your bank sent it back to us. You still get it.">
        <MailLabelledValues rows={chargeFactRows(charge)} />
        <MailParagraph>
          Your bank sent this refund back to us. The usual reason is an expired card or a closed account. The money is
          still yours: we will return it another way.
        </MailParagraph>
        {refundFailedNextSteps(settings)}
      </MailFrame>
    ),
  };
};

/** What happens next after a refund that did not arrive. */
export const refundFailedNextSteps = ({ support }: MailSettings): ReactElement => (
  <MailParagraph>
    We will write to you within two working days. To tell us now how you would like it paid, write to{' '}
    <MailLink href={`mailto:${support}`}>{support}</MailLink>. Never send us a card number.
  </MailParagraph>
);

/** The failed refund for support, which has to pay it another way. */
export const refundFailedNoticeEmail = (charge: ChargeMailData, settings: MailSettings): EmailContent => {
  const subject = `A refund failed: ${formatChargeAmount(charge)}, ${charge.id}`;
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="Return it another way.">
        <MailLabelledValues rows={chargeFactRowsForSupport(charge)} />
        <MailParagraph>
          The bank sent a refund of this payment back. Stripe does not try again, and neither do we. Look up the amount
          in Stripe’s dashboard, ask the member how they would like it paid, and return it another way.
        </MailParagraph>
        <MailParagraph>We have promised to write to them within two working days.</MailParagraph>
      </MailFrame>
    ),
  };
};

export const buildRefundFailedEmail = chargeMailBuilder(refundFailedEmail);

export const buildRefundFailedNoticeEmail = chargeMailBuilder(refundFailedNoticeEmail);
