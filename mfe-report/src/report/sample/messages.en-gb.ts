export const messages = {
  title: 'Sample vehicle report',
  description:
    'A complete vehicle report with its full check, of a made-up car: a write-off, finance, mileage that goes back, and what to ask the seller.',
  notice: 'This is a sample',
  lead: 'A complete report with its full check, on a car that does not exist. Its plate, lender and numbers are made up. We judge it by the same rules as every report.',
  check: 'Check a vehicle',
  noScript: 'Your browser builds this report for today’s date, so it needs JavaScript.',
} as const;
