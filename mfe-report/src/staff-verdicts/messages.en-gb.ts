import { formatDate } from '@ve/domain/kernel/time/format-date';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { londonDate } from '@ve/domain/kernel/time/london-date';

const dayOf = (instant: string): string => formatDate(londonDate(new Date(instant)));

export const messages = {
  title: 'What the customer reads',
  lead: 'The verdict of each saved report, as the customer reads it, from the saved answers. Their page asks the sources again and may know more. Every view is recorded in the audit log.',
  look: 'Show the verdict',
  looking: 'Loading the report…',
  lookAt: (registration: string, at: string) =>
    `Show the verdict of ${formatRegistration(registration)}, saved on ${dayOf(at)}`,
  hide: 'Hide the verdict',
  hideOf: (registration: string, at: string) =>
    `Hide the verdict of ${formatRegistration(registration)}, saved on ${dayOf(at)}`,
  saved: (at: string) => `Saved on ${dayOf(at)}`,
  failed: 'We couldn’t load the report.',
  gone: 'The report is no longer saved.',
  again: 'Try again',
  unsaved: 'No source had answered when the report was saved, so it has no verdict.',
  unreadable: 'This release can’t read the saved report.',
  withCheck: 'With its saved full check.',
  withoutCheck: 'Without a full check.',
  checkUnreadable: 'This release can’t read its saved full check. The customer may read another verdict.',
  reasons: 'Why',
  more: (count: number) => `And ${count} more in the report.`,
  next: 'What to do next:',
  newest: (count: number) => `Showing the newest ${count} reports.`,
} as const;
