import type { Letter } from './letter.ts';
import { MailFrame } from './mail-frame.tsx';
import { Action, MailLink, Paragraph, SmallPrint } from './mail-parts.tsx';
import type { MailSettings } from './mail-settings.ts';
import { membershipPrice, trialPrice } from './membership-parts.tsx';

/** Why a payment goes back. `had-trial`: the address or the card has had its own; `not-started`: it could not be started. */
export type ReturnReason = 'had-trial' | 'not-started';

const preheaders: Readonly<Record<ReturnReason, string>> = {
  'had-trial': 'A trial can be taken once. Nothing else was charged.',
  'not-started': 'Your trial could not be started. Nothing else was charged.',
};

function HadTrial() {
  return (
    <>
      <Paragraph>
        Somebody, we hope you, paid {trialPrice} for a trial with this e-mail address. A trial can be taken once, and
        this address or this card has had its own. So no new trial was started, and the {trialPrice} is on its way back
        to the card: it usually arrives within 5 to 10 business days.
      </Paragraph>
      <Paragraph>
        If you have a membership, nothing about it has changed. If your last one has ended, sign in and choose “Start
        again”: it costs {membershipPrice} a month and begins with a full check.
      </Paragraph>
    </>
  );
}

function NotStarted() {
  return (
    <>
      <Paragraph>
        Somebody, we hope you, paid {trialPrice} for a trial with this e-mail address. We could not start it, and we are
        sorry. No membership was made, and the {trialPrice} is on its way back to the card: it usually arrives within 5
        to 10 business days.
      </Paragraph>
      <Paragraph>You can sign up again at any time. If it fails again, write to us and we will look into it.</Paragraph>
    </>
  );
}

/** Tells why the payment of a sign-up goes back, and how to go on. */
export const paymentReturnedLetter = (reason: ReturnReason, settings: MailSettings): Letter => {
  const subject = `We have returned your ${trialPrice}`;
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader={preheaders[reason]}>
        {reason === 'had-trial' ? <HadTrial /> : <NotStarted />}
        {reason === 'had-trial' ? (
          <Action href={`${settings.origin}/signin`}>Sign in</Action>
        ) : (
          <Action href={`${settings.origin}/signup`}>Sign up</Action>
        )}
        <SmallPrint>
          If it was not you, you need not do anything. Questions:{' '}
          <MailLink href={`mailto:${settings.support}`}>{settings.support}</MailLink>
        </SmallPrint>
      </MailFrame>
    ),
  };
};
