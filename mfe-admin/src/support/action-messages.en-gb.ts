import type { SupportActionResult } from './action.types.ts';

const good = (text: string): SupportActionResult => ({ tone: 'pass', text });
const plain = (text: string): SupportActionResult => ({ tone: 'info', text });
const bad = (text: string): SupportActionResult => ({ tone: 'warn', text });

const deleting = bad('The account is being deleted. Nothing was done.');
const changed = bad('Something has changed, so nothing was done. Check the new outcome.');

export const messages = {
  failed: 'That didn’t work',
  email: 'Account’s e-mail address, to confirm',
  emailNeeded: 'Enter the account’s e-mail address',
  unknown: plain('Done.'),

  link: {
    label: 'Send a sign-in link',
    title: 'Send a sign-in link?',
    what: (email: string) => [`We e-mail a sign-in link to ${email}. It works once, for 10 minutes.`],
    confirm: 'Send the link',
    results: {
      sent: good('We’re sending a sign-in link.'),
      'just-sent': plain('A link was sent less than a minute ago. We didn’t send another.'),
      'too-many': bad('This address has reached its limit of links for now. We didn’t send another.'),
      deleting,
    },
  },

  credit: {
    label: 'Return the full check',
    title: 'Return the full check?',
    what: (until: string) => [
      `The customer can use one full check again, until ${until}.`,
      'Past checks stay. The refund rule still counts this period’s check as used.',
    ],
    confirm: 'Return it',
    results: {
      returned: good('The full check can be used again.'),
      unused: plain('There is already an unused full check. Nothing was changed.'),
      'no-period': bad('There is no paid period now. Nothing was changed.'),
      'check-running': bad('A check is running. If it fails, it returns its own credit. Nothing was changed.'),
      deleting,
    },
  },

  cancel: {
    label: 'Cancel the membership',
    title: 'Cancel the membership?',
    what: (terms: string) => [
      `${terms}. We charge nothing more and e-mail the customer.`,
      'The refund rule sets the amount. No other refund is made here.',
    ],
    confirm: 'Cancel the membership',
    results: {
      cancelled: good('The membership is cancelled.'),
      already: plain('It was already cancelled. Nothing was changed.'),
      none: plain('There is nothing to cancel.'),
      changed,
      deleting,
    },
  },

  mails: {
    label: 'Stop reminders, alerts and newsletter',
    title: 'Stop reminders, alerts and newsletter?',
    what: (email: string) => [
      `Reminders, alerts and the newsletter to ${email} stop. Text reminders and alerts stop too. E-mails about the membership, such as receipts, continue.`,
      'Only the customer can restart them.',
    ],
    confirm: 'Stop them',
    results: {
      stopped: good('Reminders, alerts and newsletter are stopped.'),
      already: plain('They were already stopped.'),
      deleting,
    },
  },

  copy: {
    label: 'Make a copy of their data',
    title: 'Make a copy of their data?',
    what: [
      'We copy everything we hold about the customer. We e-mail them when the copy is in their account. It stays there for 7 days.',
      'You don’t see it.',
    ],
    confirm: 'Make the copy',
    results: {
      started: good('The copy is being made.'),
      making: plain('A copy is already being made.'),
      deleting,
    },
  },

  delete: {
    label: 'Delete the account',
    title: 'Delete the account?',
    what: (refund: string) => [
      `The membership ends at once; ${refund}. Every browser is signed out at once.`,
      'We delete everything about the customer except what the law makes us keep. You can’t undo this.',
      'First be sure who is asking: see docs/operations/privacy-requests.md.',
    ],
    confirm: 'Delete the account',
    results: {
      begun: good('The account is being deleted.'),
      'wrong-email': bad('That isn’t this account’s e-mail address. Nothing was done.'),
      staff: bad('This is a staff account. Remove its role first. Nothing was done.'),
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
