import { isRemoteCompatibleWithShell } from '@ve/domain/releases/is-compatible';
import { isInSemverRange } from '@ve/domain/releases/is-in-semver-range';
import {
  routeStartsWithParameter,
  routesOverlap,
  isSameRoute,
  matchRoute,
} from '@ve/domain/releases/routing/match-route';
import {
  type ReleaseChannelName,
  notFoundPageRoute,
  type Release,
  sharedFacades,
  slotsModule,
} from './remote-manifest.ts';

/** A release in a channel. */
export interface LiveRelease {
  channel: ReleaseChannelName;
  release: Release;
}

/** The effects of a release on those that are live. */
export interface LiveReleaseComparison {
  /** Why it must not go live, each with the remedy. */
  problems: string[];
  /** Harmless, and probably unintended. */
  warnings: string[];
}

type Named = Pick<Release, 'name' | 'version'>;

const nameOf = ({ name, version }: Named): string => `${name}@${version}`;
const liveName = ({ channel, release }: LiveRelease): string => `${nameOf(release)} (${channel})`;

const isShell = ({ name }: Named): boolean => name === 'shell';

/** `needed` is a remote's contract version, `offered` a shell's; one of the two is about to go live. */
const contractMessage = ({
  needed,
  offered,
  remote,
  shell,
}: {
  needed: string;
  offered: string;
  remote: string;
  shell: string;
}): string => {
  const [major] = needed.split('.');
  const advice = offered.startsWith(`${major ?? ''}.`)
    ? `release a shell of contract ${needed} first`
    : 'a shell and remotes of another major version are released together, by a deployment of all of them';
  return `${remote} needs contract ${needed}, and ${shell} provides ${offered}: ${advice}`;
};

/** A remote and a shell; one of the two is about to go live. */
interface HostPair {
  remote: Release;
  remoteName: string;
  shell: Release;
  shellName: string;
  /** Whether the shell is the one that is about to go live. */
  isShellNew: boolean;
  /** The live releases that the new one replaces. */
  replaced: readonly LiveRelease[];
}

/** Problems with the libraries that a shell shares with a remote. Skipped if one of them declares none. */
function* sharedProblems({ remote, remoteName, shell, shellName, isShellNew }: HostPair): Generator<string> {
  const provided = new Map(Object.entries(shell.shared));
  if (provided.size === 0) return;
  const unfit = Object.entries(remote.shared).filter(
    ([specifier, range]) => !isInSemverRange(provided.get(specifier) ?? '', range),
  );
  const byRange = Map.groupBy(unfit, ([specifier, range]) => `${range}|${provided.get(specifier) ?? ''}`);
  for (const same of byRange.values()) {
    const specifiers = same.map(([specifier]) => specifier).join(', ');
    const [[first, range] = ['', '']] = same;
    const version = provided.get(first);
    yield (
      `${remoteName} needs ${specifiers} ${range}, and ${shellName} shares ${version ?? 'no such module'}: ` +
      (isShellNew && version === undefined
        ? `share it until no live release of ${remote.name} needs it`
        : 'release a shell that shares it first, or build the remote with what the shell has')
    );
  }
}

const maxNames = 10;

/** `a, b and 3 more` */
const listed = (names: readonly string[]): string =>
  names.length <= maxNames
    ? names.join(', ')
    : `${names.slice(0, maxNames).join(', ')} and ${String(names.length - maxNames)} more`;

/** Whether `sharedProblems` reports that the shell lacks the module of these names. */
const lacksModule = ({ remote, shell }: HostPair, specifier: string): boolean => {
  const module = sharedFacades[specifier] ?? specifier;
  return (
    Object.hasOwn(remote.shared, module) && Object.keys(shell.shared).length > 0 && !Object.hasOwn(shell.shared, module)
  );
};

/**
 * Names of shared modules, and slots, that a remote uses and a shell lacks. Skipped if one of the two declares no names,
 * as releases of earlier builds. Of a new shell only names are required that a shell has which it replaces: a remote
 * that claims any others does not run in that one either, and must not keep shells from going live.
 */
