import type { BrowserStorageKind } from './browser-stored-items.ts';

export const messages = {
  now: {
    id: 'kept-now',
    title: 'What is kept today',
    lead: 'We store each of these only when you use the feature it is for. The exception is __Host-ve-channel, which comes with a page while we try out a new version.',
  },
  later: {
    id: 'kept-later',
    title: 'What will be kept',
    lead: 'These belong to parts of the service that are not open yet. Nothing writes them today.',
  },
  facts: { place: 'Where', purpose: 'What for', lasts: 'How long', later: 'Not open yet' },
  /** Canary releases: the buttons that opt out of them and in again. */
  trials: {
    choose: { stable: 'Leave me out of trials', any: 'Take part again' },
    busy: 'Saving',
    optedOut: 'Left out',
    done: {
      stable: {
        title: 'You are left out of trials',
        body: 'From the next page, this browser gets the same version as everyone else.',
      },
      any: {
        title: 'You can take part again',
        body: 'When we try out a new version, this browser may get it first.',
      },
    },
    failed: 'We couldn’t save your choice',
    noScript: 'This button needs JavaScript. Turn it on and reload the page.',
  },
  places: {
    cookie: 'Cookie',
    'session storage': 'Session storage',
    'local storage': 'Local storage',
  } satisfies Record<BrowserStorageKind, string>,
} as const;
