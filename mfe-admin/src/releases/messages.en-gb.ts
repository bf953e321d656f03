const count = (number: number): string => number.toLocaleString('en-GB');

const plural = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;

export const messages = {
  title: 'Releases',
  about:
    'What visitors are given of each part of the site. A canary goes to a share of them, and is taken back automatically when it is worse than stable. What you do here takes effect with each visitor’s next page.',
  loading: 'Reading the releases',
  failedTitle: 'We couldn’t load the releases',
  emptyTitle: 'No releases yet',
  emptyText: 'The first one is published when the service is deployed.',
  meanings: {
    title: 'What the figures mean',
    loads: [
      'Page loads',
      'Pages that were sent with this release since the canary was given to this share. Only visitors whose errors can also be counted are included: no search engines, and nobody who opted out of trials on the cookies page. One visitor counts five times an hour at most.',
    ],
    faults: [
      'Met faults',
      'Who met an error, or a file that did not load. Stable is counted by visitor (browser), the canary by network: an internet connection and its neighbours: a household, an office, or many customers of one mobile network. So nobody can have a canary taken back by reporting errors from many browsers of their own. In brackets: for how many page loads in a hundred there was one.',
    ],
    speed: [
      'Largest paint, response and shift',
      'How long until the largest part of the page was there, how long the page took to react to a press, and how much of it moved while it was read (0 is nothing, above 0.1 is noticed). p75: three in four of the measured pages were at least as good. One page in four is measured. These inform; only faults take a canary back.',
    ],
  },
  shell: 'Shell',
  notLive: 'No visitor is given any release of this.',

  verdicts: {
    'too-few': 'Too early to say',
    'as-good': 'As good as stable',
    'too-few-networks': 'More faults than stable, in too few networks to act on',
    worse: 'Worse than stable',
  },
  rolledBackCanaries: 'The last canary was taken back by itself',
  noCanary: 'No canary runs, so errors are not compared.',
  alone: 'There is no stable release to compare the canary with: it is not watched.',

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
  faults: 'Met faults',
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
  inNoChannel: 'Not given',
  action: 'Action',
  give: 'Give to visitors',
  giveOf: (version: string) => `Give to visitors: ${version}`,
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
      from === null ? `${to} given to everybody` : `${to} given to everybody in place of ${from}`,
    canary: (to: string | null, share: number | null) => `${to} given to ${share}% as canary`,
    promote: (from: string | null, to: string | null) =>
      from === null ? `Canary ${to} promoted` : `Canary ${to} promoted in place of ${from}`,
    rollback: (from: string | null, to: string | null) => `Rolled back from ${from} to ${to}`,
    stop: (from: string | null) => `Canary ${from} taken off`,
  },

  promote: 'Promote canary',
  promoteOf: (name: string) => `Promote canary: ${name}`,
  promoteTitle: (name: string) => `Promote the canary of ${name}?`,
  promoteText: (canary: string, stable: string | null) =>
    stable === null
      ? `Everybody is given ${canary}.`
      : `Everybody is given ${canary} in place of ${stable}. You can roll back to ${stable} afterwards.`,
  stop: 'Take canary off',
  stopOf: (name: string) => `Take canary off: ${name}`,
  stopTitle: (name: string) => `Take the canary of ${name} off?`,
  stopText: (canary: string, stable: string | null) =>
    stable === null
      ? `Nobody is given ${canary} any more, and there is no stable release.`
      : `Everybody is given ${stable}, also who had ${canary}.`,
  rollback: 'Roll back',
  rollbackOf: (name: string) => `Roll back: ${name}`,
  rollbackTitle: (name: string) => `Roll ${name} back?`,
  rollbackText: (from: string, to: string) => `Everybody is given ${to} again, in place of ${from}.`,
  giveTitle: (name: string) => `Give a release of ${name} to visitors?`,
  giveText: (version: string) => `Version ${version}.`,
  share: 'To whom',
  shares: (share: number) => (share === 100 ? 'Everybody (stable)' : `${share}% of visitors (canary)`),
  giveConfirm: 'Give it',
  failed: 'Nothing was changed',
  refusedTitle: 'It does not fit what is live',
  outcomes: {
    moved: 'Done. Visitors see it with their next page.',
    unchanged: 'Nothing was changed: visitors are given this already.',
    stale: 'Nothing was changed: somebody has moved a release since you looked. Look again.',
    'unknown-release': 'Nothing was changed: this release is not kept any more.',
    'no-canary': 'Nothing was changed: no canary runs.',
    'nothing-before': 'Nothing was changed: there is no version to go back to.',
  },
} as const;