function* exportProblems(pair: HostPair): Generator<string> {
  const { remote, remoteName, shell, shellName, isShellNew, replaced } = pair;
  const offered = new Map(Object.entries(shell.sharedExports));
  if (offered.size === 0) return;
  const isRequired = (specifier: string, name: string): boolean =>
    !isShellNew ||
    replaced.length === 0 ||
    replaced.some((each) => Object.hasOwn(each.release.sharedExports[specifier] ?? {}, name));
  for (const [specifier, used] of Object.entries(remote.sharedExports)) {
    const names = new Set(Object.keys(offered.get(specifier) ?? {}));
    if (names.has('*') || lacksModule(pair, specifier)) continue;
    const missing = Object.entries(used).filter(
      ([name]) => (name !== '*' || !offered.has(specifier)) && !names.has(name) && isRequired(specifier, name),
    );
    for (const [version, same] of Map.groupBy(missing, ([, first]) => first)) {
      const what = listed(same.map(([name]) => name));
      const [subject, verb] =
        specifier === slotsModule ? [`the slot ${what}`, 'uses'] : [`${what} of ${specifier}`, 'imports'];
      const since = specifier.startsWith('@ve/') ? `contract ${version}` : `version ${version}`;
      yield isShellNew
        ? `${shellName} lacks ${subject}, which ${remoteName} ${verb} and ${since} brought: keep it until no live ` +
          `release of ${remote.name} ${verb} it`
        : `${remoteName} ${verb} ${subject}, which ${shellName} lacks and ${since} brought: release a shell that has ` +
          'it first, or build the remote without it';
    }
  }
}

/** Problems between a release and a live one of the other kind: a remote and a shell. */
function* hostProblems(release: Release, live: LiveRelease, replaced: readonly LiveRelease[]): Generator<string> {
  if (isShell(release) === isShell(live.release)) return;
  const [remote, shell] = isShell(release) ? [live.release, release] : [release, live.release];
  const [remoteName, shellName] = isShell(release)
    ? [liveName(live), nameOf(release)]
    : [nameOf(release), liveName(live)];
  const pair = { remote, remoteName, shell, shellName, isShellNew: isShell(release), replaced };
  const missing = [...exportProblems(pair)];
  yield* missing;
  if (isRemoteCompatibleWithShell(remote.contract, shell.contract)) yield* sharedProblems(pair);
  // A missing name of a later minor version is why the contract does not fit.
  else if (missing.length === 0 || majorOf(remote) !== majorOf(shell))
    yield contractMessage({ needed: remote.contract, offered: shell.contract, remote: remoteName, shell: shellName });
}

const majorOf = ({ contract }: Release): string => contract.split('.')[0] ?? '';

const ownedByOther = (owner: Release, path: string): string | undefined =>
  declaredRoutes(owner).find((route) => matchRoute(route, path) !== null);

/** The routes that a release claims; the shell's not-found page claims none. */
const declaredRoutes = (release: Release): string[] =>
  isShell(release) ? release.routes.filter((route) => route !== notFoundPageRoute) : release.routes;

/** Routes that would match the addresses of every name, or unowned addresses, which then never return 404. */
const greedyProblems = (release: Release): string[] =>
  declaredRoutes(release)
    .filter(routeStartsWithParameter)
    .map(
      (route) =>
        `${nameOf(release)} owns ${route}, which fits addresses of every other name, and those that nobody owns: begin ` +
        'it with a fixed part',
    );

/** Addresses of a release that another one already owns. */
function* addressProblems(release: Release, live: LiveRelease): Generator<string> {
  const other = live.release;
  const [own, theirs] = [nameOf(release), liveName(live)];
  for (const route of declaredRoutes(release)) {
    const taken = declaredRoutes(other).find((each) => routesOverlap(each, route));
    if (taken === undefined) continue;
    yield isSameRoute(taken, route)
      ? `${own} owns ${route}, and so does ${theirs}: one of them has to give it up`
      : `${own} owns ${route}, and ${theirs} owns ${taken}, which fit the same address: one of them has to give it up`;
  }
  for (const [one, another, oneName, anotherName] of [
    [release, other, own, theirs],
    [other, release, theirs, own],
  ] as const) {
    for (const from of Object.keys(one.redirects)) {
      const route = ownedByOther(another, from);
      if (route === undefined) continue;
      yield `${oneName} redirects ${from}, where ${anotherName} has its page ${route}: remove the redirect`;
    }
    for (const { path } of one.feeds) {
      const route = ownedByOther(another, path);
      if (route === undefined) continue;
      yield `${oneName} has a feed at ${path}, where ${anotherName} has its page ${route}: give the feed another path`;
    }
  }
  for (const [from, to] of Object.entries(release.redirects)) {
    const elsewhere = other.redirects[from];
    if (elsewhere === undefined || elsewhere === to) continue;
    yield `${own} redirects ${from} to ${to}, and ${theirs} to ${elsewhere}: remove one of the two`;
  }
  for (const { path } of release.feeds) {
    if (other.feeds.some((feed) => feed.path === path)) {
      yield `${own} has a feed at ${path}, and so does ${theirs}: give one of them another path`;
    }
  }
}

