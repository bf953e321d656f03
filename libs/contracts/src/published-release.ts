import { type Release, releaseSchema } from './remote-manifest.ts';

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

/** The reasons why a release cannot be published, each with its path. */
function* boundsProblems({ calls, ...release }: Release): Generator<{ path: string[]; message: string }> {
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

/** A release as a team may publish it: `releaseSchema` within these bounds. */
export const publishableReleaseSchema = releaseSchema.check((given) => {
  for (const { path, message } of boundsProblems(given.value)) {
    given.issues.push({ code: 'custom', input: given.value, path, message });
  }
});
