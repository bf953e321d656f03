export const messages = {
  title: 'Sample vehicle report',
  description:
    'A complete vehicle report with its full check, of a made-up car: a write-off, finance, mileage that goes back, and what to ask the seller.',
  notice: 'This is a sample',
  lead: 'A complete report with its full check, of a car that does not exist and that nobody should buy unseen. Its plate, its lender and all its numbers are made up; the rules that judge it are those of every report.',
  check: 'Check a vehicle',
  noScript: 'The report is put together in your browser, for today’s date: it needs JavaScript.',
} as const;
