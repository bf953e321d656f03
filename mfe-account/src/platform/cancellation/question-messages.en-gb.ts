import { maxCancellationReasonLength } from '@ve/contracts/http/membership/cancellation';

/** Texts of the question after a cancellation, loaded with its form. */
export const messages = {
  title: 'One question, if you like',
  lead: 'It is cancelled either way.',
  label: 'What made you leave?',
  hint: `Up to ${maxCancellationReasonLength} characters.`,
  send: 'Send answer',
  busy: 'Sending…',
  skip: 'Skip',
  empty: 'Enter your answer, or skip the question',
  long: `Shorten your answer to ${maxCancellationReasonLength} characters`,
  failed: 'Your answer was not sent',
  skipped: 'No answer was sent.',
  thanks: 'Thank you for telling us.',
} as const;
