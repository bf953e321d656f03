/** The words of the pages that the links in newsletter mails open. */
export const messages = {
  confirm: {
    title: 'Confirm your newsletter',
    description: 'Confirm that you want the Vehicle Enquiry newsletter.',
    lead: 'One press, and you are on the list. You can leave at any time by the link in every e-mail.',
    action: 'Confirm my subscription',
    busy: 'Confirming...',
    failed: 'Your subscription was not confirmed',
  },
  unsubscribe: {
    title: 'Leave the newsletter',
    description: 'Stop the Vehicle Enquiry newsletter.',
    lead: 'One press, and we send you no more newsletters. You do not have to sign in.',
    action: 'Unsubscribe',
    busy: 'Unsubscribing...',
    failed: 'You were not unsubscribed',
  },
  outcomes: {
    confirmed: {
      tone: 'pass',
      title: 'You are on the list',
      body: 'Thank you. The next newsletter comes to your e-mail address.',
    },
    'already-confirmed': {
      tone: 'pass',
      title: 'You are on the list already',
      body: 'There is nothing more to do.',
    },
    expired: {
      tone: 'warn',
      title: 'This link no longer works',
      body: 'A link to confirm works for 7 days, and not after you have left. Ask for the newsletter again and we send you a new one.',
    },
    unsubscribed: {
      tone: 'pass',
      title: 'You have left the newsletter',
      body: 'We send you no more newsletters. If you change your mind, ask for it again on the blog.',
    },
    unknown: {
      tone: 'warn',
      title: 'We do not know this link',
      body: 'No e-mail address on our list belongs to it. Open the link in the newest newsletter that you have, or write to us and we take you off.',
    },
  },
  noToken: {
    title: 'Part of the link is missing',
    body: 'Open the whole link from our e-mail. If your e-mail program cut it in two, copy both parts into the address bar.',
  },
  toBlog: 'Go to the blog',
  toContact: 'Write to us',
} as const;
