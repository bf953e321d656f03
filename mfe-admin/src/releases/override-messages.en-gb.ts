import type { OverriddenRemote } from '@ve/contracts/override';

const seen = ({ name, asked }: OverriddenRemote): string =>
  'version' in asked ? `${name} ${asked.version}` : `${name} from ${asked.local}`;

const reasons = {
  'unknown-release': 'no such release is published',
  'does-not-fit': 'it doesn’t fit the live releases',
  'no-manifest': 'nothing is released under that name yet, so its pages are unknown',
} as const;

export const releaseOverrideMessages = {
  title: 'Preview another release',
  intro:
    'Only in this browser and session, for up to twelve hours. A bar on every page shows the preview and removes it. Visitors don’t see it.',
  remote: 'Remote',
  remoteHint: 'The name in its remote.json, like mfe-report, or shell',
  target: 'Version or address',
  targetHint: 'Any published release or preview, or a server on your machine, like http://localhost:4201',
  remoteInvalid: 'Enter the name of a remote, like mfe-report',
  targetInvalid: 'Enter a version, or an address like http://localhost:4201',
  submit: 'Preview on the site',
  submitNamed: (name: string, version: string): string => `Preview ${name} ${version} on the site`,
  busy: 'Starting…',
  failed: 'We couldn’t start the preview',
  refused: 'Nothing was changed',
  noSession: 'Pages don’t recognise break-glass access. Sign in with your own account',
  problem: (remote: OverriddenRemote): string =>
    remote.problem === null ? '' : `We can’t show ${seen(remote)}: ${reasons[remote.problem]}.`,
  now: (remotes: readonly OverriddenRemote[]): string =>
    remotes.length === 0
      ? 'You see what visitors see, with the bar.'
      : `You see ${remotes.map(seen).join(', ')} instead of what visitors see.`,
  panel: 'Show which team owns what on each page',
  panelHint: 'Adds the bar and its panel to every page. You see the releases that visitors get.',
  end: 'Remove it',
  ending: 'Removing…',
  endFailed: 'We couldn’t remove it',
  readFailed: 'We couldn’t load your current preview',
  readFailedText: 'You can still start another.',
} as const;
