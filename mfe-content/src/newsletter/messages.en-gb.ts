export const messages = {
  confirm: {
    title: 'Confirm your newsletter',
    lead: 'One click and you are on the list. You can unsubscribe at any time with the link in every e-mail.',
    action: 'Confirm my subscription',
    busy: 'Confirming…',
    failed: 'Your subscription was not confirmed',
  },
  outcomes: {
    confirmed: {
      tone: 'pass',
      title: 'You are on the list',
      body: 'Thank you. We will send you the next newsletter.',
    },
    'already-confirmed': {
      tone: 'pass',
      title: 'You are already on the list',
      body: 'There is nothing more to do.',
    },
    expired: {
      tone: 'warn',
      title: 'This link no longer works',
      body: 'A confirmation link works for 7 days, or until you unsubscribe. Subscribe again on the blog and we will send you a new one.',
    },
  },
  noToken: {
    title: 'Part of the link is missing',
    body: 'Open the whole link from our e-mail. If your e-mail program split it in two, copy both parts into the address bar.',
  },
  toBlog: 'Go to the blog',
  toContact: 'Write to us',
} as const;
