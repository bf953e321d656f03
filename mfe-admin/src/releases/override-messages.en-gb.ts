import type { Overridden } from '@ve/contracts/override';

const seen = ({ name, asked }: Overridden): string =>
  'version' in asked ? `${name} ${asked.version}` : `${name} from ${asked.local}`;

const reasons = {
  'unknown-release': 'no such release is published',
  'does-not-fit': 'it does not fit what is live',
  'no-manifest': 'nothing is released under that name yet, so nobody knows its pages',
} as const;

export const overrideMessages = {
  title: 'See another release',
  intro:
    'In this browser and session alone, for twelve hours at most. A bar on every page says so, and takes it off. Visitors see nothing of it.',
  remote: 'Remote',
  remoteHint: 'As in its remote.json, like mfe-report, or shell',
  target: 'Version or address',
  targetHint: 'Of any published release, a preview too; or a server on your machine, like http://localhost:4201',
  remoteInvalid: 'Enter the name of a remote, like mfe-report',
  targetInvalid: 'Enter a version, or an address like http://localhost:4201',
  submit: 'See it on the site',
  submitNamed: (name: string, version: string): string => `See ${name} ${version} on the site`,
  busy: 'Setting…',
  failed: 'We couldn’t set that',
  refused: 'Nothing was changed',
  noSession: 'Break-glass access is no session that pages know: sign in with your own account',
  problem: (remote: Overridden): string =>
    remote.problem === null ? '' : `${seen(remote)} cannot be shown: ${reasons[remote.problem]}.`,
  now: (remotes: readonly Overridden[]): string =>
    remotes.length === 0
      ? 'You see what visitors see, with the bar.'
      : `You see ${remotes.map(seen).join(', ')} in place of what visitors see.`,
  panel: 'Show which team owns what on each page',
  panelHint: 'Puts the bar with its panel on every page, with the releases that visitors get.',
  end: 'Remove it',
  ending: 'Removing it…',
  endFailed: 'We couldn’t take that off',
  readFailed: 'We couldn’t load what you see at present',
  readFailedText: 'You can set another all the same.',
} as const;
