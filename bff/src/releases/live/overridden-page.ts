import type { OverriddenRemote, ReleaseOverrideTarget } from '@ve/contracts/override';
import type { Release } from '@ve/contracts/remote-manifest';
import { compareWithLiveReleases } from '@ve/contracts/release-findings';
import type { LiveRegistry, LiveRelease } from './live-registry.ts';

/** A requested target, with the release that was found for it. */
export interface ReleaseOverrideTargetRelease {
  target: ReleaseOverrideTarget;
  /** The published release, or the development server's own manifest; null without one. */
  release: LiveRelease | null;
}

export interface OverriddenRegistry {
  live: LiveRegistry;
  /** In alphabetical order of names. */
  remotes: OverriddenRemote[];
}

/** A development build has no version of its own. */
const localVersion = (origin: string): string => `local-${new URL(origin).port}`;

/**
 * A release that a development server serves: by its own manifest, otherwise with the pages of the remote that it
 * replaces. A shell's files are only in its manifest.
 */
function localRelease(origin: string, manifest: Release | null, live: Release | null): LiveRelease | null {
  const version = localVersion(origin);
  if (manifest) return { ...manifest, version, local: origin };
  // A development build has its entry under this name, and loads the rest itself.
  return live === null || live.name === 'shell'
    ? null
    : { ...live, version, local: origin, entry: 'remoteEntry.js', preload: [], prerender: [] };
}

/** The release that replaces the live one of a name; null if there is none. */
const replacementOf = ({ target, release }: ReleaseOverrideTargetRelease, live: Release | null): LiveRelease | null =>
  'local' in target ? localRelease(target.local, release, live) : release;

const maxReasons = 5;

/**
 * Why a release cannot be shown with these: their shell, and the remotes of other names. A shell is shown with any
 * remotes: those that do not fit show an error in their own area.
 */
const reasonsAgainst = (release: Release, others: ReadonlyMap<string, LiveRelease>): string[] =>
  release.name === 'shell'
    ? []
    : compareWithLiveReleases(
        release,
        [...others.values()].map((each) => ({ channel: 'stable', release: each })),
      ).problems.slice(0, maxReasons);

const byName = (one: { name: string }, other: { name: string }): number => (one.name < other.name ? -1 : 1);

/**
 * The registry of a page under an override. If a release is unknown or does not fit, the live one stays, with the
 * reason. Releases are checked against each other as shown, so that navigation between them works.
 */
export function applyReleaseOverride(
  { shell, remotes }: LiveRegistry,
  wanted: Readonly<Record<string, ReleaseOverrideTargetRelease>>,
): OverriddenRegistry {
  const live = new Map([...(shell ? [shell] : []), ...remotes].map((release) => [release.name, release]));
  const shown = new Map<string, LiveRelease>(live);
  const problems = new Map<string, Pick<OverriddenRemote, 'problem' | 'why'>>();
  for (const [name, each] of Object.entries(wanted)) {
    const replacement = replacementOf(each, live.get(name) ?? null);
    if (replacement) shown.set(name, replacement);
    else problems.set(name, { problem: 'local' in each.target ? 'no-manifest' : 'unknown-release', why: [] });
  }
  const unfit = (): [name: string, why: string[]] | undefined =>
    [...shown.values()]
      .filter(({ name }) => Object.hasOwn(wanted, name) && !problems.has(name))
      .map((release): [string, string[]] => [release.name, reasonsAgainst(release, shown)])
      .find(([, why]) => why.length > 0);
  for (let found = unfit(); found; found = unfit()) {
    const [name, why] = found;
    problems.set(name, { problem: 'does-not-fit', why });
    const before = live.get(name);
    if (before) shown.set(name, before);
    else shown.delete(name);
  }
  return {
    live: {
      shell: shown.get('shell') ?? null,
      remotes: [...shown.values()].filter(({ name }) => name !== 'shell').toSorted(byName),
    },
    remotes: Object.entries(wanted)
      .map(([name, { target }]): OverriddenRemote => {
        const { problem, why } = problems.get(name) ?? { problem: null, why: [] };
        return { name, asked: target, shown: shown.get(name)?.version ?? null, problem, why };
      })
      .toSorted(byName),
  };
}

/** The development servers that a page under an override loads from. */
export const developmentServerOriginsOf = ({ shell, remotes }: LiveRegistry): string[] => [
  ...new Set([...(shell ? [shell] : []), ...remotes].flatMap(({ local }) => (local === undefined ? [] : [local]))),
];
