import type { Letter } from './letter.ts';
import { MailFrame } from './mail-frame.tsx';
import { Action, MailLink, Paragraph, SmallPrint } from './mail-parts.tsx';
import type { MailSettings } from './mail-settings.ts';
import { membershipPrice, trialPrice } from './membership-parts.tsx';

/** Tells why a second trial's payment goes back, and how to go on. */
export const paymentReturnedLetter = (settings: MailSettings): Letter => {
  const subject = `We have returned your ${trialPrice}`;
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="A trial can be taken once. Nothing else was charged.">
        <Paragraph>
          Somebody, we hope you, paid {trialPrice} for a trial with this e-mail address. A trial can be taken once, and
          this address or this card has had its own. So no new trial was started, and the {trialPrice} is on its way
          back to the card: it usually arrives within 5 to 10 business days.
        </Paragraph>
        <Paragraph>
          If you have a membership, nothing about it has changed. If your last one has ended, sign in and choose “Start
          again”: it costs {membershipPrice} a month and begins with a full check.
        </Paragraph>
        <Action href={`${settings.origin}/signin`}>Sign in</Action>
        <SmallPrint>
          If it was not you, you need not do anything. Questions:{' '}
          <MailLink href={`mailto:${settings.support}`}>{settings.support}</MailLink>
        </SmallPrint>
      </MailFrame>
    ),
  };
};
