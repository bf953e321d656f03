export const partialMessages = {
  title: (sources: string) => `${sources} did not give us an answer`,
  body: 'What it would have told you is marked “Not available” below. Everything else is live.',
} as const;
