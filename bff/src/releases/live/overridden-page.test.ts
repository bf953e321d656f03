import type { ReleaseOverrideTarget } from '@ve/contracts/override';
import { releaseSchema, type Release } from '@ve/contracts/remote-manifest';
import { remoteReleaseFixture, shellReleaseFixture } from '../../testing/test-app.ts';
import { toPageRegistry } from './live-registry.ts';
import {
  developmentServerOriginsOf,
  applyReleaseOverride,
  type ReleaseOverrideTargetRelease,
} from './overridden-page.ts';

const release = (...given: Parameters<typeof remoteReleaseFixture>): Release =>
  releaseSchema.parse(remoteReleaseFixture(...given));
const shell = releaseSchema.parse(shellReleaseFixture);
const live = {
  shell,
  remotes: [release('mfe-report', 'v1', ['/report']), release('mfe-search', 'v1', ['/', '/signup'])],
};
const local = { local: 'http://localhost:4201' };
const wanted = (target: ReleaseOverrideTarget, found: Release | null = null): ReleaseOverrideTargetRelease => ({
  target,
  release: found,
});
const shown = (targets: Record<string, ReleaseOverrideTargetRelease>) =>
  applyReleaseOverride(live, targets).live.remotes.map(({ name, version }) => `${name}@${version}`);

it('replaces the live release of a name, and no other', () => {
  const preview = release('mfe-report', 'pr-7', ['/report', '/report/new']);
  const targets = { 'mfe-report': wanted({ version: 'pr-7' }, preview) };
  expect(shown(targets)).toEqual(['mfe-report@pr-7', 'mfe-search@v1']);
  expect(applyReleaseOverride(live, targets).remotes).toEqual([
    { name: 'mfe-report', asked: { version: 'pr-7' }, shown: 'pr-7', problem: null, why: [] },
  ]);
  expect(live.remotes[0]?.version).toBe('v1');
});

it('shows a remote that has no live release yet, in the order of names', () => {
  const added = release('mfe-orders', 'pr-1', ['/orders']);
  expect(shown({ 'mfe-orders': wanted({ version: 'pr-1' }, added) })).toEqual([
    'mfe-orders@pr-1',
    'mfe-report@v1',
    'mfe-search@v1',
  ]);
});

it.each([
  ['is not published', wanted({ version: 'gone' }), 'unknown-release'],
  [
    'needs a later contract',
    wanted({ version: 'v2' }, release('mfe-report', 'v2', ['/report'], { contract: '1.1.0' })),
    'does-not-fit',
  ],
  [
    'needs another contract',
    wanted({ version: 'v2' }, release('mfe-report', 'v2', ['/report'], { contract: '2.0.0' })),
    'does-not-fit',
  ],
])('leaves the live release instead of one that %s', (_, target, problem) => {
  expect(shown({ 'mfe-report': target })).toEqual(['mfe-report@v1', 'mfe-search@v1']);
  expect(applyReleaseOverride(live, { 'mfe-report': target }).remotes).toMatchObject([{ shown: 'v1', problem }]);
});

it('checks remotes against the shell of the override', () => {
  const newer = releaseSchema.parse({ ...shellReleaseFixture, version: 's2', contract: '1.1.0' });
  const report = release('mfe-report', 'v2', ['/report'], { contract: '1.1.0' });
  const both = applyReleaseOverride(live, {
    'mfe-report': wanted({ version: 'v2' }, report),
    shell: wanted({ version: 's2' }, newer),
  });
  expect(both.live.shell?.version).toBe('s2');
  expect(both.remotes.map(({ problem }) => problem)).toEqual([null, null]);
});

it('checks releases against each other as they are shown', () => {
  const targets = {
    'mfe-report': wanted({ version: 'v2' }, release('mfe-report', 'v2', ['/report', '/signup'])),
    'mfe-search': wanted({ version: 'v2' }, release('mfe-search', 'v2', ['/'])),
  };
  expect(shown(targets)).toEqual(['mfe-report@v2', 'mfe-search@v2']);
  const one = applyReleaseOverride(live, { 'mfe-report': targets['mfe-report'] });
  expect(one.remotes).toMatchObject([
    { shown: 'v1', problem: 'does-not-fit', why: [expect.stringContaining('/signup')] },
  ]);
  const unfit = {
    ...targets,
    'mfe-search': wanted({ version: 'v3' }, release('mfe-search', 'v3', ['/'], { contract: '9.0.0' })),
  };
  expect(shown(unfit)).toEqual(['mfe-report@v1', 'mfe-search@v1']);
});

describe('a development server', () => {
  it('serves the pages of the release that it replaces, from its own origin', () => {
    const page = applyReleaseOverride(live, { 'mfe-report': wanted(local) }).live;
    expect(toPageRegistry(page).remotes[0]).toMatchObject({
      name: 'mfe-report',
      version: 'local-4201',
      routes: ['/report'],
      entry: 'http://localhost:4201/remoteEntry.js',
      preload: [],
    });
    expect(toPageRegistry(page).remotes[1]?.entry).toBe('/remotes/mfe-search/v1/remoteEntry.ab12.js');
    expect(developmentServerOriginsOf(page)).toEqual(['http://localhost:4201']);
    expect(developmentServerOriginsOf(live)).toEqual([]);
  });

  it('serves the pages in its own manifest', () => {
    const manifest = release('mfe-orders', 'any', ['/orders'], { entry: 'entry.js', preload: ['page.js'] });
    const page = applyReleaseOverride(live, { 'mfe-orders': wanted(local, manifest) }).live;
    expect(toPageRegistry(page).remotes[0]).toMatchObject({
      version: 'local-4201',
      routes: ['/orders'],
      entry: 'http://localhost:4201/entry.js',
      preload: ['http://localhost:4201/page.js'],
    });
  });

  it('of an unknown remote shows nothing', () => {
    const page = applyReleaseOverride(live, { 'mfe-orders': wanted(local) });
    expect(page.live).toEqual(live);
    expect(page.remotes).toEqual([{ name: 'mfe-orders', asked: local, shown: null, problem: 'no-manifest', why: [] }]);
  });
});
