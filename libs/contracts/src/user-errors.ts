/** Exported separately: forms show it without loading the whole table. */
export const registrationInvalidProblem = {
  status: 400,
  title: 'That is not a UK registration number. Check it and try again.',
} as const;

/** Exported separately: report pages show it without loading the whole table. */
export const vehicleDataFailedProblem = {
  status: 503,
  title: 'None of our sources answered. This says nothing about the vehicle. Try again in a minute.',
} as const;

/** Problems caused by users' actions. Has no schema library and no errors of release tools, because pages load it. */
export const userActionErrors = {
  'registration-required': { status: 400, title: 'Registration number is required' },
  'registration-invalid': registrationInvalidProblem,
  'signature-refused': { status: 401, title: 'This request isn’t signed as we expect' },
  'access-denied': { status: 403, title: 'You do not have access to this' },
  busy: { status: 503, title: 'We are checking more vehicles than usual. Try again in a minute.' },
  'sign-in-attempts-exceeded': {
    status: 429,
    title: 'Too many sign-in attempts. Please wait a few minutes before trying again.',
  },
  'sign-in-mails-exceeded': {
    status: 429,
    title: 'Email rate limit exceeded. Please wait a few minutes before requesting another sign-in link.',
  },
  'payment-attempts-exceeded': {
    status: 429,
    title: 'Too many payment attempts. Nothing was charged.',
  },
  'new-cards-exceeded': {
    status: 429,
    title: 'Too many new cards were tried. The card you had stays in use.',
  },
  'checkout-failed': { status: 503, title: 'Checkout creation failed. Nothing was charged. Try again in a minute.' },
  'payments-unavailable': {
    status: 503,
    title: 'Our payment provider isn’t answering. Try again in a minute.',
  },
  'vehicle-data-failed': vehicleDataFailedProblem,
} as const satisfies Record<string, { status: number; title: string }>;
