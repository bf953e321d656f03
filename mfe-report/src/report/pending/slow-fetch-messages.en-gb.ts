export const slowFetchMessages = {
  halfAMinute: 'This can take up to half a minute. What they say appears as it arrives.',
  mail: 'E-mail me when it is ready',
  mailing: 'Saving…',
  willBeSent: (email: string) => `We will write to ${email} when it is ready. You can close this page.`,
  mailFailed: 'That did not work: no e-mail will be sent. Try again, or keep this page open.',
} as const;
