import { formatCountWithNoun as plural } from '@ve/domain/kernel/text/phrases';

export const messages = {
  title: 'Page speed',
  about:
    'How fast pages were for visitors, as their browsers measured it. We measure one page in four, and none of visitors who save data. Kept by day, route and release, without addresses or anything about the visitor.',
  range: 'Period',
  ranges: { '1': 'Today', '7': '7 days', '28': '28 days' },
  loading: 'Loading the speed of pages',
  failedTitle: 'We couldn’t load the speed of pages',
  emptyTitle: 'No page has been measured yet',
  emptyText:
    'A row for each route appears here within seconds after a visitor leaves a page that was measured: its first byte, largest paint, response and layout shift, together and by release.',
  list: 'Speed by route',
  route: 'Route',
  LCP: 'Largest paint',
  INP: 'Response',
  CLS: 'Shift',
  TTFB: 'First byte',
  notMeasured: 'No readings',
  readings: (number: number) => `p75 of ${plural(number, 'page')}`,
  ratings: { 'needs-improvement': 'Needs improvement', poor: 'Poor' },
  byRelease: (number: number) => `By release (${number})`,
  byReleaseOf: (route: string) => `Releases of ${route}`,
  release: 'Release',
  stable: 'Stable',
  canary: 'Canary',
  meanings: {
    title: 'What the figures mean',
    terms: [
      ['p75', 'Three in four measured pages were at least this good. It is rounded up by at most 7%.'],
      [
        'First byte',
        'From the click until the first byte of the page arrived. Good is up to 800 ms, poor is over 1,800 ms.',
      ],
      [
        'Largest paint',
        'From the click until the largest part of the page was shown (LCP). Good is up to 2.5 s, poor is over 4 s.',
      ],
      [
        'Response',
        'How long the page took to react to a press (INP). Pages that no one pressed have none. Good is up to 200 ms, poor is over 500 ms.',
      ],
      ['Shift', 'How much the page moved while it was read (CLS); 0 is none. Good is up to 0.1, poor is over 0.25.'],
    ],
  },
} as const;
