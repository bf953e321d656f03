import { formatInstant } from '@ve/domain/kernel/time/format-date';
import { refundRuleTextsOfContract } from '@ve/domain/membership/refund-rule-texts-of-contract';
import { firstChargeDelayText, membershipOffer } from '@ve/domain/membership/offer';
import { refundArrivalTime } from '@ve/domain/membership/refund-arrival-time';
import type { AgreedPrices } from '@ve/domain/membership/refund-rule-texts';
import { cardBrandLabel } from '@ve/domain/kernel/money/card-brand-label';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import {
  formatDayOfInstant,
  formatPence,
  formattedMonthlyPrice,
  formattedTrialPrice,
} from '../platform/messages.en-gb.ts';

const everyMonth = `${formattedMonthlyPrice} every month`;

/** Texts of the account page; those that the specification prescribes are verbatim. */
export const messages = {
  title: 'My account',

  yourData: 'Your data',

  signOut: {
    action: 'Sign Out',
    busy: 'Signing out…',
    failedTitle: 'Error',
    failedText: 'Unable to sign out. Please try again.',
  },

  plan: {
    title: 'Your plan',
    loading: 'Loading your plan',
    failed: 'We couldn’t load your plan',
    failedText: 'The service did not answer. Nothing about it has changed.',
    again: 'Try again',
    nextCharge: 'Next charge',
    chargeSoon: `Taken within ${firstChargeDelayText} of then.`,
    noCharge: 'None. Nothing more will be charged.',
    noChargePlanned: 'No further attempt is planned.',
    ends: 'Ends',
    ended: 'Ended',
    refund: 'Refund',
    refundOf: (pence: number, at: string) =>
      `${formatPence(pence)}, on your card ${refundArrivalTime} after ${formatDayOfInstant(at)}`,
    checks: 'Full checks left',
    checksNone: {
      trial: (pence: number, at: string) =>
        `None yet. It comes with your first ${formatPence(pence)}, on ${formatInstant(at)}, or now with Upgrade Early.`,
      due: 'None yet. It comes with the payment that is due.',
      next: (at: string) => `None now. The next comes with the next charge, on ${formatDayOfInstant(at)}.`,
      unpaid: 'None now. It comes as soon as you pay.',
      none: 'None left in this period',
    },
    card: 'Card',
    cardWords: (brand: string, last4: string) => `${cardBrandLabel(brand) ?? 'Card'} ending ${last4}`,
    cardExpires: (month: number, year: number) => `expires ${String(month).padStart(2, '0')}/${year}`,
    noCardProblem: 'None',
    changeCard: 'Change card',

    upgrading: 'Asking your bank…',
    upgradeLead: (pence: number) =>
      `Upgrade Early to pay ${formatPence(pence)} now, not at the end of the trial, and then every month until you cancel. Your full check is ready within seconds.`,
    /** The refund rules of the member's contract, next to the button that ends the trial. */
    refunds: (agreed: AgreedPrices) => {
      const { unused, used } = refundRuleTextsOfContract(agreed);
      return `${unused} ${used}`;
    },

    active: (periodEnd: string) => `You have paid until ${formatDayOfInstant(periodEnd)}.`,
    endsOn: (at: string) =>
      `It is cancelled and ends on ${formatDayOfInstant(at)}. Until then you can use everything you paid for.`,

    chargeDue: (pence: number) =>
      `The time you paid for has ended. We are taking the ${formatPence(pence)} now due, and your full check comes with it. You don’t need to do anything.`,
    expired: 'The time you paid for has ended, and we have not received the next payment yet.',

    rejoinTitle: 'Start your membership again',
    rejoinLead: `One full check in each month. You pay ${formattedMonthlyPrice} today and ${everyMonth} from then on, until you cancel; there is no second trial.`,
    awaited: (registration: string) =>
      `Once you have paid, the full check of ${formatRegistration(registration)} starts and its report opens.`,
    outdatedTitle: 'Our price or terms have changed',
    outdated: 'They changed since you opened this page. Reload it to read them. Nothing was charged.',
    reload: 'Load the page again',

    none: 'You have no membership.',
    join: `A ${membershipOffer.trial.hours}-hour trial costs ${formattedTrialPrice}, then ${everyMonth} until you cancel.`,
    signUp: 'Start a trial',

    failedReason: 'Your card was not charged',
    noAnswer: 'There was no answer. Pressing again never charges you twice.',
    pendingTitle: 'Payment in progress',
    pendingText: 'Your bank has not answered yet. This page shows the result as soon as it has.',
    unanswered: 'Your bank wants you to confirm this payment. Try again and follow its steps.',
    confirming: 'Waiting for your bank. Follow its steps in the window it opens.',
  },

  problem: {
    title: (pence: number) => `We couldn’t take your ${formatPence(pence)}`,
    declined: 'Your bank declined the card. Pay again, or use another card.',
    authentication: 'Your bank wants you to confirm this payment. It takes a minute.',
    savedTitle: (pence: number) => `Card saved, but your ${formatPence(pence)} is not paid yet`,
    alsoConfirmPayment: 'Your bank wants you to confirm the payment as well. It takes a minute.',
    notTried: (payableAt: string) =>
      `There were too many attempts to pay, so we have not tried this card yet. You can pay from ${formatInstant(payableAt)}.`,
    next: (at: string) => `If you do nothing, we try again on ${formatInstant(at)}.`,
    noNext: 'We will not try again automatically.',
    ended: {
      declined: 'Your bank declined the last attempt',
      authentication: 'Your bank wanted you to confirm the last attempt, and that did not happen',
      end: (at: string | null) =>
        `, so your membership ${at === null ? 'has ended' : `ended on ${formatDayOfInstant(at)}`}.`,
      rest: 'We will not try again. Your saved reports stay; reminders, alerts and full checks have stopped. You can start again below, with this card or another.',
    },
  },

  card: {
    title: 'Change your card',
    lead: 'Your bank may ask you to confirm it. Nothing is charged for changing it.',
    leadUnpaid: (pence: number) =>
      `Your bank may ask you to confirm it. The ${formatPence(pence)} you owe is then charged to it.`,
    loading: 'Loading the card field',
    save: 'Save card',
    saving: 'Asking your bank…',
    close: 'Keep the old card',
    noCustomer: 'Nothing was ever charged to this account, so there is no card to change.',
    failed: 'The card was not saved',
    savedTitle: 'Card saved',
    saved: (brand: string, last4: string) =>
      `${cardBrandLabel(brand) ?? 'The card'} ending ${last4} is charged from now on.`,
    paid: 'What you owed is paid.',
  },

  reports: {
    title: 'My Vehicle Reports',
    loading: 'Loading your reports',
    failedTitle: 'Error loading reports',
    failedText: 'Unable to fetch your vehicle reports. Please try again.',
    again: 'Try again',
    emptyTitle: 'No reports found',
    emptyText: "You haven't generated any vehicle reports yet.",
    first: 'Get Your First Report',
    unnamed: 'Make and model not known yet',
    year: 'Year',
    colour: 'Colour',
    created: 'Created',
    unknown: 'Not available',
    view: 'View Report',
    of: (plate: string) => `of ${plate}`,
  },

  payments: {
    title: 'Payments',
    loading: 'Loading your payments',
    failedTitle: 'We couldn’t load your payments',
    failedText: 'The service did not answer. Try again in a minute.',
    again: 'Try again',
    empty: 'Nothing has been charged.',
    kinds: { trial: `Trial, ${membershipOffer.trial.hours} hours`, membership: 'Membership, one month' },
    refunded: (text: string) => `${text} returned`,
    receipt: 'Receipt',
    newTab: '(opens in a new tab)',
  },

  sessions: {
    title: 'Where you are signed in',
    loading: 'Loading the list',
    failedTitle: 'We couldn’t load the list',
    failedText: 'The service did not answer. Try again in a minute.',
    again: 'Try again',
    unknown: 'A browser we do not recognise',
    current: 'This browser',
    used: (age: string) => `Last used ${age.toLowerCase()}`,
    end: 'Sign out',
    endOf: (device: string) => `Sign out ${device}`,
    ending: 'Signing out…',
    everywhere: 'Sign out everywhere',
    failed: 'It was not signed out',
    close: 'OK',
  },
};
