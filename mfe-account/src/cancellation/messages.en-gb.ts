import { maxCancellationCodeGuesses, cancellationCodeMinutes } from '@ve/contracts/http/membership/cancellation';
import { refundArrivalTime } from '@ve/domain/membership/refund-arrival-time';

/** Texts of the page; those that the specification prescribes (sections 2 and 4) are verbatim. */
export const messages = {
  title: 'Cancel Subscription',
  description: 'How to end a Vehicle Enquiry trial or membership: online, in two clicks, without a phone call.',
  lead: 'You can leave at any time, online, without giving a reason. Before you confirm, this page shows what you get back and when it ends.',

  search: {
    title: 'Find your subscription',
    label: 'E-mail address',
    hint: 'The one you signed up with.',
    action: 'Search',
    busy: 'Searching…',
    empty: 'Enter your e-mail address to search.',
    noScript: 'The search needs JavaScript. You can write to us instead.',
  },

  failed: {
    title: 'The search failed',
    text: 'We couldn’t search. This says nothing about your subscription.',
    again: 'Try again',
    contact: 'Contact us',
  },

  notAnAddress: 'That is not an e-mail address. Check it and search again.',

  log: { search: 'Failed to search payments', request: 'Failed to process refund request' },

  limited: {
    title: 'Too many codes for now',
    text: `We send only a few codes an hour to one address. Use the last one if it came within ${cancellationCodeMinutes} minutes. This says nothing about your subscription.`,
  },

  code: {
    title: 'Enter your code',
    sent: 'If this address has a subscription, a code is on its way',
    sentAgain: 'If this address has a subscription, another code is on its way',
    lapsed: 'For your safety, a code counts for only half an hour. Enter a new one to continue.',
    to: (email: string) => `If so, it goes to ${email} and works for ${cancellationCodeMinutes} minutes.`,
    label: 'Six-digit code',
    action: 'Continue',
    busy: 'Checking…',
    incomplete: 'Enter the six digits of the code',
    refused: 'This code is wrong, has expired or was used. Check it, or send another.',
    used: `This code stopped working after ${maxCancellationCodeGuesses} wrong tries. Send another.`,
    again: 'Send another code',
    againBusy: 'Sending…',
  },

  notFound: {
    title: 'No Subscription Found',
    text: 'We found no subscription for this address. Possible reasons:',
    noCode: 'If no code arrives within a few minutes, we have no subscription for this address. Possible reasons:',
    reasons: [
      'You signed up with another e-mail address.',
      'The address above is misspelt.',
      'The payment did not go through, so nothing started.',
    ],
    spam: 'The e-mail is in your spam folder.',
    different: 'Search Different Email',
    stuck: 'Were you charged anyway?',
    contact: 'Contact us',
  },

  request: {
    title: 'Cancellation Request Found',
    text: 'You have cancelled this subscription. There is nothing left to do.',
    date: 'Date requested',
  },

  refunded: {
    title: 'Cancellation Request Already Processed',
    text: 'Your payment was returned, and the subscription has ended. Nothing more will be charged.',
    date: 'Date refunded',
    amount: 'Refund',
    time: `A refund appears on your card in ${refundArrivalTime}.`,
  },

  canceled: {
    title: 'Cancellation Already Processed',
    text: 'This subscription has ended. Nothing more will be charged.',
    date: 'Date cancelled',
    id: 'Subscription ID',
    amount: 'Last payment',
  },

  paymentsOnly: {
    title: 'No Subscription Service Found',
    text: 'This address has payments but no subscription. Nothing renews, and nothing more will be charged.',
    stuck: 'Do you see a payment you did not expect?',
  },

  found: {
    title: 'Subscription Found',
    refund: 'Refund available',
    amount: 'You get back',
    ends: 'It ends',
    now: 'At once',
    nothing: 'Nothing',
    registration: 'Vehicle registration',
    unknown: 'Not known',
    action: 'Request Cancellation',
    busy: 'Cancelling…',
    failed: 'It was not cancelled',
  },

  processed: {
    title: 'Cancellation Processed',
    again: 'Start Over',
  },

  rules: {
    title: 'What you get back',
    otherwise: 'Otherwise your membership runs to the end of the month you have paid for. Nothing more is charged.',
  },

  ways: {
    title: 'Other ways to cancel',
    account: ['In your account:', 'sign in and choose Cancel', '/my-account'],
    mail: 'By the cancel link at the foot of any e-mail we send you as a member, without signing in.',
    contact: ['By writing to us with our', 'contact form', '/contact?type=general'],
    contactText: 'We reply within 24 hours.',
  },
} as const;
