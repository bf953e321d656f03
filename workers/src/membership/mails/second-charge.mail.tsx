import type { ChargeMailData } from '@ve/data/membership/mails/membership-mail.repository';
import { membershipOffer } from '@ve/domain/membership/offer';
import { refundArrivalText } from '@ve/domain/membership/returned-payment-messages';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import type { EmailContent } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { MailActionButton, MailLabelledValues, MailLink, MailParagraph } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import { formatChargeAmount, chargeFactRowsForSupport, chargeMailBuilder } from './charge-parts.ts';
import { refundFailedNextSteps } from './refund-failed.mail.tsx';

/*
 * An invoice was charged twice, and the second charge refunded. `charge` is the payment that was kept: both had the
 * same amount.
 */

const factsOf = (charge: ChargeMailData): [label: string, value: string][] => [
  ['Charged twice', formatChargeAmount(charge)],
  ['First paid', formatInstant(charge.paidAt)],
  ['For', membershipOffer.membership.name],
  ['Reference', charge.id],
];

/** Informs a member that a second charge of the same month is being refunded. */
export const secondChargeReturnedEmail = (charge: ChargeMailData, settings: MailSettings): EmailContent => {
  const amount = formatChargeAmount(charge);
  const subject = `We are returning a second charge of ${amount}`;
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="You were charged twice for the same month.">
        <MailLabelledValues rows={factsOf(charge)} />
        <MailParagraph>
          We charged you {amount} twice for the same month, because two payments were confirmed at the same time. We are
          sorry.
        </MailParagraph>
        <MailParagraph>
          The second {amount} is on its way back to your card: {refundArrivalText}. The first payment stands, and
          nothing about your membership has changed.
        </MailParagraph>
        <MailActionButton href={`${settings.origin}/my-account`}>My account</MailActionButton>
        <MailParagraph>
          Questions: <MailLink href={`mailto:${settings.support}`}>{settings.support}</MailLink>
        </MailParagraph>
      </MailFrame>
    ),
  };
};

/** Informs a member that the refund of a second charge did not reach their card and will be paid another way. */
export const secondChargeRefundFailedEmail = (charge: ChargeMailData, settings: MailSettings): EmailContent => {
  const subject = 'Your refund did not arrive';
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="Your bank sent it back to us. You still get it.">
        <MailLabelledValues rows={factsOf(charge)} />
        <MailParagraph>
          Your bank sent the refund of the second charge back to us, most often because the card has expired or its
          account is closed. The {formatChargeAmount(charge)} is still yours: we will return it another way.
        </MailParagraph>
        {refundFailedNextSteps(settings)}
      </MailFrame>
    ),
  };
};

/** The failed refund of a second charge for support, which has to pay it another way. */
export const secondChargeRefundFailedNoticeEmail = (charge: ChargeMailData, settings: MailSettings): EmailContent => {
  const subject = `The refund of a second charge failed: ${formatChargeAmount(charge)}, ${charge.id}`;
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="Return it another way.">
        <MailLabelledValues rows={chargeFactRowsForSupport(charge)} />
        <MailParagraph>
          This payment was charged twice, and the bank sent the refund of the second charge back. The facts above are
          about the first charge, which stands. Its invoice in Stripe’s dashboard lists both. Stripe does not try again,
          and neither do we. Ask the member how they would like the {formatChargeAmount(charge)} paid, and return it
          another way.
        </MailParagraph>
        <MailParagraph>We have promised to write to them within two working days.</MailParagraph>
      </MailFrame>
    ),
  };
};

export const buildSecondChargeReturnedEmail = chargeMailBuilder(secondChargeReturnedEmail);

export const buildSecondChargeRefundFailedEmail = chargeMailBuilder(secondChargeRefundFailedEmail);

export const buildSecondChargeRefundFailedNoticeEmail = chargeMailBuilder(secondChargeRefundFailedNoticeEmail);
