/** Text that is on paper alone. */
export const printMessages = {
  page: 'Page',
  of: 'of',
} as const;
