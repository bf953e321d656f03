const versionPattern = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/;

type Version = [major: number, minor: number, patch: number];

function readVersion(text: string): Version | null {
  const [, major, minor, patch] = versionPattern.exec(text) ?? [];
  return major === undefined ? null : [Number(major), Number(minor), Number(patch)];
}

/** Below 1.0.0 a change of the first part that is not zero is breaking (semver.org, rule 4, as npm reads `^`). */
const breakingPart = (version: Version): number => {
  const first = version.findIndex((part) => part > 0);
  return first === -1 ? version.length - 1 : first;
};

const isNotBefore = (one: Version, other: Version): boolean => {
  const index = one.findIndex((part, at) => part !== other[at]);
  return index === -1 || (one[index] ?? 0) > (other[index] ?? 0);
};

/**
 * Whether a version is in a range as our build writes it: `^19.3.1`, or exactly `19.3.1`. A pre-release, and any other
 * form of range, matches only itself.
 */
export function isInSemverRange(version: string, range: string): boolean {
  if (version === range) return true;
  const given = readVersion(version);
  const wanted = range.startsWith('^') ? readVersion(range.slice(1)) : null;
  if (given === null || wanted === null) return false;
  const fixed = breakingPart(wanted) + 1;
  return wanted.slice(0, fixed).every((part, at) => part === given[at]) && isNotBefore(given, wanted);
}
