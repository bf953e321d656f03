export const partialReportMessages = {
  title: (sources: string) => `${sources} did not answer`,
  body: 'What is missing is marked “Not available” below. Everything else is live.',
} as const;
