import { isVisitorInCanary } from './is-in-canary.ts';
import { isRemoteCompatibleWithShell } from './is-compatible.ts';

/** A release in a channel: the stable one of a name, or its canary. */
export interface ReleaseInChannel<R> {
  name: string;
  channel: 'stable' | 'canary';
  /** The percentage of visitors who get it. */
  share: number;
  release: R;
}

export interface ChosenReleases<R> {
  /** Null before a shell is published. */
  shell: R | null;
  /** In the order of the input. */
  remotes: R[];
  /** The names whose canary was chosen. */
  canaries: ReadonlySet<string>;
}

type Given<R> = readonly ReleaseInChannel<R>[];

/**
 * Chooses the releases of one visitor's pages; `visitor` is null for a visitor who takes part in no canary. The chosen
 * releases are compatible: a canary that does not run on the chosen shell is replaced by the stable release, and the
 * canary of the shell by the stable shell if a remote would be lost. A name without a stable release has its canary
 * only.
 */
export function chooseReleases<R extends { contract: string }>(
  given: Given<R>,
  visitor: string | null,
): ChosenReleases<R> {
  /** The canary first, if the visitor is in it. */
  const wanted = (name: string): ReleaseInChannel<R>[] => {
    const isCanary = ({ channel }: ReleaseInChannel<R>) => channel === 'canary';
    const own = given.filter((each) => each.name === name);
    return [
      ...own.filter((each) => isCanary(each) && visitor !== null && isVisitorInCanary(visitor, name, each.share)),
      ...own.filter((each) => !isCanary(each)),
    ];
  };
  const remotes = [...new Set(given.map(({ name }) => name))].filter((name) => name !== 'shell').map(wanted);
  const runsOn = (shell: ReleaseInChannel<R>) => (remote: ReleaseInChannel<R>) =>
    isRemoteCompatibleWithShell(remote.release.contract, shell.release.contract);

  const shells = wanted('shell');
  const losesNothing = (shell: ReleaseInChannel<R>): boolean =>
    remotes.every((releases) => releases.some(runsOn(shell)) || !shells.some((other) => releases.some(runsOn(other))));
  const shell = shells.find(losesNothing) ?? shells.at(-1);
  const chosen = remotes.flatMap((releases) => {
    const fitting = shell === undefined ? releases[0] : releases.find(runsOn(shell));
    // A stable release that fits no shell affects its own area only, which shows an error.
    const release = fitting ?? releases.find(({ channel }) => channel === 'stable');
    return release === undefined ? [] : [release];
  });
  const all = shell === undefined ? chosen : [shell, ...chosen];
  return {
    shell: shell?.release ?? null,
    remotes: chosen.map(({ release }) => release),
    canaries: new Set(all.filter(({ channel }) => channel === 'canary').map(({ name }) => name)),
  };
}
