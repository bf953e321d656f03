/** Text of the sign-in page until accounts are available. */
export const messages = {
  pageTitle: 'Sign in',
  heading: 'Sign in',
  lead: 'Signing in is not open yet.',
  body: 'When it opens, you will enter your e-mail address and your registration number, and we will e-mail you a link that signs you in once. There will be no password to remember.',
  now: 'You do not need an account to read a report. Details, tax, MOT history and mileage are open to everyone.',
  action: 'Search for a vehicle',
} as const;
