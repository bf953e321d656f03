/** Text that is on paper alone. */
export const printMessages = {
  head: (day: string) => `Vehicle report of ${day}`,
  page: 'Page',
  of: 'of',
  notChecked:
    'Not checked, as no full check was made: the registers of the police, of insurers and of lenders, and the valuation.',
} as const;
