import { membershipOffer } from '@ve/domain/membership/offer';
import { formatPrice } from '@ve/domain/kernel/money/format-price';

const today = formatPrice(membershipOffer.trial.pence);
const monthly = formatPrice(membershipOffer.membership.pence);

/** Texts after the payment; those of specification sections 2, 5 and 8 are verbatim. */
export const messages = {
  completing: {
    pageTitle: 'Opening your account',
    heading: 'Your payment has been made',
    resumed: 'Checking your payment',
    done: 'Your report is ready',
    opens: 'It opens in a moment.',
    lead: 'This takes a few seconds. You can close this page: nothing is lost, and we e-mail you how to continue.',
    slowTitle: 'This is taking longer than usual',
    slow: `Your ${today} has been paid and will not be charged again. We are still opening your account and will write to you when it is ready.`,
    failedTitle: 'Payment confirmation failed',
    failed:
      'We couldn’t find out whether your payment went through. Do not pay again: check instead. You will not be charged twice.',
    again: 'Check again',
    asking: 'You started a payment before. We are checking whether it went through.',
  },
  checkEmail: {
    heading: 'Check your e-mail',
    body: (email: string) =>
      `We have written to ${email}. The e-mail says how to continue; it can take a few minutes to arrive.`,
    why: `If this e-mail address has already had a trial, we refund the ${today}. The membership then starts with ${monthly} and its full check: sign in to start it.`,
    unknown: (email: string) =>
      `This browser can’t tell whether your payment went through. If it did, an e-mail to ${email} says how to continue. Look there before you pay again.`,
    signIn: 'Sign in',
    report: 'See the free report',
    restart: 'Start again',
  },
  returned: {
    heading: `Your ${today} goes back to your card`,
    written: (email: string) => `We have e-mailed this to ${email}.`,
    member: 'If you were a member before, sign in and start again.',
    again: { 'trial-limit': 'Use another card', 'not-started': 'Try again' },
  },
} as const;
