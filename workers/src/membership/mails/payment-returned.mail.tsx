import {
  membershipBenefitsText,
  paymentReturnedMessage,
  paymentReturnReasonMessages,
  signUpAgainMessages,
} from '@ve/domain/membership/returned-payment-messages';
import type { PaymentReturnReason } from '@ve/domain/membership/sign-up-outcome';
import type { EmailContent, MailBuilder } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { MailActionButton, MailLink, MailParagraph, MailSmallPrint } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import { trialPrice } from './membership-parts.tsx';
import { findSignUpMailData } from '@ve/data/membership/mails/membership-mail.repository';
import { findSubscriptionOfEmail } from '@ve/data/membership/subscription/subscription.repository';
import { isMembershipLive, membershipOf } from '@ve/domain/membership/membership-state';

/** State of the membership under the address of a refunded sign-up payment. */
export type MembershipStateAfterRefund = 'runs' | 'ended' | 'none';

const signIn = { path: '/signin', words: 'Sign in' } as const;
const signUp = { path: '/signup', words: 'Sign up' } as const;

/** The next step for the reader; links to an account only if one exists. */
function nextOf(
  reason: PaymentReturnReason,
  membership: MembershipStateAfterRefund,
): { text: string; action: { path: string; words: string } } {
  if (membership === 'runs') {
    return { text: 'You have a trial or membership, and nothing about it has changed.', action: signIn };
  }
  if (membership === 'ended') {
    return { text: 'Sign in and choose “Start again”: it begins at once, with a full check.', action: signIn };
  }
  return { text: signUpAgainMessages[reason], action: signUp };
}

/** Explains the refund of a sign-up payment, what the membership costs and includes, and the next step. */
export const signUpPaymentReturnedEmail = (
  reason: PaymentReturnReason,
  membership: MembershipStateAfterRefund,
  settings: MailSettings,
): EmailContent => {
  const subject = `We are returning your ${trialPrice}`;
  const { text, action } = nextOf(reason, membership);
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader={paymentReturnReasonMessages[reason]}>
        <MailParagraph>
          A {trialPrice} trial was paid for with this e-mail address. {paymentReturnReasonMessages[reason]}
        </MailParagraph>
        <MailParagraph>{paymentReturnedMessage}</MailParagraph>
        <MailParagraph>
          {membershipBenefitsText} {text}
        </MailParagraph>
        <MailActionButton href={`${settings.origin}${action.path}`}>{action.words}</MailActionButton>
        <MailSmallPrint>
          If it was not you, you need not do anything. Questions:{' '}
          <MailLink href={`mailto:${settings.support}`}>{settings.support}</MailLink>
        </MailSmallPrint>
      </MailFrame>
    ),
  };
};

export const buildSignUpPaymentReturnedEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const signUp = subjectId === null ? null : await findSignUpMailData(em, subjectId);
  if (signUp?.status !== 'returned' || signUp.returnReason === null) return { skip: 'subject-deleted' };
  const { state } = membershipOf(await findSubscriptionOfEmail(em, signUp.email), now);
  const membership = isMembershipLive(state) ? 'runs' : state === 'none' ? 'none' : 'ended';
  return signUpPaymentReturnedEmail(signUp.returnReason, membership, settings);
};
