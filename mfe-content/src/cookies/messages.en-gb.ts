import type { Place } from './stored-things.ts';

/** Text around the list of stored items. */
export const messages = {
  now: {
    id: 'kept-now',
    title: 'What is kept today',
    lead: 'Each of these is written only when you use what it is for.',
  },
  later: {
    id: 'kept-later',
    title: 'What will be kept',
    lead: 'These belong to parts of the service that are not open yet. Nothing writes them today.',
  },
  facts: { place: 'Where', purpose: 'What for', lasts: 'How long', later: 'Not open yet' },
  places: {
    cookie: 'Cookie',
    'session storage': 'Session storage',
    'local storage': 'Local storage',
  } satisfies Record<Place, string>,
} as const;
