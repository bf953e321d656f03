import type { ActionResult } from './action.types.ts';

const good = (text: string): ActionResult => ({ tone: 'pass', text });
const plain = (text: string): ActionResult => ({ tone: 'info', text });
const bad = (text: string): ActionResult => ({ tone: 'warn', text });

const deleting = bad('The account is being deleted. Nothing was done.');
const changed = bad('Something has changed meanwhile, and nothing was done. Look at what it would lead to now.');

export const messages = {
  failed: 'It was not done',
  email: 'E-mail address of the account, to confirm',
  emailNeeded: 'Type the e-mail address of the account',
  unknown: plain('It was done.'),

  link: {
    label: 'Send a sign-in link',
    title: 'Send a sign-in link?',
    what: (email: string) => [`A sign-in link goes to ${email}. It works once, for 10 minutes after it was sent.`],
    confirm: 'Send the link',
    results: {
      sent: good('A sign-in link is on its way.'),
      'just-sent': plain('A link was sent less than a minute ago. No other was sent.'),
      'too-many': bad('This address has had as many links as it may have for now. Try again in a few minutes.'),
      deleting,
    },
  },

  credit: {
    label: 'Give the full check back',
    title: 'Give the full check back?',
    what: (until: string) => [
      `One full check can be used again, until ${until}.`,
      'Checks that were made stay, and the rule for refunds still counts this period’s check as used.',
    ],
    confirm: 'Give it back',
    results: {
      returned: good('The full check can be used again.'),
      unused: plain('There is an unused full check already. Nothing was changed.'),
      'no-period': bad('No paid period runs. Nothing was changed.'),
      'check-running': bad('A check is running. If it fails, it gives its own credit back. Nothing was changed.'),
      deleting,
    },
  },

  cancel: {
    label: 'Cancel the membership',
    title: 'Cancel the membership?',
    what: (terms: string) => [
      `${terms}. Nothing more will be charged, and the customer is told by e-mail.`,
      'The refund is what the rule gives, and the only one that is made here.',
    ],
    confirm: 'Cancel the membership',
    results: {
      cancelled: good('The membership is cancelled.'),
      already: plain('It was cancelled before. Nothing was changed.'),
      none: plain('There is nothing to cancel.'),
      changed,
      deleting,
    },
  },

  mails: {
    label: 'Stop reminders, alerts and newsletter',
    title: 'Stop reminders, alerts and newsletter?',
    what: (email: string) => [
      `Reminders, alerts and the newsletter to ${email} stop, and reminders and alerts as texts. Mails about the membership, such as receipts, still go.`,
      'Only the customer can start them again.',
    ],
    confirm: 'Stop them',
    results: {
      stopped: good('Reminders, alerts and newsletter are stopped.'),
      already: plain('They were stopped before.'),
      deleting,
    },
  },

  copy: {
    label: 'Make a copy of their data',
    title: 'Make a copy of their data?',
    what: [
      'A copy of everything that is held about the customer is made. An e-mail tells them when it is in their account, where it stays for 7 days.',
      'You do not see it.',
    ],
    confirm: 'Make the copy',
    results: {
      started: good('The copy is being made.'),
      making: plain('A copy is being made already.'),
      deleting,
    },
  },

  delete: {
    label: 'Delete the account',
    title: 'Delete the account?',
    what: (refund: string) => [
      `The membership ends at once; ${refund}. Every browser is signed out at once.`,
      'Everything about the customer is deleted, but what the law makes us keep. This cannot be undone.',
      'Do it only when you are sure who asks: see docs/operations/privacy-requests.md.',
    ],
    confirm: 'Delete the account',
    results: {
      begun: good('The account is being deleted.'),
      'wrong-email': bad('That is not the e-mail address of this account. Nothing was done.'),
      staff: bad('The account has rights of staff. Remove its role first. Nothing was done.'),
      changed,
      deleting,
    },
  },

  session: {
    label: 'End',
    title: 'End this session?',
    what: (device: string) => [`${device} is signed out at once.`],
    confirm: 'End the session',
    results: { ended: good('The session has ended.') },
  },

  sessions: {
    label: 'End every session',
    title: 'End every session?',
    what: ['Every browser of the customer is signed out at once.'],
    confirm: 'End every session',
    results: { ended: good('Every session has ended.'), none: plain('No browser was signed in.') },
  },
} as const;
