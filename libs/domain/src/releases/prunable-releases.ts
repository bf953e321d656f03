export interface StoredRelease {
  name: string;
  version: string;
  publishedAt: Date;
  /** Such releases only go to previews. */
  previewOnly: boolean;
}

/** A release that is or was in a channel, or is in a preview. */
export interface ServedReleasePeriod {
  name: string;
  version: string;
  /** When the last of them left its channel; null while it is in one, or in a preview. */
  until: Date | null;
}

const aDay = 24 * 3_600_000;
/** How long, in milliseconds, pages opened earlier may request files of a release that left its channels. */
export const servedReleaseRetentionMs = 7 * aDay;
/** New releases are previewed soon, with a cookie that lasts half a day. */
const newReleaseRetentionMs = aDay;
export const newestReleasesRetained = 10;

const keyOf = ({ name, version }: Pick<StoredRelease, 'name' | 'version'>): string => `${name} ${version}`;

const byAge = (a: StoredRelease, b: StoredRelease): number =>
  b.publishedAt.getTime() - a.publishedAt.getTime() || (a.version < b.version ? -1 : 1);

/**
 * Returns the stored releases that can be deleted. Kept are those that are in a channel or a preview, or were in a
 * channel in the last seven days, those that a rollback leads to (`before`), the newest ten of each name that are not for
 * previews only, and those of the last day.
 */
export function prunableReleases(
  {
    stored,
    given,
    before,
  }: {
    stored: readonly StoredRelease[];
    given: readonly ServedReleasePeriod[];
    before: readonly Pick<StoredRelease, 'name' | 'version'>[];
  },
  now: Date,
): StoredRelease[] {
  const ageMs = (at: Date): number => now.getTime() - at.getTime();
  const needed = new Set([
    ...given.filter(({ until }) => until === null || ageMs(until) <= servedReleaseRetentionMs).map(keyOf),
    ...before.map(keyOf),
  ]);
  const older = [...Map.groupBy(stored, ({ name }) => name).values()].flatMap((releases) => [
    ...releases.filter(({ previewOnly }) => previewOnly),
    ...releases
      .filter(({ previewOnly }) => !previewOnly)
      .toSorted(byAge)
      .slice(newestReleasesRetained),
  ]);
  return older.filter((release) => !needed.has(keyOf(release)) && ageMs(release.publishedAt) > newReleaseRetentionMs);
}
