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
const shared = (count: number) => Object.fromEntries(many(count).map((each) => [each, '1.0.0']));
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
