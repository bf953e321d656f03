import fc from 'fast-check';
import { globSync, readFileSync } from 'node:fs';
import { type LiveRelease, compareWithLiveReleases } from './release-findings.ts';
import { type Release, releaseSchema, remoteManifestSchema, type ReleaseJson } from './remote-manifest.ts';

const release = (name: string, more: Partial<ReleaseJson> = {}): Release =>
  releaseSchema.parse({
    name,
    version: 'a1',
    routes: [],
    slots: [],
    contract: '2.1.0',
    entry: 'entry.js',
    preload: [],
    styles: [],
    fonts: [],
    document: null,
    ...more,
  });
const stable = (name: string, more: Partial<ReleaseJson> = {}): LiveRelease => ({
  channel: 'stable',
  release: release(name, { version: 's1', ...more }),
});
const canary = (name: string, more: Partial<ReleaseJson> = {}): LiveRelease => ({
  channel: 'canary',
  release: release(name, { version: 'c1', ...more }),
});
const shared = (version: string): Record<string, string> => ({
  react: version,
  '@ve/mfe-kit/api': version,
  '@ve/mfe-kit/slot': version,
});
const names = (...used: string[]): ReleaseJson['sharedExports'] => ({
  '@ve/mfe-kit/api': Object.fromEntries(used.map((name) => [name, '2.2.0'])),
});
const feed = (path: string) => ({ path, page: '/news', title: 'News', description: 'What is new' });

const live = [
  stable('shell', { shared: shared('2.1.0') }),
  stable('mfe-search', { routes: ['/', '/signup'], offers: [] }),
  stable('mfe-report', { routes: ['/report', '/old/:id'], offers: ['report.after-checks/v1'] }),
];

describe('there is no conflict for', () => {
  test.each([
    ['a remote of the same contract', release('mfe-new', { routes: ['/new'] })],
    ['a remote of an earlier contract', release('mfe-new', { routes: ['/new'], contract: '2.0.3' })],
    ['what takes the place of its own earlier release', release('mfe-search', { routes: ['/', '/signup', '/more'] })],
    ['a route below or beside another’s pattern', release('mfe-new', { routes: ['/old', '/old/:id/times'] })],
    [
      'the shell’s page for addresses that nobody owns',
      release('shell', { routes: ['/:nobodys'], shared: shared('2.1.0') }),
    ],
    ['a slot that a live page offers', release('mfe-new', { slots: ['report.after-checks/v1'] })],
    ['a redirect to another’s page', release('mfe-new', { redirects: { '/gone': '/report' } })],
    ['shared versions that the shell has', release('mfe-new', { shared: { react: '^2.1.0' } })],
    ['a shell that provides more', release('shell', { contract: '2.2.0', shared: shared('2.2.0') })],
  ])('%s', (_what, given) => {
    expect(compareWithLiveReleases(given, live)).toEqual({ problems: [], warnings: [] });
  });

  test.each([
    ['a shell of an earlier build declares no names', names('useAge'), {}],
    ['the shell’s module offers every name', names('useAge'), names('*')],
    ['a remote of an earlier build declares no names', {}, names('useSession')],
    ['all names are offered', names('useAge'), names('useSession', 'useAge')],
  ])('names, if %s', (_why, used, offered) => {
    const shell = stable('shell', { sharedExports: offered });
    expect(compareWithLiveReleases(release('mfe-new', { sharedExports: used }), [shell]).problems).toEqual([]);
  });

  test.each<[string, Partial<ReleaseJson>]>([
    ['names, as one of an earlier build', {}],
    ['this module with all its names', { sharedExports: { react: { '*': '2.1.0' } } }],
    ['other names', { sharedExports: { react: { useId: '2.1.0' } } }],
  ])(
    'a name that only a remote claims: it does not keep a shell from going live, if the live one has %s',
    (_what, old) => {
      const claims = stable('mfe-hostile', {
        sharedExports: { react: { notThere: '1.0.0' }, nowhere: { no: '1.0.0' } },
      });
      const shell = release('shell', { shared: shared('2.1.0'), sharedExports: { react: { useId: '2.1.0' } } });
      expect(compareWithLiveReleases(shell, [stable('shell', old), claims]).problems).toEqual([]);
    },
  );

  test('a filler of two versions of a slot, of which one is offered', () => {
    const both = release('mfe-new', { slots: ['report.after-checks/v1', 'report.after-checks/v9'] });
    expect(compareWithLiveReleases(both, live, 'refuse').problems).toEqual([]);
  });

  test('shared versions are not compared if the live shell does not declare what it shares', () => {
    const needs = release('mfe-new', { shared: { react: '^99.0.0' } });
    expect(compareWithLiveReleases(needs, [stable('shell')]).problems).toEqual([]);
  });
});

