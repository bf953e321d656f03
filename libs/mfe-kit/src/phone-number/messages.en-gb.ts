import type { PhoneCode } from '@ve/contracts/http/membership/phone';
import { formatInstant } from '@ve/domain/kernel/time/format-date';

/** Texts of the phone dialog; those that the specification prescribes (sections 2, 5, 8) are verbatim. */
export const messages = {
  title: 'Enter Phone Number',
  why: 'We text reminders and urgent alerts about your car to this number, and nothing else.',
  number: 'Mobile number',
  hint: 'A UK mobile number, like 07700 900123.',
  required: 'Phone number required: Please enter a valid phone number.',
  save: 'Save number',
  saving: 'Saving…',
  later: 'Not now',
  signInTitle: 'Authentication required',
  signIn: 'Please sign in to save your phone number.',
  signInLink: 'Sign in',
  failed: 'Error saving phone number',
  errorTitle: 'Error',
  error: 'An unexpected error occurred. Please try again.',
  noCustomer: 'Nothing was bought with this account yet, so there is nothing to text you about.',

  confirmTitle: 'Confirm your number',
  confirm: (number: string) =>
    `Until ${number} is confirmed, we text it nothing but a six-digit code, which you give here.`,
  code: 'Six-digit code',
  codeRequired: 'Enter the six digits of the text.',
  give: 'Confirm number',
  giving: 'Checking…',
  ask: 'Text me a code',
  again: 'Send another code',
  sending: 'Sending…',
  other: 'Use another number',
  sendFailed: 'The code was not sent',
  giveFailed: 'The code was not checked',
  outcomes: {
    sent: 'The code is on its way. It is good for ten minutes.',
    paused: 'No more texts are sent today. Your number is saved: ask for its code tomorrow.',
    confirmed: 'This number is confirmed already.',
    'no-phone': 'There is no number to confirm. Enter it again.',
    stopped: 'This number answered STOP, so we text it nothing. Text START to the number of our texts, or use another.',
    'payment-due': 'Texts are paused while a payment is due. Your number is saved: confirm it once you have paid.',
    'not-member': 'Texts are for members. Your number is saved: confirm it once a membership runs.',
    unreachable: 'The network says that this number cannot be reached. Use another number.',
  } satisfies Record<Exclude<PhoneCode['outcome'], 'too-many'>, string>,
  texting: 'We are texting the code.',
  delivered: (until: string) => `The code has arrived. It is good until ${formatInstant(until)}.`,
  refused: 'The network did not take the text with the code. Ask for another, or use another number.',
  tooMany: (nextCodeAt: string) =>
    `No more codes are sent for now: you can ask for the next on ${formatInstant(nextCodeAt)}.`,
  wrong: (triesLeft: number) =>
    triesLeft > 0
      ? `That is not the code. You have ${triesLeft} more ${triesLeft === 1 ? 'try' : 'tries'} with it.`
      : 'That is not the code, and it cannot be tried again. Ask for another.',
  expired: 'This code is no longer good. Ask for another.',
  confirmedTitle: 'Your number is confirmed',
  confirmed: (number: string) => `Texts come to ${number}. Answer STOP to any of them and no more are sent.`,
  done: 'Done',
} as const;
