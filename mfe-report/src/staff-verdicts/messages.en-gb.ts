import { formatDate } from '@ve/domain/kernel/time/format-date';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { londonDate } from '@ve/domain/kernel/time/london-date';

const dayOf = (instant: string): string => formatDate(londonDate(new Date(instant)));

export const messages = {
  title: 'What the customer reads',
  lead: 'The verdict of each saved report in the customer’s words, from the answers saved with it. Their page asks the sources again, and may know more. Each look is recorded in the audit log.',
  look: 'Show the verdict',
  looking: 'Reading the report…',
  lookAt: (registration: string, at: string) =>
    `Show the verdict of ${formatRegistration(registration)}, saved on ${dayOf(at)}`,
  hide: 'Hide the verdict',
  hideOf: (registration: string, at: string) =>
    `Hide the verdict of ${formatRegistration(registration)}, saved on ${dayOf(at)}`,
  saved: (at: string) => `Saved on ${dayOf(at)}`,
  failed: 'We couldn’t load the report.',
  gone: 'The report is no longer saved.',
  again: 'Try again',
  unsaved: 'No source had answered when the report was saved, so that it has no verdict.',
  unreadable: 'What is saved cannot be read by this release.',
  withCheck: 'With the full check that is saved in it.',
  withoutCheck: 'Without a full check.',
  checkUnreadable: 'A full check is saved in it that this release cannot read: its customer may read another verdict.',
  reasons: 'Why',
  more: (count: number) => `And ${count} more in the report.`,
  next: 'What to do next:',
  newest: (count: number) => `The newest ${count} reports.`,
} as const;
