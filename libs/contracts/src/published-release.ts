import { type Release, releaseSchema, sharedFacades, slotsModule } from './remote-manifest.ts';

/**
 * Maximum counts in a published release. Every page of the site carries the routes of all remotes, so each adds to all
 * pages. Earlier releases that exceed them can still be read.
 */
const maxPublishedCounts = {
  routes: 200,
  slots: 20,
  offers: 20,
  preload: 50,
  styles: 50,
  fonts: 50,
  prerender: 200,
  pages: 200,
  shared: 100,
  sharedExports: 100,
} as const;

/** In characters of JSON. All calls of our own API take half of `calls`. */
const maxPublishedLengths = { calls: 300_000, rest: 64_000 } as const;

const tooMany = (count: number, max: number, what: string): string =>
  `${String(count)} ${what}, of which a release may have ${String(max)} at most`;

interface PublishProblem {
  path: string[];
  message: string;
}

const contractPattern = /^\d{1,9}(\.\d{1,9}){2}$/;
const versionPattern = /^\d{1,9}(\.\d{1,9}){2}[\w.+-]{0,20}$/;
/** A range of one version alone would keep every later shell from going live. */
const rangePattern = /^\^\d{1,9}(\.\d{1,9}){2}[\w.+-]{0,20}$/;
const specifierPattern = /^[\x21-\x7e]{1,200}$/;

/** Texts that other teams' tools print, in a form that is no version or specifier. */
function* textProblems({ name, contract, shared, sharedExports }: Release): Generator<PublishProblem> {
  if (!contractPattern.test(contract))
    yield { path: ['contract'], message: `${JSON.stringify(contract)} is no version` };
  const specifiers = { shared: Object.keys(shared), sharedExports: Object.keys(sharedExports) };
  for (const [list, given] of Object.entries(specifiers)) {
    const unreadable = given.find((specifier) => !specifierPattern.test(specifier));
    if (unreadable !== undefined) yield { path: [list], message: `${JSON.stringify(unreadable)} is no specifier` };
  }
  const [pattern, what] = name === 'shell' ? [versionPattern, 'version'] : [rangePattern, 'range such as ^1.2.3'];
  const other = Object.values(shared).find((each) => !pattern.test(each));
  if (other !== undefined) yield { path: ['shared'], message: `${JSON.stringify(other)} is no ${what}` };
  const versions = Object.values(sharedExports).flatMap((names) => Object.values(names));
  const version = versions.find((each) => !versionPattern.test(each));
  if (version !== undefined) yield { path: ['sharedExports'], message: `${JSON.stringify(version)} is no version` };
}

/**
 * Names of modules or slots that the release does not use by its other fields, and slots whose names it leaves out. A
 * release without names declares nothing.
 */
function* sharedExportsProblems({ name, slots, offers, shared, sharedExports }: Release): Generator<PublishProblem> {
  const modules = Object.keys(sharedExports);
  if (modules.length === 0) return;
  const unknown = modules.find((each) => each !== slotsModule && !Object.hasOwn(shared, sharedFacades[each] ?? each));
  if (unknown !== undefined) {
    yield { path: ['sharedExports'], message: `${JSON.stringify(unknown)} is not among what it shares` };
  }
  // The shell knows the slots of all pages.
  if (name === 'shell') return;
  const [named, declared] = [Object.keys(sharedExports[slotsModule] ?? {}), [...slots, ...offers]];
  const differing = [
    ...named.filter((slot) => !declared.includes(slot)),
    ...declared.filter((slot) => !named.includes(slot)),
  ];
  if (differing.length > 0) {
    const message = `${differing.slice(0, 5).join(', ')}: not as in slots and offers`;
    yield { path: ['sharedExports', slotsModule], message };
  }
}

/** The reasons why a release cannot be published for its size, each with its path. */
function* boundsProblems({ calls, ...release }: Release): Generator<PublishProblem> {
  for (const [list, maxCount] of Object.entries(maxPublishedCounts)) {
    const { length } = Object.keys(release[list as keyof typeof maxPublishedCounts]);
    if (length > maxCount) yield { path: [list], message: tooMany(length, maxCount, 'entries') };
  }
  const [rest, own] = [JSON.stringify(release).length, JSON.stringify(calls).length];
  if (rest > maxPublishedLengths.rest) {
    yield { path: [], message: tooMany(rest, maxPublishedLengths.rest, 'characters without its calls') };
  }
  if (own > maxPublishedLengths.calls) {
    yield { path: ['calls'], message: tooMany(own, maxPublishedLengths.calls, 'characters') };
  }
}

/** A release as a team may publish it: `releaseSchema` within these bounds, and without contradicting itself. */
export const publishableReleaseSchema = releaseSchema.check((given) => {
  const { value } = given;
  for (const { path, message } of [...boundsProblems(value), ...textProblems(value), ...sharedExportsProblems(value)]) {
    given.issues.push({ code: 'custom', input: value, path, message });
  }
});
