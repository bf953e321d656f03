import { sourceRetries } from '@ve/domain/vehicle/record/source-retries';

const { hours } = sourceRetries;

export const answerMailMessages = {
  title: 'We can e-mail you when they answer',
  lead: `We’ll keep asking the sources, and send you one e-mail when one answers. After ${hours} hours we stop, and tell you so.`,
  email: 'E-mail address',
  consent:
    'By pressing the button you agree that we send this one e-mail, and use the address for nothing else. We delete your request within a week, and the record of the e-mail after 30 days.',
  toAccount: (email: string) => `To ${email}, the address of your account.`,
  send: 'E-mail me when they answer',
  busy: 'Saving…',
  failed: 'We couldn’t set that up',
  done: (email: string) => `We’ll e-mail ${email} when a source answers.`,
  doneMore: 'You can close this page.',
} as const;
