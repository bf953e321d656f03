import { responseTimeLabels } from '@ve/domain/messaging/contact/response-times';
import { offer } from '@ve/domain/membership/offer';
import { refundRules } from '@ve/domain/membership/refund-rules';
import { prices } from '../platform/prices.ts';

interface Question {
  question: string;
  answer: readonly string[];
  /** Links to the pages that the answer mentions. */
  links?: readonly { to: string; text: string }[];
}

const rules = refundRules();

const questions: readonly Question[] = [
  {
    question: 'What information do I need to get a vehicle report?',
    answer: [
      'The registration number on the plate is enough. Type it with or without the space, in capitals or not.',
      'The chassis number (VIN) identifies a vehicle too. You will find it in the V5C log book, at the foot of the windscreen and on a plate in the door frame or under the bonnet. A plate can be moved from one car to another and a VIN cannot, so compare the VIN on the car with the one in the log book before you buy.',
    ],
  },
  {
    question: `What is the ${offer.membership.name}?`,
    answer: [
      'A monthly membership for one vehicle. It gives one full history check in each billing period, and reminders of tax, MOT, insurance and servicing by e-mail and, if you ask for it, by text. It also has vehicle tax alerts, MOT reminders and advisories, recall alerts, a valuation tracker, finance check alerts and petrol prices.',
      `It begins with a ${prices.trialLength} for ${prices.trial}: saved reports, reminders and your dashboard. Unless you cancel within the ${prices.trialHours}, it continues at ${prices.monthly} a month until you cancel, which you can do at any time. The full check comes with the first ${prices.monthly}, not with the trial.`,
      'You choose the vehicle first and see that it is the right one, then give your details and pay by card. The free report needs no account and no card.',
    ],
  },
  {
    question: 'How do I log in to my account?',
    answer: [
      'With your vehicle’s registration number and the e-mail address that you signed up with. We send a link to that address; it works once, for ten minutes. There is no password to remember.',
      'An account comes with the trial. If the link has expired, ask for another on the sign-in page.',
    ],
  },
  {
    question: 'How do I close my account or ask for a refund?',
    answer: [
      'Sign in, open My account and choose Cancel, or use the cancel link in any of our e-mails, or search for your subscription by e-mail address under Contact, Cancellation Request. Before you confirm, each shows what you get back and when it ends. None asks for a reason.',
      'That ends the membership; the account stays, with its reports. To delete the account and what is in it, sign in, open Your data and choose Delete my account. We e-mail you a link. Its page shows what you get back and what the law makes us keep, and asks you to confirm. If you have no account, you can still see and delete what we hold about you, such as an enquiry.',
      `You need not ask for a refund. ${rules.unused} ${rules.used} ${rules.trial} With a refund, membership ends at once, and you see the money within 5-10 business days. Otherwise it runs to the end of the month you have paid for, and until then you can change your mind.`,
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
  lead: 'Four answers that most people look for. If yours is not here, ask us.',
  questions,
  more: {
    title: 'Still looking for an answer?',
    body: `Both buttons lead to our contact page. Write to us there and we reply ${responseTimeLabels.reply}.`,
    email: 'Email Support',
    call: 'Call Us',
  },
} as const;