describe('a problem is', () => {
  test.each<[string, Release, LiveRelease, string]>([
    [
      'a later minor version of the contract than a live shell’s',
      release('mfe-new', { contract: '2.2.0' }),
      stable('shell'),
      'mfe-new@a1 needs contract 2.2.0, and shell@s1 (stable) provides 2.1.0: release a shell of contract 2.2.0 first',
    ],
    [
      'another major version',
      release('mfe-new', { contract: '3.0.0' }),
      canary('shell'),
      'mfe-new@a1 needs contract 3.0.0, and shell@c1 (canary) provides 2.1.0: a shell and remotes of another major ' +
        'version are released together, by a deployment of all of them',
    ],
    [
      'a shell that provides less than a live remote needs',
      release('shell', { contract: '2.0.0' }),
      canary('mfe-report'),
      'mfe-report@c1 (canary) needs contract 2.1.0, and shell@a1 provides 2.0.0: release a shell of contract 2.1.0 first',
    ],
    [
      'a route owned twice',
      release('mfe-new', { routes: ['/blog/:slug'] }),
      canary('mfe-content', { routes: ['/blog/:id'] }),
      'mfe-new@a1 owns /blog/:slug, and so does mfe-content@c1 (canary): one of them has to give it up',
    ],
    [
      'a page inside another’s pattern',
      release('mfe-new', { routes: ['/admin/support/1'] }),
      stable('mfe-admin', { routes: ['/admin', '/admin/support/:userId'] }),
      'mfe-new@a1 owns /admin/support/1, and mfe-admin@s1 (stable) owns /admin/support/:userId, which fit the same ' +
        'address: one of them has to give it up',
    ],
    [
      'a pattern that another’s page fits',
      release('mfe-new', { routes: ['/blog/:slug'] }),
      canary('mfe-content', { routes: ['/blog/1'] }),
      'mfe-new@a1 owns /blog/:slug, and mfe-content@c1 (canary) owns /blog/1, which fit the same address: one of them ' +
        'has to give it up',
    ],
    [
      'a pattern that crosses another’s',
      release('mfe-new', { routes: ['/blog/:slug/new'] }),
      stable('mfe-content', { routes: ['/blog/1/:part'] }),
      'mfe-new@a1 owns /blog/:slug/new, and mfe-content@s1 (stable) owns /blog/1/:part, which fit the same address: ' +
        'one of them has to give it up',
    ],
    [
      'a route that begins with a parameter',
      release('mfe-new', { routes: ['/:a/:b/:c'] }),
      stable('mfe-content', { routes: ['/blog'] }),
      'mfe-new@a1 owns /:a/:b/:c, which fits addresses of every other name, and those that nobody owns: begin it with a ' +
        'fixed part',
    ],
    [
      'the shell’s page for addresses that nobody owns, as anybody else’s',
      release('mfe-new', { routes: ['/:nobodys'] }),
      stable('shell', { routes: ['/:nobodys'] }),
      'mfe-new@a1 owns /:nobodys, which fits addresses of every other name, and those that nobody owns: begin it with a ' +
        'fixed part',
    ],
    [
      'a redirect from another’s page',
      release('mfe-new', { redirects: { '/blog/1': '/' } }),
      stable('mfe-content', { routes: ['/', '/blog/:id'] }),
      'mfe-new@a1 redirects /blog/1, where mfe-content@s1 (stable) has its page /blog/:id: remove the redirect',
    ],
    [
      'a page where another redirects',
      release('mfe-new', { routes: ['/', '/old/news'] }),
      stable('mfe-content', { redirects: { '/old/news': '/' } }),
      'mfe-content@s1 (stable) redirects /old/news, where mfe-new@a1 has its page /old/news: remove the redirect',
    ],
    [
      'a redirect to two places',
      release('mfe-new', { routes: ['/'], redirects: { '/old': '/' } }),
      stable('mfe-content', { routes: ['/faq'], redirects: { '/old': '/faq' } }),
      'mfe-new@a1 redirects /old to /, and mfe-content@s1 (stable) to /faq: remove one of the two',
    ],
    [
      'a feed at another’s page',
      release('mfe-new', { feeds: [feed('/blog/rss.xml')] }),
      stable('mfe-content', { routes: ['/blog/:id'] }),
      'mfe-new@a1 has a feed at /blog/rss.xml, where mfe-content@s1 (stable) has its page /blog/:id: give the feed ' +
        'another path',
    ],
    [
      'a feed at another’s feed',
      release('mfe-new', { feeds: [feed('/rss.xml')] }),
      stable('mfe-content', { feeds: [feed('/rss.xml')] }),
      'mfe-new@a1 has a feed at /rss.xml, and so does mfe-content@s1 (stable): give one of them another path',
    ],
    [
      'a slot that another remote offers',
      release('mfe-new', { offers: ['report.after-checks/v1', 'report.after-checks/v2'] }),
      canary('mfe-report', { offers: ['report.after-checks/v1'] }),
      'mfe-new@a1 offers the slot report.after-checks/v1, and so does mfe-report@c1 (canary): one of them has to give it ' +
        'up, or offers another version',
    ],
    [
      'a shared module that the shell has in another version',
      release('mfe-new', {
        shared: { react: '^2.1.0', '@ve/mfe-kit/api': '^2.2.0', '@ve/mfe-kit/slot': '^2.2.0' },
      }),
      stable('shell', { shared: shared('2.1.0') }),
      'mfe-new@a1 needs @ve/mfe-kit/api, @ve/mfe-kit/slot ^2.2.0, and shell@s1 (stable) shares 2.1.0: release a shell ' +
        'that shares it first, or build the remote with what the shell has',
    ],
    [
      'a module that the shell no longer shares',
      release('shell', { shared: { react: '19.3.1' } }),
      canary('mfe-new', { shared: { 'react-dom': '^19.3.1' } }),
      'mfe-new@c1 (canary) needs react-dom ^19.3.1, and shell@a1 shares no such module: share it until no live release ' +
        'of mfe-new needs it',
    ],
    [
      'a name that the shell lacks, rather than the later contract that brought it',
      release('mfe-new', { contract: '2.2.0', sharedExports: names('useSession', 'useAge') }),
      canary('shell', { shared: shared('2.1.0'), sharedExports: names('useSession') }),
      'mfe-new@a1 imports useAge of @ve/mfe-kit/api, which shell@c1 (canary) lacks and contract 2.2.0 brought: release a ' +
        'shell that has it first, or build the remote without it',
    ],
    [
      'a module whose names the shell does not have, although it has those of others',
      release('mfe-new', { sharedExports: { 'react-dom': { '*': '19.3.1' } } }),
      stable('shell', { sharedExports: names('useSession') }),
      'mfe-new@a1 imports * of react-dom, which shell@s1 (stable) lacks and version 19.3.1 brought: release a shell that ' +
        'has it first, or build the remote without it',
    ],
    [
      'a module that the shell does not share, once',
      release('mfe-new', {
        shared: { '@tanstack/react-query': '^5.1.0' },
        sharedExports: { '@ve/mfe-kit/query': { useQuery: '2.0.0' } },
      }),
      stable('shell', { shared: shared('2.1.0'), sharedExports: names('useSession') }),
      'mfe-new@a1 needs @tanstack/react-query ^5.1.0, and shell@s1 (stable) shares no such module: release a shell that ' +
        'shares it first, or build the remote with what the shell has',
    ],
    [
      'a name that the shell no longer has',
      release('shell', { sharedExports: names('useSession') }),
      canary('mfe-new', { sharedExports: names('useAge') }),
      'shell@a1 lacks useAge of @ve/mfe-kit/api, which mfe-new@c1 (canary) imports and contract 2.2.0 brought: keep it ' +
        'until no live release of mfe-new imports it',
    ],
  ])('%s', (_what, given, liveReleases, words) => {
    expect(compareWithLiveReleases(given, [liveReleases])).toEqual({ problems: [words], warnings: [] });
  });
});

