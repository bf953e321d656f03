import { describe, expect, test } from '@jest/globals';
import { parseRegistration } from '@ve/domain/kernel/registration/parse-registration';
import { releaseSchema, remoteManifestSchema, standInRegistration } from './remote-manifest.ts';

const manifest = {
  name: 'mfe-orders',
  routes: ['/orders', '/orders/:id', '/pay'],
  slots: [],
  contract: '1.1.0',
  prerender: ['/orders'],
  budget: { start: 140, page: 160 },
};
const issuesOf = (more: object): string[] => {
  const read = remoteManifestSchema.safeParse({ ...manifest, ...more });
  return read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('a manifest', () => {
  test('requires only routes', () => {
    expect(remoteManifestSchema.parse(manifest)).toEqual({
      ...manifest,
      offers: [],
      pages: {},
      feeds: [],
      redirects: {},
    });
  });

  test.each([
    'https://js.stripe.com',
    'https://*.js.stripe.com',
    'https://api.example.co.uk:8443',
    'CONTACT_FORM',
    'STRIPE_JS_2',
  ])('may grant %s to a page', (source) => {
    for (const kind of ['scripts', 'frames', 'connects']) {
      expect(issuesOf({ pages: { '/pay': { [kind]: [source] } } })).toEqual([]);
    }
  });

  test.each([
    '*',
    'https:',
    'https://*',
    'https://*.com',
    'https://*.stripe.com',
    'http://js.stripe.com',
    'https://js.stripe.com/v3/',
    'https://js.stripe.com;script-src *',
    "https://js.stripe.com 'unsafe-inline'",
    "'unsafe-eval'",
    'https://localhost',
    'data:',
    'contact_form',
    '',
  ])('may not grant %j', (source) => {
    expect(issuesOf({ pages: { '/pay': { scripts: [source] } } })).toHaveLength(1);
  });

  test('grants a page at most eight origins per kind', () => {
    const some = (count: number) =>
      Array.from({ length: count }, (_, index) => `https://s${String(index)}.example.com`);
    expect(issuesOf({ pages: { '/pay': { frames: some(8) } } })).toEqual([]);
    expect(issuesOf({ pages: { '/pay': { frames: some(9) } } })).toHaveLength(1);
  });

  test.each<[object, string]>([
    [{ prerender: ['/other'] }, 'prerender: /other is none of its routes'],
    [{ prerender: ['/orders/:id'] }, 'prerender: /orders/:id has a parameter'],
    [{ pages: { '/orders': { hydrate: 'when-used' } } }, 'pages./orders.hydrate: is now called when-idle'],
    [
      { pages: { '/pay': { hydrate: 'when-idle' } } },
      'pages./pay: is not prerendered, so that it cannot wait for its scripts',
    ],
    [{ pages: { '/other': {} } }, 'pages./other: is none of its routes'],
    [
      { feeds: [{ path: '/n.xml', page: '/news', title: 'N', description: 'N' }] },
      'feeds: /n.xml is the feed of /news, none of its routes',
    ],
    [{ redirects: { '/pay': '/orders' } }, 'redirects./pay: has not moved'],
    [{ redirects: { '/': '/orders' } }, 'redirects./: has not moved'],
    [{ redirects: { '/api/session': '/orders' } }, 'redirects./api/session: has not moved'],
    [{ routes: ['/orders', '/api/orders'] }, 'routes: /api/orders belongs to the service itself'],
  ])('is rejected as contradictory with %j', (more, issue) => {
    expect(issuesOf(more)).toEqual([issue]);
  });

  test('may have a page that is prerendered as it looks while it loads for a registration', () => {
    const withQuery = (loadingQuery: string) => issuesOf({ pages: { '/pay': { loadingQuery } } });
    expect(withQuery('reg={registration}')).toEqual([]);
    expect(withQuery('lang=en&reg={registration}&step=2')).toEqual([]);
    for (const other of ['reg=AB12CDE', '?reg={registration}', 'reg={registration}&step=<2>', '{registration}']) {
      expect(withQuery(other)).toHaveLength(1);
    }
  });

  test('is prerendered for a registration that pages take for one', () => {
    expect(parseRegistration(standInRegistration)).toMatchObject({ ok: true, registration: standInRegistration });
  });

  test('of an earlier release may still wait for its first use', () => {
    const files = { entry: 'a.js', preload: [], styles: [], fonts: [], document: null };
    const pages = { '/orders': { hydrate: 'when-used' } };
    expect(releaseSchema.parse({ ...manifest, ...files, version: '1', pages }).pages).toEqual(pages);
  });

  test.each(['/Orders', '/orders/', 'orders', '/a//b', '/:a:b', '/:', '/a*', '/a?', '/%61'])(
    'rejects the route %s',
    (route) => {
      expect(issuesOf({ routes: [...manifest.routes, route] })).toHaveLength(1);
    },
  );

  test('cannot name an unknown slot, though a release may', () => {
    const slots = ['report.before-checks/v9'];
    expect(issuesOf({ slots })).toHaveLength(1);
    const files = { entry: 'a.js', preload: [], styles: [], fonts: [], document: null };
    expect(releaseSchema.parse({ ...manifest, ...files, version: '1', slots })).toMatchObject({ slots, pages: {} });
  });
});
