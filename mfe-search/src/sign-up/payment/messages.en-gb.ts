import { firstChargeDelayText, membershipOffer } from '@ve/domain/membership/offer';
import { refundRuleTexts } from '@ve/domain/membership/refund-rule-texts';
import { formatPrice } from '@ve/domain/kernel/money/format-price';

const today = formatPrice(membershipOffer.trial.pence);
const monthly = formatPrice(membershipOffer.membership.pence);
const { hours } = membershipOffer.trial;

/** Texts of step 4; those of specification sections 2, 5 and 8 are verbatim. */
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
    todayShort: `${today} today for ${hours} hours.`,
    buys: `What ${today} buys`,
    buysIs: `Saved reports, reminders and your dashboard for ${hours} hours. Not the full check: that comes with the first ${monthly}, which you can pay early.`,
    firstCharge: `First ${monthly}`,
    firstChargeIs: (at: string) =>
      `Charged within ${firstChargeDelayText} of ${at}, unless you cancel before then; we remind you by e-mail ${membershipOffer.noticeHours} hours before. Then ${monthly} a month until you cancel.`,
    headlines: 'In short',
    thenIs: (at: string) => `Then ${monthly} a month from ${at}.`,
    cancelShort: 'Cancel online at any time.',
    noTimeYet: 'the end of the trial',
    cancel: 'How to cancel',
    cancelIs: 'Online at any time, in My account or by the link in our e-mails. No call, no notice period.',
    refunds: 'Refunds',
    refundsIs: Object.values(refundRuleTexts()).join(' '),
  },
  pay: `Pay ${today} now, then ${monthly} a month`,
  paying: 'Paying…',
  back: 'Back',
  failedTitle: 'Payment failed',
  checkoutFailed: 'Payment failed: Checkout creation failed',
  confirmationFailed: 'Payment failed: Payment confirmation failed',
  cookies: {
    title: 'Your browser blocks cookies',
    body: 'You need one to pay, so that no one else can finish your sign-up. Allow cookies for this site, then press the button again. Nothing was charged.',
  },
  notPaidBefore: 'Your last payment did not go through',
  outdated: {
    title: 'Our price or terms have changed',
    body: 'They changed since you opened this page. Reload it to read them; what you have typed is kept. Nothing was charged.',
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
} as const;
