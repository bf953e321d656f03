import { firstChargeDelay, offer } from '@ve/domain/membership/offer';
import { formatPrice } from '@ve/domain/money/format-price';

const today = formatPrice(offer.trial.pence);
const monthly = formatPrice(offer.membership.pence);
const { hours } = offer.trial;

/** Text of step 4 and of what follows it; strings of specification sections 2, 5 and 8 are kept verbatim. */
export const messages = {
  pageTitle: 'Payment',
  heading: `Pay ${today} to start`,
  name: 'Full name',
  nameHint: 'As shown on your card.',
  nameMissing: 'Enter your full name',
  termsMissing: 'Tick the box to agree to the terms',
  startMissing: 'Tick the box to start your trial now',
  cardMissing: 'Enter your card details',
  readTerms: 'Read the terms',
  newTab: ' (opens in a new tab)',
  facts: {
    title: 'What you agree to',
    vehicle: 'Vehicle',
    today: 'Today',
    todayIs: `${today}, once, for a trial of ${hours} hours.`,
    buys: `What ${today} buys`,
    buysIs: `Saved reports, reminders and your dashboard for ${hours} hours. Not the full check: that comes with the first ${monthly}, which you can also pay early, from My account.`,
    firstCharge: `First ${monthly}`,
    firstChargeIs: (at: string) =>
      `Charged within ${firstChargeDelay} of ${at}, unless you cancel before then. Then ${monthly} a month until you cancel.`,
    noTimeYet: `the end of the trial, ${hours} hours after you pay`,
    cancel: 'How to cancel',
    cancelIs: 'Online at any time, in My account or by the link in each of our e-mails. No call and no notice period.',
    notice: `We remind you by e-mail ${offer.noticeHours} hours before the first ${monthly}.`,
  },
  pay: `Pay ${today} now, then ${monthly} a month`,
  paying: 'Paying…',
  back: 'Back',
  failedTitle: 'Payment failed',
  checkoutFailed: 'Checkout creation failed',
  confirmationFailed: 'Payment confirmation failed',
  cookies: {
    title: 'Your browser blocks cookies',
    body: 'Paying needs one, so that nobody else can finish your sign-up. Allow cookies for this site, then press the button again. Nothing was charged.',
  },
  notPaidBefore: 'Your last payment did not go through',
  outdated: {
    title: 'Our terms have changed',
    body: 'They changed since you opened this page. Load it again to read them; what you have typed is kept. Nothing was charged.',
    reload: 'Load the page again',
  },
  steps: {
    label: 'What happens now',
    taking: `Taking ${today}`,
    opening: 'Opening your account',
    saving: 'Saving your report',
    now: (step: string) => `${step}…`,
    bank: 'Your bank may ask you to confirm the payment.',
  },
  completing: {
    pageTitle: 'Opening your account',
    heading: 'Your payment has been made',
    resumed: 'Checking your payment',
    done: 'Your report is ready',
    opens: 'It opens in a moment.',
    lead: 'This takes a few seconds. You can close this page: nothing is lost, and a mail tells you how to go on.',
    slowTitle: 'This takes longer than usual',
    slow: `Your ${today} has been paid and will not be charged again. We are still opening your account and will write to you when it is ready.`,
    failedTitle: 'Payment confirmation failed',
    failed:
      'We could not find out how your payment went. You will not be charged twice: do not pay again, check instead.',
    again: 'Check again',
    asking: 'You began a payment before. We are finding out how it went.',
  },
  checkEmail: {
    pageTitle: 'Check your e-mail',
    heading: 'Check your e-mail',
    body: (email: string) =>
      `We have written to ${email}. The e-mail says how to go on; it can take a few minutes to arrive.`,
    why: `If this e-mail address has already had a trial, we refund the ${today}: a trial can be taken once. The membership then starts with ${monthly} and its full check: sign in to start it.`,
    unknown: (email: string) =>
      `We cannot tell from this browser how your payment went. If it was made, a mail to ${email} says how to go on. Please do not pay again before you have looked.`,
    signIn: 'Sign in',
    report: 'See the free report',
    restart: 'Start again',
  },
  returned: {
    pageTitle: `Your ${today} goes back`,
    heading: `Your ${today} goes back to your card`,
    written: (email: string) => `We have written to ${email} with the same.`,
    next: {
      'trial-limit':
        'Sign up with another card, or wait until those trials are older. If you were a member before, sign in and start again.',
      'not-started': 'You can try again. If it fails again, write to us.',
    },
  },
} as const;
