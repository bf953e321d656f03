export const messages = {
  /** The document's title until the page sets its own. */
  title: 'Vehicle Enquiry',
  loading: 'Loading the page',
  needsScript: {
    before: 'This page needs JavaScript. Turn it on and reload the page, or go to the',
    home: 'home page',
    after: ', which works without it.',
  },
  retry: 'Try again',
  retrying: 'Trying again…',
} as const;
