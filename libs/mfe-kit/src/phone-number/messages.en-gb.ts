import type { PhoneCodeRequestOutcome } from '@ve/contracts/http/membership/phone';
import { formatInstant } from '@ve/domain/kernel/time/format-date';

/** Texts of the phone dialog; those that the specification prescribes (sections 2, 5, 8) are verbatim. */
export const messages = {
  title: 'Enter Phone Number',
  why: 'We text reminders and urgent alerts about your car to this number, and nothing else.',
  number: 'Mobile number',
  hint: 'A UK mobile number, like 07700 900123.',
  required: 'Phone number required: Please enter a valid phone number.',
  notMobile: 'That is not a UK mobile number. It starts with 07 or +447 and can’t be a landline, because we text it.',
  save: 'Save number',
  saving: 'Saving…',
  later: 'Not now',
  signInTitle: 'Authentication required',
  signIn: 'Please sign in to save your phone number.',
  signInLink: 'Sign in',
  failed: 'Error saving phone number',
  errorTitle: 'Error',
  error: 'An unexpected error occurred. Please try again.',
  noCustomer: 'This account has bought nothing yet, so there is nothing to text you about.',

  confirmTitle: 'Confirm your number',
  confirm: (number: string) => `Until you confirm ${number}, we text it only a six-digit code. Enter the code here.`,
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
    sent: 'The code is on its way. It works for ten minutes.',
    paused: 'We can send no more texts today. Your number is saved: ask for its code tomorrow.',
    confirmed: 'This number is confirmed already.',
    'no-phone': 'There is no number to confirm. Enter it again.',
    stopped: 'This number replied STOP, so we text it nothing. Reply START to one of our texts, or use another number.',
    'payment-due': 'Texts are paused while a payment is due. Your number is saved: confirm it once you have paid.',
    'not-member': 'Texts are for members. Your number is saved: confirm it once you are a member.',
    unreachable: 'The network can’t reach this number. Use another.',
  } satisfies Record<Exclude<PhoneCodeRequestOutcome['outcome'], 'too-many'>, string>,
  texting: 'We are texting the code.',
  delivered: (until: string) => `The code has arrived. It works until ${formatInstant(until)}.`,
  refused: 'The network did not accept the text with the code. Ask for another, or use another number.',
  tooMany: (nextCodeAt: string) =>
    `We can send no more codes for now. Ask for the next on ${formatInstant(nextCodeAt)}.`,
  wrong: (triesLeft: number) =>
    triesLeft > 0
      ? `That is not the code. You have ${triesLeft} more ${triesLeft === 1 ? 'try' : 'tries'}.`
      : 'That is not the code, and you have no tries left. Ask for another.',
  expired: 'This code no longer works. Ask for another.',
  confirmedTitle: 'Your number is confirmed',
  confirmed: (number: string) => `We text ${number} from now on. Reply STOP to any text to end them.`,
  done: 'Done',
} as const;
