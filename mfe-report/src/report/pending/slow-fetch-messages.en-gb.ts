export const slowFetchMessages = {
  halfAMinute: 'This can take up to half a minute. Answers appear as they arrive.',
  mail: 'E-mail me when it is ready',
  mailing: 'Saving…',
  willBeSent: (email: string) => `We’ll e-mail ${email} when it is ready. You can close this page.`,
  mailFailed: 'We couldn’t set that up. Try again, or keep this page open.',
} as const;
