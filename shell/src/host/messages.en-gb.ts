export const messages = {
  loading: 'Loading the page',
  slotDown: 'This part of the page is not available right now.',
  retry: 'Try again',
  retrying: 'Trying again…',
} as const;