test('a name that a live shell has is kept until no live remote imports it', () => {
  const problems = compareWithLiveReleases(release('shell', { sharedExports: names('useSession') }), [
    stable('shell', { sharedExports: names('useSession', 'useAge') }),
    stable('mfe-new', { sharedExports: names('useAge', 'neverThere') }),
  ]);
  expect(problems).toEqual({
    problems: [
      'shell@a1 lacks useAge of @ve/mfe-kit/api, which mfe-new@s1 (stable) imports and contract 2.2.0 brought: keep it ' +
        'until no live release of mfe-new imports it',
    ],
    warnings: [],
  });
});

describe('a warning is', () => {
  test.each<[string, Release, LiveRelease[], string]>([
    [
      'a slot that nobody offers',
      release('mfe-new', { slots: ['report.before-checks/v9'] }),
      live,
      'mfe-new@a1 fills report.before-checks/v9, which no live page offers: it stays empty until one does',
    ],
    [
      'a slot that is no longer offered and still filled',
      release('mfe-report', { routes: ['/report'] }),
      [...live, canary('mfe-extra', { slots: ['report.after-checks/v1'] })],
      'mfe-report@a1 no longer offers report.after-checks/v1, which mfe-extra@c1 (canary) fills',
    ],
    [
      'a redirect to nothing',
      release('mfe-new', { redirects: { '/old': '/nothing' } }),
      live,
      'mfe-new@a1 redirects /old to /nothing, where no live release has a page',
    ],
  ])('%s', (_what, given, liveReleases, words) => {
    expect(compareWithLiveReleases(given, liveReleases)).toEqual({ problems: [], warnings: [words] });
  });
});

