import type { OverriddenRemote } from '@ve/contracts/override';
import { formatReleaseBuildSource } from '@ve/contracts/release-build-source';

/** For example `version pr-7` or `localhost:4201`. */
const target = ({ asked }: OverriddenRemote): string =>
  'version' in asked ? asked.version : new URL(asked.local).host;

export const messages = {
  bar: 'Releases on this page',
  staff: 'You see releases that visitors don’t.',
  workOn: 'This site runs with remotes in development.',
  preview: 'This is a preview. No one is signed in, and nothing can be sent.',
  nothing: 'You see what visitors see.',
  shown: ({ name, asked, shown, builtFrom }: OverriddenRemote): string => {
    if ('local' in asked) return `${name} from ${new URL(asked.local).host}`;
    return `${name} ${shown ?? ''}${builtFrom ? ` from ${formatReleaseBuildSource(builtFrom)}` : ''}`;
  },
  instead: (remote: OverriddenRemote): string => {
    const seen = remote.shown === null ? 'It isn’t on this page.' : `You see ${remote.shown}.`;
    const why = {
      'unknown-release': `no release ${target(remote)} is published`,
      'does-not-fit': `${target(remote)} doesn’t fit this page`,
      'no-manifest': `nothing is released yet, so the pages of ${target(remote)} are unknown`,
    } as const;
    return remote.problem === null ? '' : `${remote.name}: ${why[remote.problem]}. ${seen}`;
  },
  open: 'Who owns what',
  end: 'Remove it',
  endBar: 'Remove this bar',
  ending: 'Removing…',
  notEnded: 'That didn’t work. Check your connection and try again.',
  panel: 'Who owns what on this page',
  close: 'Close',
  frame: 'Frame, header and footer',
  page: 'This page',
  slot: (name: string): string => `Slot ${name}`,
  nobody: 'No remote owns this page, so the frame shows “not found”.',
  from: {
    stable: 'stable',
    canary: 'canary',
    override: 'by override',
    local: 'from a development server',
  },
  /** At most a millisecond: the browser had the file in its cache. */
  loadedIn: (ms: number): string =>
    Math.round(ms) <= 1 ? 'entry from the cache' : `entry loaded in ${String(Math.round(ms))} ms`,
  notLoaded: 'entry not loaded',
  errors: (count: number): string => (count === 1 ? '1 error' : `${String(count)} errors`),
} as const;
