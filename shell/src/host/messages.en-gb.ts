export const messages = {
  /** The document's title until the page has its own. */
  title: 'Vehicle Enquiry',
  loading: 'Loading the page',
  retry: 'Try again',
  retrying: 'Trying again…',
} as const;
