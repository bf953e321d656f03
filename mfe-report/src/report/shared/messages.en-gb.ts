export const messages = {
  title: 'Shared report',
  reading: 'Reading the report',
  failed: 'We couldn’t load the report',
  again: 'Try again',
  banner: 'This report was shared with you',
  until: (until: string) => `It can be read here until ${until}, unless it is taken back.`,
  asOf: (read: string) => `As of ${read}.`,
  checked: (at: string) => `The full check was made on ${at}.`,
  unchecked: 'It has no full check: look the vehicle up yourself to get one.',
  omitted: 'VIN, engine number and agreement numbers are left out: ask the seller for the V5C.',
  ended: {
    expired: { title: 'This link has ended', text: (at: string) => `It worked until ${at}.` },
    revoked: {
      title: 'This link was taken back',
      text: (at: string) => `Whoever shared the report ended it on ${at}.`,
    },
  },
  askAgain: 'Ask whoever gave it to you for another.',
  unknown: {
    title: 'This link shows nothing',
    text: 'It may be incomplete, or what it showed was deleted. Open it again from where you got it, or ask for another.',
  },
  another: 'Check another vehicle',
} as const;