/** Slots that another release already offers: what fills them would be shown in a page of a team that it does not know. */
const offerProblems = (release: Release, live: LiveRelease): string[] =>
  release.offers
    .filter((slot) => live.release.offers.includes(slot))
    .map(
      (slot) =>
        `${nameOf(release)} offers the slot ${slot}, and so does ${liveName(live)}: one of them has to give it up, or ` +
        'offers another version',
    );

const placeOf = (slot: string): string => slot.slice(0, slot.lastIndexOf('/'));

interface SlotFinding {
  message: string;
  remedy: string;
  /**
   * Whether it may be a reason to refuse: the filler is not shown at all, rather than in another version of the same
   * slot, and no canary. Any team may begin one, and must not keep others from changing their pages.
   */
  isRefusable: boolean;
}

/** Slots that are filled but not offered. */
function* slotFindings(
  release: Release,
  others: readonly LiveRelease[],
  before: readonly LiveRelease[],
): Generator<SlotFinding> {
  const offered = new Set([release, ...others.map((each) => each.release)].flatMap(({ offers }) => offers));
  const isEmpty = (filler: Release, slot: string): boolean =>
    !filler.slots.some((other) => placeOf(other) === placeOf(slot) && offered.has(other));
  for (const slot of release.slots.filter((each) => !offered.has(each))) {
    const first = release.sharedExports[slotsModule]?.[slot];
    const versions = [...offered].filter((other) => placeOf(other) === placeOf(slot)).sort();
    yield {
      message: `${nameOf(release)} fills ${slot}, which no live page offers: it stays empty until one does`,
      remedy:
        (first === undefined ? '' : `Contract ${first} brought it. `) +
        `Release the remote whose page offers it first, or fill ${versions.length === 0 ? 'another' : versions.join(' or ')}`,
      isRefusable: isEmpty(release, slot),
    };
  }
  const lost = new Set(before.flatMap((each) => each.release.offers).filter((slot) => !offered.has(slot)));
  for (const each of others) {
    for (const slot of each.release.slots.filter((filled) => lost.has(filled))) {
      yield {
        message: `${nameOf(release)} no longer offers ${slot}, which ${liveName(each)} fills`,
        remedy: `Offer it beside its next version until no live release of ${each.release.name} fills it`,
        isRefusable: each.channel === 'stable' && isEmpty(each.release, slot),
      };
    }
  }
}

/** Redirects to an address without a page, which are not followed. */
function* redirectWarnings(release: Release, live: readonly LiveRelease[]): Generator<string> {
  const owners = [release, ...live.map((each) => each.release)];
  for (const [from, to] of Object.entries(release.redirects)) {
    if (owners.some((owner) => ownedByOther(owner, to) !== undefined)) continue;
    yield `${nameOf(release)} redirects ${from} to ${to}, where no live release has a page`;
  }
}

/**
 * Compares this release with `live`, the releases in all channels. Those of its own name are skipped, because it
 * replaces them. A slot that stays empty harms no page: `refuse` is for a step forward, and `warn` for a rollback or a
 * deployment, which must not wait for another team.
 */
export function compareWithLiveReleases(
  release: Release,
  live: readonly LiveRelease[],
  emptySlots: 'warn' | 'refuse' = 'warn',
): LiveReleaseComparison {
  const { own = [], other: others = [] } = Object.groupBy(live, (each) =>
    each.release.name === release.name ? 'own' : 'other',
  );
  const { refused = [], harmless = [] } = Object.groupBy(slotFindings(release, others, own), ({ isRefusable }) =>
    isRefusable && emptySlots === 'refuse' ? 'refused' : 'harmless',
  );
  return {
    problems: [
      ...greedyProblems(release),
      ...others.flatMap((each) => [
        ...hostProblems(release, each, own),
        ...addressProblems(release, each),
        ...offerProblems(release, each),
      ]),
      ...refused.map(({ message, remedy }) => `${message}. ${remedy}`),
    ],
    warnings: [...harmless.map(({ message }) => message), ...redirectWarnings(release, others)],
  };
}
