import { disputeLimits } from '@ve/contracts/http/membership/disputes';
import { promiseLabels } from '@ve/domain/messaging/contact/response-times';

/** Texts of "Something wrong?"; those that the specification prescribes are verbatim. */
export const messages = {
  title: 'Tell us what is wrong',
  which: 'Which line is wrong?',
  says: 'The report says',
  notAvailable: 'Not available',
  mender: (name: string) => `Who can mend it: ${name}`,
  ring: (name: string) => `Ring ${name}:`,
  newTab: '(opens in a new tab)',
  ours: 'If we show it wrongly, or nobody else helps, tell us: we look at it with the source and answer by e-mail.',
  message: 'What is wrong, and how do you know?',
  messageHint: 'For example what the log book, an invoice or the lender says. Leave out card numbers and passwords.',
  email: 'E-mail',
  emailHint: 'We answer here.',
  send: 'Send',
  sending: 'Sending…',
  cancel: 'Cancel',
  close: 'Close',
  privacy: 'We use this only to look into it.',
  failed: 'It was not sent',
  thanks: 'Thank you',
  next: (email: string) =>
    `We sent a confirmation to ${email}. Support looks at the entry and at its source ${promiseLabels.reply}, and tells you what we found. What the report says stays until its source changes it.`,
  errors: {
    message: 'Say what is wrong',
    messageLong: `Use at most ${disputeLimits.message.toLocaleString('en-GB')} characters`,
    messageOdd: 'Take out the characters that cannot be shown',
    email: 'Please enter a valid email address',
  },
};
