import { publishableReleaseSchema } from './published-release.ts';
import { releaseSchema, type ReleaseJson } from './remote-manifest.ts';

const release = (more: Partial<ReleaseJson>): ReleaseJson => ({
  name: 'mfe-new',
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
const many = (count: number, of = (at: number) => `/r${String(at)}`): string[] =>
  Array.from({ length: count }, (_, at) => of(at));
const slots = (count: number) => many(count, () => 'report.after-checks/v1');
const files = (count: number) => many(count, (at) => `f${String(at)}.js`);
const shared = (count: number) => Object.fromEntries(many(count).map((each) => [each, '^1.0.0']));
const pagesOf = (routes: string[]) => Object.fromEntries(routes.map((each) => [each, {}]));
const entries = (count: number, max: number) =>
  `${String(count)} entries, of which a release may have ${String(max)} at most`;

test.each<[string, Partial<ReleaseJson>]>([
  ['nothing', {}],
  ['as many routes, all with settings', { routes: many(200), prerender: many(200), pages: pagesOf(many(200)) }],
  ['as many files', { preload: files(50), styles: files(50), fonts: files(50) }],
  ['as many slots and shared modules', { slots: slots(20), offers: slots(20), shared: shared(100) }],
  ['many calls', { calls: { 'GET /api/a': 'x'.repeat(250_000) } }],
])('%s may be published', (_what, more) => {
  expect(publishableReleaseSchema.safeParse(release(more))).toMatchObject({ success: true });
});

test.each<[string, Partial<ReleaseJson>, string]>([
  ['routes', { routes: many(201) }, entries(201, 200)],
  ['slots', { slots: slots(21) }, entries(21, 20)],
  ['offers', { offers: slots(21) }, entries(21, 20)],
  ['preload', { preload: files(51) }, entries(51, 50)],
  ['styles', { styles: files(51) }, entries(51, 50)],
  ['fonts', { fonts: files(51) }, entries(51, 50)],
  ['prerender', { prerender: many(201) }, entries(201, 200)],
  ['pages', { pages: pagesOf(many(201)) }, entries(201, 200)],
  ['shared', { shared: shared(101) }, entries(101, 100)],
  [
    'calls',
    { calls: { 'GET /api/a': 'x'.repeat(300_000) } },
    '300017 characters, of which a release may have 300000 at most',
  ],
  [
    '',
    { preload: ['a'.repeat(64_000)] },
    '64286 characters without its calls, of which a release may have 64000 at most',
  ],
])('too many %j are refused with a message, but read from an earlier release', (path, more, message) => {
  const { error } = publishableReleaseSchema.safeParse(release(more));
  expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[path, message]]);
  expect(releaseSchema.safeParse(release(more))).toMatchObject({ success: true });
});

const slotsModule = '@ve/contracts/slots';
const first = 'report.after-checks/v1';

test.each<[string, Partial<ReleaseJson>]>([
  [
    'the names of shared modules and slots',
    {
      shared: { react: '^19.3.1', '@tanstack/react-query': '^5.108.0', '@ve/mfe-kit/api': '^4.0.0' },
      slots: [first],
      offers: ['tiny.after/v2'],
      sharedExports: {
        react: { '*': '19.3.1' },
        '@ve/mfe-kit/query': { useQuery: '4.0.0' },
        '@ve/mfe-kit/api': { useApi: '4.1.0' },
        [slotsModule]: { [first]: '4.0.0', 'tiny.after/v2': '4.3.0' },
      },
    },
  ],
  ['slots without any names, as of an earlier build', { slots: [first], shared: { react: '^19.3.1-rc.1' } }],
  [
    'a shell with the slots of all pages',
    { name: 'shell', shared: { react: '19.3.1' }, sharedExports: { react: {}, [slotsModule]: { [first]: '4.0.0' } } },
  ],
])('a release with %s may be published', (_what, more) => {
  expect(publishableReleaseSchema.safeParse(release(more))).toMatchObject({ success: true });
});

test.each<[string, Partial<ReleaseJson>, string]>([
  ['sharedExports', { sharedExports: { react: { notThere: '1.0.0' } } }, '"react" is not among what it shares'],
  [
    'sharedExports',
    { shared: { react: '^19.3.1' }, sharedExports: { '@ve/mfe-kit/query': { useQuery: '4.0.0' } } },
    '"@ve/mfe-kit/query" is not among what it shares',
  ],
  [
    `sharedExports.${slotsModule}`,
    { slots: [first], sharedExports: { [slotsModule]: { 'report.after-checks/v9': '4.0.0' } } },
    `report.after-checks/v9, ${first}: not as in slots and offers`,
  ],
  [
    `sharedExports.${slotsModule}`,
    { offers: [first], shared: { react: '^19.3.1' }, sharedExports: { react: { useId: '19.3.1' } } },
    `${first}: not as in slots and offers`,
  ],
])('a release that contradicts itself in %s is refused', (path, more, message) => {
  const { error } = publishableReleaseSchema.safeParse(release(more));
  expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[path, message]]);
});

test.each<[string, Partial<ReleaseJson>, string]>([
  ['contract', { contract: '4.0.0\u001b[2K' }, '"4.0.0\\u001b[2K" is no version'],
  ['shared', { shared: { 'react\u001b[1A': '^19.3.1' } }, '"react\\u001b[1A" is no specifier'],
  ['shared', { shared: { react: '^19.3.1\n' } }, '"^19.3.1\\n" is no range such as ^1.2.3'],
  ['shared', { shared: { react: '>=19' } }, '">=19" is no range such as ^1.2.3'],
  ['shared', { shared: { react: '19.3.1' } }, '"19.3.1" is no range such as ^1.2.3'],
  ['shared', { name: 'shell', shared: { react: '^19.3.1' } }, '"^19.3.1" is no version'],
  [
    'sharedExports',
    { shared: { react: '^19.3.1' }, sharedExports: { react: { useId: '1.0.0\n\u001b[31mrefused' } } },
    '"1.0.0\\n\\u001b[31mrefused" is no version',
  ],
])('text of %s that other teams would print is a version or a specifier', (path, more, message) => {
  const { error } = publishableReleaseSchema.safeParse(release(more));
  expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[path, message]]);
});
