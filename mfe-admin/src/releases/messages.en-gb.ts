const count = (number: number): string => number.toLocaleString('en-GB');

const plural = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;

export const messages = {
  title: 'Releases',
  about:
    'The releases visitors get for each part of the site. A canary goes to a share of visitors. It is rolled back automatically if it’s worse than stable. Changes take effect on each visitor’s next page.',
  loading: 'Loading the releases',
  failedTitle: 'We couldn’t load the releases',
  emptyTitle: 'No releases yet',
  emptyText: 'Deploy the service to publish the first one.',
  meanings: {
    title: 'What the figures mean',
    loads: [
      'Page loads',
      'Pages sent with this release since the canary got this share. We include only visitors whose errors we can count: no search engines, and no one who opted out of trials on the cookies page. Each visitor counts at most five times an hour.',
    ],
    faults: [
      'With faults',
      'Visitors with an error or a file that didn’t load. Stable counts browsers. The canary counts networks: one internet connection and its neighbours, such as a household, an office or many customers of one mobile network. This stops one person rolling a canary back from many browsers. In brackets: page loads with a fault, in every hundred.',
    ],
    speed: [
      'Largest paint, response and shift',
      'How long the largest part of the page took to appear, how long the page took to react to a press, and how much it moved while being read (0 is none, above 0.1 is noticeable). p75: three in four measured pages were at least this good. We measure one page in four. Only faults roll a canary back.',
    ],
  },
  shell: 'Shell',
  notLive: 'No release of this is served.',

  verdicts: {
    'too-few': 'Too early to say',
    'as-good': 'As good as stable',
    'too-few-networks': 'More faults than stable, but in too few networks to act on',
    worse: 'Worse than stable',
  },
  rolledBackCanaries: 'The last canary was rolled back automatically',
  noCanary: 'No canary is running, so errors aren’t compared.',
  alone: 'The canary isn’t watched. There is no stable release to compare it with.',

  quiet: 'Without a canary',
  quietReleases: 'Releases served to everyone',
  part: 'Part',
  details: 'Releases and history',
  detailsOf: (name: string) => `Releases and history: ${name}`,
  channels: (name: string) => `Channels of ${name}`,
  channel: 'Channel',
  stable: 'Stable',
  canary: (share: number) => `Canary, ${share}%`,
  version: 'Version',
  since: 'Since',
  by: 'by',
  loads: 'Page loads',
  faults: 'With faults',
  notCounted: 'Not counted',
  networks: (number: number, rate: string) => `${plural(number, 'network')} (${rate})`,
  visitors: (number: number, rate: string) => `${plural(number, 'visitor')} (${rate})`,
  kinds: (errors: number, failedLoads: number) => `${plural(errors, 'error')}, ${plural(failedLoads, 'failed load')}`,
  LCP: 'Largest paint',
  INP: 'Response',
  CLS: 'Shift',
  notMeasured: 'No readings',
  readings: (number: number) => `p75 of ${plural(number, 'page')}`,
  seconds: (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`,
  milliseconds: (milliseconds: number) => `${count(milliseconds)} ms`,

  releases: (number: number) => `Releases (${count(number)})`,
  releasesOf: (name: string) => `Releases of ${name}`,
  published: 'Published',
  state: 'State',
  inNoChannel: 'Not served',
  action: 'Action',
  give: 'Serve to visitors',
  giveOf: (version: string) => `Serve to visitors: ${version}`,
  history: 'History',
  historyOf: (name: string) => `History of ${name}`,
  when: 'When',
  what: 'What',
  who: 'Who',
  why: 'Why',
  watch: 'Canary watch',
  deployment: 'a deployment',
  byToken: (label: string) => `${label}, by release token`,
  moves: {
    stable: (from: string | null, to: string | null) =>
      from === null ? `${to} served to everyone` : `${to} served to everyone instead of ${from}`,
    canary: (to: string | null, share: number | null) => `${to} served to ${share}% as canary`,
    promote: (from: string | null, to: string | null) =>
      from === null ? `Canary ${to} promoted` : `Canary ${to} promoted instead of ${from}`,
    rollback: (from: string | null, to: string | null) => `Rolled back from ${from} to ${to}`,
    stop: (from: string | null) => `Canary ${from} stopped`,
  },

  promote: 'Promote canary',
  promoteOf: (name: string) => `Promote canary: ${name}`,
  promoteTitle: (name: string) => `Promote the canary of ${name}?`,
  promoteText: (canary: string, stable: string | null) =>
    stable === null
      ? `Everyone gets ${canary}.`
      : `Everyone gets ${canary} instead of ${stable}. You can roll back to ${stable} afterwards.`,
  stop: 'Stop canary',
  stopOf: (name: string) => `Stop canary: ${name}`,
  stopTitle: (name: string) => `Stop the canary of ${name}?`,
  stopText: (canary: string, stable: string | null) =>
    stable === null
      ? `No one gets ${canary}, and there is no stable release.`
      : `Everyone gets ${stable}, including visitors who had ${canary}.`,
  rollback: 'Roll back',
  rollbackOf: (name: string) => `Roll back: ${name}`,
  rollbackTitle: (name: string) => `Roll ${name} back?`,
  rollbackText: (from: string, to: string) => `Everyone gets ${to} again, instead of ${from}.`,
  giveTitle: (name: string) => `Serve a release of ${name} to visitors?`,
  giveText: (version: string) => `Version ${version}.`,
  share: 'Who gets it',
  shares: (share: number) => (share === 100 ? 'Everyone (stable)' : `${share}% of visitors (canary)`),
  giveConfirm: 'Serve it',
  failed: 'Nothing was changed',
  refusedTitle: 'It doesn’t fit the live releases',
  outcomes: {
    moved: 'Done. Visitors get it on their next page.',
    unchanged: 'Nothing was changed. Visitors already get this.',
    stale: 'Nothing was changed. The releases have changed since you opened this page. Check them again.',
    'unknown-release': 'Nothing was changed. We no longer keep this release.',
    'no-canary': 'Nothing was changed. No canary is running.',
    'nothing-before': 'Nothing was changed. There is no earlier version to return to.',
  },
} as const;
