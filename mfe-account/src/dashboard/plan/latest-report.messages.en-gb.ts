import { formatDayOfInstant } from '../../platform/messages.en-gb.ts';

/** Texts of the latest report, loaded with it. */
export const messages = {
  title: 'Your latest report',
  loading: 'Loading your reports',
  failed: 'We couldn’t load your reports. Try again.',
  none: 'You have no report yet.',
  check: 'Check a vehicle',
  createdOn: (at: string) => `Created on ${formatDayOfInstant(at)}`,
  open: 'Open the report',
};
