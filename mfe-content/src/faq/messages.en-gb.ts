import { responseTimeLabels } from '@ve/domain/messaging/contact/response-times';
import { membershipOffer } from '@ve/domain/membership/offer';
import { refundArrivalTime } from '@ve/domain/membership/refund-arrival-time';
import { refundRuleTexts } from '@ve/domain/membership/refund-rule-texts';
import { formattedPrices } from '../platform/formatted-prices.ts';

interface Question {
  question: string;
  answer: readonly string[];
  /** Links to the pages that the answer mentions. */
  links?: readonly { to: string; text: string }[];
}

const rules = refundRuleTexts();

const questions: readonly Question[] = [
  {
    question: 'What information do I need to get a vehicle report?',
    answer: [
      'The registration number on the plate is enough. Type it with or without the space, in capitals or not.',
      'The chassis number (VIN) identifies a vehicle too. You will find it in the V5C log book, at the foot of the windscreen and on a plate in the door frame or under the bonnet. A plate can move from one car to another. A VIN can’t, so compare the VIN on the car with the one in the log book before you buy.',
    ],
  },
  {
    question: `What is the ${membershipOffer.membership.name}?`,
    answer: [
      'A monthly membership for one vehicle. You get one full history check in each billing period, and reminders of tax, MOT, insurance and servicing by e-mail and, if you choose, by text. You also get vehicle tax alerts, MOT advisories, recall alerts, a valuation tracker, finance check alerts and petrol prices.',
      `It begins with a ${formattedPrices.trialLength} for ${formattedPrices.trial}: saved reports, reminders and your dashboard. Unless you cancel within the ${formattedPrices.trialHours}, it continues at ${formattedPrices.monthly} a month. You can cancel at any time. The full check comes with the first ${formattedPrices.monthly}, not with the trial.`,
      'First check that we have found the right vehicle, then give your details and pay by card. The free report needs no account and no card.',
    ],
  },
  {
    question: 'How do I log in to my account?',
    answer: [
      'With your vehicle’s registration number and the e-mail address you signed up with. We send a link to that address. It works once, for ten minutes. You have no password to remember.',
      'An account comes with the trial. If the link has expired, ask for another on the sign-in page.',
    ],
  },
  {
    question: 'How do I close my account or ask for a refund?',
    answer: [
      'Sign in, open My account and choose Cancel. Or use the cancel link in any e-mail we send you as a member. Or open Contact, choose Cancellation Request and search by your e-mail address. Before you confirm, you see what you get back and when it ends. You need not give a reason.',
      'That ends the membership. Your account and its reports stay. To delete them, sign in, open Your data and choose Delete my account. We e-mail you a link to a page that shows what you get back and what we must keep, and asks you to confirm. Without an account, you can still see and delete what we hold about you, such as an enquiry.',
      `You need not ask for a refund. ${rules.unused} ${rules.used} ${rules.trial} With a refund, membership ends at once, and the money usually arrives within ${refundArrivalTime}. Without one, it runs to the end of the month you have paid for. Until then you can change your mind.`,
    ],
    links: [
      { to: '/your-data', text: 'Your data' },
      { to: '/your-data/request', text: 'What we hold about you without an account' },
    ],
  },
];

export const messages = {
  title: 'Frequently asked questions',
  description:
    'What you need for a vehicle report, what membership is and costs, how to sign in, and how to close your account or ask for a refund.',
  lead: 'The four questions we hear most. If yours is not here, ask us.',
  questions,
  more: {
    title: 'Still looking for an answer?',
    body: `Both buttons lead to our contact page. Write to us there and we reply ${responseTimeLabels.reply}.`,
    email: 'Email Support',
    call: 'Call Us',
  },
} as const;
