import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type ServedReleasePeriod,
  newestReleasesRetained,
  prunableReleases,
  type StoredRelease,
} from './prunable-releases.ts';

const now = new Date('2026-11-22T10:00:00.000Z');
const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
/** `v00` is the oldest; all are thirty days old or more. */
const stored: StoredRelease[] = Array.from({ length: 12 }, (_, index) => ({
  name: 'mfe-report',
  version: `v${String(index).padStart(2, '0')}`,
  publishedAt: ago(50 - index),
  previewOnly: false,
}));
const [oldest, second] = [stored[0]!, stored[1]!];
const versions = (releases: readonly StoredRelease[]) => releases.map(({ version }) => version);

describe('the pruned releases', () => {
  it('are those older than the newest ten of their name', () => {
    expect(versions(prunableReleases({ stored, given: [], before: [] }, now))).toEqual(['v01', 'v00']);
    expect(prunableReleases({ stored: stored.slice(2), given: [], before: [] }, now)).toEqual([]);
  });

  it.each<[string, ServedReleasePeriod | null, StoredRelease | null, string[]]>([
    ['given now', { ...oldest, until: null }, null, ['v01']],
    ['given until seven days ago', { ...oldest, until: ago(7) }, null, ['v01']],
    ['given until just before', { ...oldest, until: new Date(ago(7).getTime() - 1) }, null, ['v01', 'v00']],
    ['given of another name', { ...oldest, name: 'mfe-search', until: null }, null, ['v01', 'v00']],
    ['what a rollback leads to', null, second, ['v00']],
  ])('exclude a release that is %s', (_, given, before, pruned) => {
    expect(
      versions(prunableReleases({ stored, given: given ? [given] : [], before: before ? [before] : [] }, now)),
    ).toEqual(pruned);
  });

  it('exclude everything published in the last day, regardless of the number', () => {
    const today = stored.map((release) => ({ ...release, publishedAt: ago(1) }));
    expect(prunableReleases({ stored: today, given: [], before: [] }, now)).toEqual([]);
  });

  it('are those for previews only that no preview shows, which count for no others', () => {
    const previews = Array.from({ length: 15 }, (_, index) => ({
      ...{ name: 'mfe-report', version: `p${String(index)}`, previewOnly: true },
      publishedAt: ago(index === 0 ? 1 : 2),
    }));
    const given = [{ name: 'mfe-report', version: 'p1', until: null }];
    const pruned = versions(prunableReleases({ stored: [...previews, ...stored], given, before: [] }, now));
    expect(pruned).toEqual([...previews.slice(2).map(({ version }) => version), 'v01', 'v00']);
  });

  const release = fc.record({
    name: fc.constantFrom('shell', 'mfe-report'),
    version: fc.integer({ min: 0, max: 40 }).map(String),
    publishedAt: fc.integer({ min: 0, max: 60 }).map(ago),
    previewOnly: fc.constant(false),
  });
  const keyOf = ({ name, version }: { name: string; version: string }) => `${name} ${version}`;

  it('are never needed, and only needed ones remain', () => {
    const releases = fc.uniqueArray(release, { maxLength: 60, selector: keyOf });
    const given = fc.array(fc.record({ release, until: fc.option(fc.integer({ min: 0, max: 20 }).map(ago)) }));
    fc.assert(
      fc.property(releases, given, fc.array(release, { maxLength: 3 }), (all, moved, before) => {
        const gives = moved.map(({ release: { name, version }, until }) => ({ name, version, until }));
        const prunedKeys = new Set(prunableReleases({ stored: all, given: gives, before }, now).map(keyOf));
        const needed = new Set([
          ...gives.filter(({ until }) => until === null || until >= ago(7)).map(keyOf),
          ...before.map(keyOf),
        ]);
        for (const name of ['shell', 'mfe-report']) {
          const own = all.filter((each) => each.name === name);
          const left = own.filter((each) => !prunedKeys.has(keyOf(each)));
          expect(left.length).toBeGreaterThanOrEqual(Math.min(newestReleasesRetained, own.length));
          for (const each of own.filter((one) => prunedKeys.has(keyOf(one)))) {
            expect(needed.has(keyOf(each))).toBe(false);
            expect(left.filter((kept) => kept.publishedAt >= each.publishedAt).length).toBeGreaterThanOrEqual(
              newestReleasesRetained,
            );
          }
          const idle = left.filter((each) => !needed.has(keyOf(each)) && each.publishedAt < ago(1));
          expect(idle.length).toBeLessThanOrEqual(newestReleasesRetained);
        }
      }),
    );
  });
});
