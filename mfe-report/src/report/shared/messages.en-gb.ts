export const messages = {
  title: 'Shared report',
  reading: 'Loading the report',
  failed: 'We couldn’t load the report',
  again: 'Try again',
  banner: 'This report was shared with you',
  until: (until: string) => `It can be read here until ${until}, unless sharing is stopped.`,
  asOf: (read: string) => `As of ${read}.`,
  checked: (at: string) => `The full check was made on ${at}.`,
  unchecked: 'It has no full check: look the vehicle up yourself to get one.',
  omitted: 'VIN, engine number and agreement numbers are left out: ask the seller for the V5C.',
  ended: {
    expired: { title: 'This link has ended', text: (at: string) => `It worked until ${at}.` },
    revoked: {
      title: 'This link was withdrawn',
      text: (at: string) => `Sharing was stopped on ${at}.`,
    },
  },
  askAgain: 'Ask the sender for another.',
  unknown: {
    title: 'This link does not work',
    text: 'It may be incomplete, or the report was deleted. Open the original link again, or ask for another.',
  },
  another: 'Check another vehicle',
} as const;