test('a slot that is no longer offered is a reason to refuse if stable fills it, and a warning if a canary does', () => {
  const without = release('mfe-report', { routes: ['/report'] });
  const filler = { slots: ['report.after-checks/v1'] };
  const compared = compareWithLiveReleases(
    without,
    [...live, canary('mfe-hostile', filler), stable('mfe-extra', filler)],
    'refuse',
  );
  expect(compared).toEqual({
    problems: [
      'mfe-report@a1 no longer offers report.after-checks/v1, which mfe-extra@s1 (stable) fills. Offer it beside its next ' +
        'version until no live release of mfe-extra fills it',
    ],
    warnings: ['mfe-report@a1 no longer offers report.after-checks/v1, which mfe-hostile@c1 (canary) fills'],
  });
});

const segment = fc.constantFrom('a', 'b', ':id', ':other');
const route = fc
  .oneof(
    fc.constant([]),
    fc.tuple(fc.constantFrom('a', 'b'), fc.array(segment, { maxLength: 2 })).map(([first, more]) => [first, ...more]),
  )
  .map((parts) => `/${parts.map((part, at) => (part.startsWith(':') ? `${part}${String(at)}` : part)).join('/')}`);
const path = fc.constantFrom('/a', '/b', '/a/a', '/a/b', '/b/b');
const anyRelease = fc
  .record({
    name: fc.constantFrom('shell', 'mfe-one', 'mfe-two', 'mfe-three'),
    version: fc.constantFrom('v1', 'v2'),
    contract: fc.constantFrom('1.0.0', '1.1.0', '2.0.0'),
    routes: fc.array(route, { maxLength: 3 }),
    redirects: fc.dictionary(path, path, { maxKeys: 2 }),
    feeds: fc.array(fc.constantFrom('/a.xml', '/a/b.xml').map(feed), { maxLength: 1 }),
    shared: fc.dictionary(fc.constantFrom('react', 'x'), fc.constantFrom('^1.0.0', '1.0.0', '2.0.0'), { maxKeys: 2 }),
  })
  .map(({ name, ...more }) =>
    release(name, name === 'shell' ? { ...more, routes: [], redirects: {}, feeds: [] } : more),
  );
const anyLive = fc.record({ channel: fc.constantFrom('stable' as const, 'canary' as const), release: anyRelease });

describe('for any set of live releases', () => {
  test('a release does not conflict with itself', () => {
    fc.assert(
      fc.property(anyRelease, (one) => {
        expect(compareWithLiveReleases(one, [{ channel: 'stable', release: one }]).problems).toEqual([]);
      }),
    );
  });

  test('conflicts between two releases are symmetric', () => {
    let against = 0;
    fc.assert(
      fc.property(anyRelease, anyRelease, (one, other) => {
        const [there, back] = [one, other].map((each, at) =>
          compareWithLiveReleases(each, [{ channel: 'stable', release: at === 0 ? other : one }]),
        );
        if ((there?.problems.length ?? 0) > 0) against += 1;
        expect(there?.problems.length === 0).toBe(back?.problems.length === 0);
      }),
      { numRuns: 2_000 },
    );
    expect(against).toBeGreaterThan(200);
  });

  test('a further live release never removes a problem, and every problem names both releases', () => {
    fc.assert(
      fc.property(anyRelease, fc.array(anyLive, { maxLength: 4 }), anyLive, (one, others, more) => {
        const before = compareWithLiveReleases(one, others).problems;
        const after = compareWithLiveReleases(one, [...others, more]).problems;
        expect(after).toEqual(expect.arrayContaining(before));
        for (const problem of after) {
          expect(problem).toContain(`${one.name}@${one.version}`);
          expect(
            [...others, more].some(({ release: { name, version } }) => problem.includes(`${name}@${version} (`)),
          ).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});

test('the remotes of this repository do not conflict', () => {
  const root = new URL('../../../', import.meta.url);
  const remotes = globSync('mfe-*/remote.json', { cwd: root }).map((file): LiveRelease => {
    const { name, routes, redirects, feeds } = remoteManifestSchema.parse(
      JSON.parse(readFileSync(new URL(file, root), 'utf8')),
    );
    return stable(name, { routes, redirects, feeds });
  });
  expect(remotes.length).toBeGreaterThanOrEqual(5);
  for (const each of remotes) expect(compareWithLiveReleases(each.release, remotes).problems).toEqual([]);
});
