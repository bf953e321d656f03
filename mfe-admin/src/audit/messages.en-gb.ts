/** Texts of the audit log. */
export const messages = {
  title: 'Audit log',
  about:
    'Every change made by staff or a command, and every time staff look at a customer’s data: who, when, what, on which object, and why. Entries hold ids and reasons, never what a customer told us; no page changes or deletes them. They are kept for six years.',
  reading:
    'Reading this log is not recorded: it holds no customer’s data, and entries about reading it would bury the others.',
  filters: 'Filter the audit log',
  list: 'the audit log',
  loading: 'Reading the audit log',
  failedTitle: 'We couldn’t load the audit log',
  emptyTitle: 'No entries',
  emptyText: 'Nothing was recorded that fits these filters.',
  columns: { at: 'When', actor: 'Who', action: 'What', subject: 'Of', details: 'Details' },
  none: '–',
  onlyActor: (actor: string) => `Only what ${actor} did`,
  onlyAction: (action: string) => `Only ${action}`,
  onlySubject: (subject: string) => `Only what was done to ${subject}`,
  fields: {
    actor: 'Who',
    actorHint: 'The whole address, or the command',
    action: 'What',
    actionHint: 'Exactly, like role.added',
    subject: 'Of',
    subjectHint: 'The exact id or reference',
    from: 'From',
    to: 'To',
  },
  noAction: 'Two words with a dot between them, like role.added',
  noSubject: 'An id or a reference, of 255 characters at most',
  tooLong: 'Type 255 characters at most',
  dayWrong: 'Choose a day from 2000 to 2100',
};
