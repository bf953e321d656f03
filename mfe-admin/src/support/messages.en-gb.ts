import { mostPeople, mostRows } from '@ve/contracts/http/admin-customers';

/** `membership-cancelled` as `Membership cancelled`. */
export const wordsOf = (key: string): string => {
  const words = key.replace(/[-_.]/g, ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

/** Text of the search and of a customer's page. */
export const messages = {
  title: 'Support',
  customerTitle: 'Customer',
  back: 'Back to the search',

  states: {
    none: 'No membership',
    trial: 'Trial',
    active: 'Active',
    'past-due': 'Payment due',
    cancelled: 'Cancelled',
    expired: 'Renewal due',
  },

  search: {
    label: 'Find a customer',
    hint: 'E-mail address, name, registration, or an id of Stripe’s (cus_, sub_, pi_, in_, ch_). Three characters or more.',
    action: 'Search',
    busy: 'Searching…',
    tooShort: 'Type three characters or more',
    tooLong: 'Type 200 characters at most',
    start: 'Search for a customer to see and help them. Searches and looks are recorded in the audit log.',
    loading: 'Searching for customers',
    failed: 'The search did not work',
    results: 'Customers found',
    nobody: 'Nobody found',
    nobodyText: 'Check the spelling, or search by something else: another address, the registration, a Stripe id.',
    found: (count: number) => (count === 1 ? 'One customer found' : `${count} customers found`),
    more: `These are the first ${mostPeople}. Type more to see fewer.`,
    columns: { person: 'Customer', plan: 'Membership', vehicle: 'Vehicle', why: 'Found by' },
    by: {
      email: 'E-mail address',
      name: 'Name',
      registration: 'Registration',
      customer: 'Stripe customer',
      subscription: 'Stripe subscription',
      payment: 'Stripe payment',
      invoice: 'Stripe invoice',
      charge: 'Stripe charge',
    },
  },

  loading: 'Reading the customer',
  failed: 'The customer could not be read',
  unknownTitle: 'No such customer',
  unknownText: 'There is no account with this id. It may have been deleted.',
  deleting: 'This account is being deleted',
  deletingText: (at: string) => `Deletion was confirmed on ${at}. The account goes once Stripe has done its part.`,
  sectionFailed: (title: string) => `${title}: could not be read`,
  sectionFailedText: 'The rest of the page is up to date.',
  newest: `The newest ${mostRows} are shown.`,
  none: '–',

  person: {
    title: 'Account',
    email: 'E-mail address',
    verified: 'Confirmed',
    unverified: 'Not confirmed by a link yet',
    name: 'Name',
    address: 'Postal address',
    phone: 'Telephone',
    opened: 'Opened',
    roles: 'Roles',
    stripe: 'Stripe customer',
    id: 'Account id',
    unknown: 'Not known',
  },

  plan: {
    title: 'Plan',
    state: 'Membership',
    vehicle: 'Vehicle',
    trialEnds: 'Trial ends',
    paidUntil: 'Paid until',
    ends: 'Ends',
    next: 'Next charge',
    noCharge: 'None',
    card: 'Card',
    problem: 'Last charge failed',
    problems: { declined: 'Declined', authentication: 'The bank asks for the card holder' },
    retried: (at: string) => `tried again ${at}`,
    credit: 'Full check of this period',
    credits: {
      returnable: 'Used',
      unused: 'Not used',
      'no-period': 'None: no paid period runs',
      'check-running': 'Used by a check that runs now',
    },
    ifCancelled: 'If cancelled now',
    cancelled: 'Cancelled',
    stripe: 'Stripe subscription',
    never: 'This account has never had a membership.',
  },

  charges: {
    title: 'Charges',
    empty: 'Nothing was charged.',
    kinds: { trial: 'Trial', membership: 'Membership' },
    columns: { paid: 'Paid', kind: 'For', amount: 'Amount', back: 'Given back', dispute: 'Dispute', ids: 'Stripe' },
    until: (at: string) => `until ${at}`,
    refundFailed: 'The bank sent it back',
    disputes: { open: 'Open', won: 'Won by us', lost: 'Lost' },
    receipt: 'Receipt',
    newTab: '(opens in a new tab)',
    rule: 'Cancelling gives back by the rule; that is the way for a refund here. A refund outside the rule is made in Stripe’s dashboard: refunding the last charge there ends the membership at once, and this page shows it within minutes.',
  },

  checks: {
    title: 'Full checks',
    empty: 'No full check was made.',
    columns: { vehicle: 'Vehicle', state: 'State', asked: 'Asked for', ended: 'Ended', credit: 'Credit' },
    states: { queued: 'Waiting', running: 'Running', done: 'Done', failed: 'Failed' },
    creditBack: 'Went back',
    creditUsed: 'Used',
  },

  reports: {
    title: 'Saved reports',
    empty: 'No report is saved.',
    columns: { vehicle: 'Vehicle', saved: 'Saved' },
  },

  cancellations: {
    title: 'Cancellations',
    empty: 'Nothing was cancelled.',
    columns: { at: 'Asked for', by: 'By', vehicle: 'Vehicle', ends: 'Ends', refund: 'Refund', state: 'State' },
    origins: {
      page: 'Cancellation page',
      account: 'Account',
      link: 'Link of a mail',
      deletion: 'Deletion of the account',
      stripe: 'Stripe',
      staff: 'Staff',
    },
    kept: 'Taken back',
    done: 'Carried out',
    open: 'Being carried out',
  },

  requests: {
    title: 'Requests and messages',
    empty: 'Nothing was asked of us.',
    columns: { at: 'When', kind: 'What', state: 'State', text: 'Text' },
    kinds: {
      enquiry: 'Enquiry',
      complaint: 'Complaint',
      dispute: 'Data dispute',
      'data-request': 'Question about their data',
      'data-export': 'Copy of their data',
      'email-change': 'Change of address',
      deletion: 'Deletion of the account',
    },
    states: { open: 'Open', escalated: 'Escalated', done: 'Done', failed: 'Failed' },
    answer: 'Answer complaints and data disputes',
  },

  mails: {
    title: 'Mails',
    empty: 'No mail in the last 30 days.',
    columns: { written: 'Written', what: 'Mail', to: 'To', state: 'State', why: 'Why' },
    states: { queued: 'Waiting', sent: 'Accepted by the mail server', failed: 'Failed', skipped: 'Not sent' },
    stopped: (streams: string) => `Stopped: ${streams}.`,
    notStopped: 'Reminders, alerts and newsletter are not stopped.',
    streams: { reminder: 'reminders', alert: 'alerts', newsletter: 'newsletter' },
  },

  jobs: {
    title: 'Jobs',
    empty: 'No job concerns this customer now.',
    columns: { name: 'Job', added: 'Added', state: 'State' },
    waiting: 'Waits for its queue',
    relayed: 'In its queue',
    givenUp: 'Given up',
  },

  sessions: {
    title: 'Sessions',
    empty: 'No browser is signed in.',
    columns: { device: 'Browser', by: 'Signed in by', opened: 'Since', seen: 'Last used', end: 'End' },
    unknown: 'Unknown browser',
    endOf: (device: string | null) => `End the session of ${device ?? 'an unknown browser'}`,
    by: { link: 'Link', payment: 'Payment', 'password-totp': 'Password and second factor' },
  },

  consents: {
    title: 'Consents',
    empty: 'No consent is on record.',
    columns: { kind: 'To', version: 'Version of the text', at: 'Given' },
    kinds: { terms: 'The terms', 'start-now': 'Starting at once', rejoin: 'Starting again' },
  },
} as const;
