import { registrationInvalid } from '@ve/contracts/user-errors';

/** Texts of the sign-in; those of specification sections 2, 5 and 8 are verbatim. */
export const messages = {
  form: {
    pageTitle: 'Sign in',
    heading: 'Sign in',
    lead: 'We e-mail you a link that signs you in. There is no password to remember.',
    email: 'E-mail address',
    emailHint: 'The one you signed up with.',
    registration: 'Registration number',
    submit: 'Access Report →',
    busy: 'Sending your link…',
    new: 'New here?',
    signUp: 'Check a vehicle and sign up',
    noAccount: 'You do not need an account for a free report.',
    errors: {
      email: { blank: 'Enter your e-mail address', wrong: 'Please enter a valid email address' },
      registration: {
        blank: 'Enter the registration number of your vehicle',
        'too-long': 'A registration number has at most 7 letters and numbers, like AB12 CDE',
        'not-a-registration': registrationInvalid.title,
      },
    },
  },
  failed: {
    title: 'Sign in failed',
    network: 'Unable to send sign-in link. Please try again.',
    unavailable: 'Database connection failed. Please try again.',
    service: 'There was a problem validating your account. Please try again.',
  },
  sent: {
    pageTitle: 'Check your e-mail',
    toast: 'Check your email!',
    heading: 'Check your e-mail',
    to: 'We have sent a sign-in link to',
    lead: 'It works once, for 10 minutes, and opens your report. Open it in this browser if you can.',
    resent: (email: string) => `Another link is on its way to ${email}.`,
    resentNote: 'Any of them works.',
    nothing: 'Nothing there?',
    hints: [
      'Give it a minute, and look in your spam folder.',
      'Check that the address above is right.',
      'Ask for another link.',
    ],
    again: 'Send another link',
    againBusy: 'Sending…',
    wait: 'You can ask for another link a minute after the last one.',
    change: 'Use a different address or vehicle',
    still: 'Still nothing?',
    contact: 'Write to us',
  },
  link: {
    pageTitle: 'Your sign-in link',
    checking: 'Checking your link',
    signingIn: 'Signing you in',
    confirm: {
      heading: (email: string) => `Sign in as ${email} on this device?`,
      lead: 'This link was requested in another browser.',
      replaces: (email: string) => `You are signed in here as ${email}. That ends when you continue.`,
      action: 'Sign in',
      busy: 'Signing you in…',
      stranger: 'If you did not ask for it, close this page. No one is signed in.',
    },
    outcomes: {
      expired: {
        heading: 'This link no longer works',
        body: 'A sign-in link works for 10 minutes, and stops once you sign in with another.',
      },
      used: {
        heading: 'This link has been used',
        body: 'A sign-in link works once. If you did not use it, sign in again and look at “Where you are signed in” in My account. You can sign browsers out there.',
      },
      incomplete: {
        heading: 'Part of the link is missing',
        body: 'Open the link in the e-mail again, or copy the whole address from it.',
      },
    },
    again: 'Get a new link',
    account: 'Go to My account',
    signedIn: 'You are signed in on this browser.',
    failed: {
      heading: 'We couldn’t check your link',
      redeem: 'We couldn’t sign you in',
      action: 'Try again',
      busy: 'Trying again…',
    },
  },
} as const;
