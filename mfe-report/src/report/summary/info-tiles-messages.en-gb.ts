/** Texts about the report: its age and the reader's plan. */
export const reportInfoTilesMessages = {
  label: 'About this report',
  created: 'Created',
  updated: 'Updated',
  plan: 'Your Plan',
  credits: (credits: number) => `${credits} ${credits === 1 ? 'credit' : 'credits'} available`,
  signUp: 'Sign up',
  pay: 'See why and pay',
  unknownUser: 'We couldn’t check whether you are signed in.',
  unknownPlan: 'We couldn’t load your plan.',
  refresh: 'Refresh',
  refreshing: 'Refreshing…',
  refreshed: 'Refreshed just now.',
  /** The registers are not read again within minutes. */
  notAskedAgain: (asked: string, again: string) =>
    `The registers were last asked at ${asked}. They can be asked again from ${again}.`,
  refreshFailed: 'We couldn’t refresh it. You see the earlier answers.',
} as const;
