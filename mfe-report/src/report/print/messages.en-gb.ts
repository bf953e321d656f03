/** Texts that only the print has. */
export const printMessages = {
  page: 'Page',
  of: 'of',
} as const;
