import { dataDisputeLimits } from '@ve/contracts/http/membership/disputes';
import { responseTimeLabels } from '@ve/domain/messaging/contact/response-times';

/** Texts of "Something wrong?"; those that the specification prescribes are verbatim. */
export const messages = {
  title: 'Tell us what is wrong',
  which: 'Which line is wrong?',
  says: 'The report says',
  notAvailable: 'Not available',
  mender: (name: string) => `Who can correct it: ${name}`,
  ring: (name: string) => `Ring ${name}:`,
  newTab: '(opens in a new tab)',
  ours: 'If we show it wrongly, or no one else helps, tell us. We check it with the source and reply by e-mail.',
  message: 'What is wrong, and how do you know?',
  messageHint: 'For example what the log book, an invoice or the lender says. Leave out card numbers and passwords.',
  email: 'E-mail',
  emailHint: 'We reply here.',
  send: 'Send',
  sending: 'Sending…',
  cancel: 'Cancel',
  close: 'Close',
  privacy: 'We use this only to look into it.',
  failed: 'It was not sent',
  thanks: 'Thank you',
  next: (email: string) =>
    `We sent a confirmation to ${email}. Support checks the entry with its source and replies ${responseTimeLabels.reply}. The report stays as it is until its source changes.`,
  errors: {
    message: 'Say what is wrong',
    messageLong: `Use at most ${dataDisputeLimits.message.toLocaleString('en-GB')} characters`,
    messageOdd: 'Remove the characters that can’t be shown',
    email: 'Please enter a valid email address',
  },
};
