import { pageConfigSchema } from '@ve/contracts/page-config';
import { publishTestRelease } from '@ve/app/testing/publish-release';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { remoteReleaseFixture, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { rssFeedXml } from './discovery.ts';

const origin = 'https://site.test';
const form = 'https://forms.example/f/1?x=1';
const feed = { path: '/blog/rss.xml', page: '/blog', title: 'Our <blog>', description: 'Tips & more' };

let app: TestApp;
let formless: TestApp;
beforeAll(async () => {
  app = await startTestApp({ PUBLIC_ORIGIN: origin, PAGE_URLS: `CONTACT_FORM=${form}`, PAGE_KEYS: 'STRIPE=pk_test_1' });
  formless = await startTestApp({ PUBLIC_ORIGIN: origin });
  const routes = ['/faq', '/contact', '/blog', '/blog/1', '/blog/3', '/blog/:id', '/draft', '/pay'];
  const prerender = ['/faq', '/blog', '/blog/1', '/blog/3'];
  const pages = {
    '/contact': { frames: ['CONTACT_FORM'] },
    '/faq': {
      scripts: ['https://js.example.com', 'CONTACT_FORM', 'https://js.example.com'],
      connects: ['https://*.api.example.com', 'NOT_SET'],
    },
    '/draft': { robots: 'closed' as const, referrer: 'none' as const },
    '/pay': { scripts: ['https://js.example.com'], frames: ['https://js.example.com', 'https://hooks.example.com'] },
  };
  const manifest = { prerender, pages, feeds: [feed] };
  await publishTestRelease(app.em(), remoteReleaseFixture('mfe-content', 'c1', routes, manifest), 'test', new Date());
  await publishTestRelease(
    formless.em(),
    remoteReleaseFixture('mfe-content', 'c1', routes, manifest),
    'test',
    new Date(),
  );
  const folder = join(app.storeDir, 'prerendered/s1/mfe-content/c1');
  await mkdir(folder, { recursive: true });
  const article = (title: string, published: string) => ({ title, description: 'A & <b>', published, section: 'Tips' });
  await writeFile(
    join(folder, 'index.json'),
    JSON.stringify({
      pages: [
        { route: '/faq', html: 'faq.html', head: 'faq.head.html' },
        { route: '/blog/1', html: 'a.html', head: 'a.head.html', article: article('Older', '2026-11-05') },
        { route: '/blog/3', html: 'a.html', head: 'a.head.html', article: article('“Newer” & ]]>', '2026-11-20') },
      ],
    }),
  );
  await writeFile(join(folder, 'faq.html'), '<script type="application/ld+json">{"item":"%ORIGIN%/faq"}</script>');
  await writeFile(join(folder, 'faq.head.html'), '<title>FAQ</title><link rel="canonical" href="%ORIGIN%/faq"/>');
});
afterAll(() => Promise.all([app.close(), formless.close()]));

const get = (path: string, of = app) => fetch(of.url + path, { headers: { accept: 'text/html' }, redirect: 'manual' });
const textOf = async (path: string, of = app) => (await get(path, of)).text();
const configOf = async (path: string, of = app) => {
  const block = /<script type="application\/json" id="ve-config">(.*?)<\/script>/.exec(await textOf(path, of))?.[1];
  return pageConfigSchema.parse(JSON.parse(block ?? ''));
};

describe('the site map', () => {
  it('lists the prerendered pages of the live releases, with the dates of articles, and nothing else', async () => {
    const answer = await get('/sitemap.xml');
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
    expect((await answer.text()).split('\n').filter((line) => line.startsWith('<url>'))).toEqual([
      `<url><loc>${origin}/blog</loc></url>`,
      `<url><loc>${origin}/blog/1</loc><lastmod>2026-11-05</lastmod></url>`,
      `<url><loc>${origin}/blog/3</loc><lastmod>2026-11-20</lastmod></url>`,
      `<url><loc>${origin}/faq</loc></url>`,
    ]);
  });

  it('includes a new remote’s pages once it is released', async () => {
    await publishTestRelease(
      app.em(),
      remoteReleaseFixture('mfe-new', 'n1', ['/new', '/mine'], { prerender: ['/new'] }),
      'test',
      new Date(),
    );
    const map = await textOf('/sitemap.xml');
    expect(map).toContain(`<loc>${origin}/new</loc>`);
    expect(map).not.toContain('/mine');
  });
});

describe('robots.txt', () => {
  it('disallows the API and URLs that cost something, but nothing that must be crawled to see its noindex', async () => {
    const pages = {
      '/staff': { robots: 'closed' as const },
      '/staff/signin': { robots: 'closed' as const },
      '/orders/:id/paid': { robots: 'closed' as const },
      '/check': { robots: 'closed-with-query' as const },
      '/orders/:id/find': { robots: 'closed-with-query' as const },
    };
    await publishTestRelease(
      app.em(),
      remoteReleaseFixture('mfe-own', 'o1', Object.keys(pages), { pages }),
      'test',
      new Date(),
    );
    const answer = await get('/robots.txt');
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect((await answer.text()).trim().split('\n')).toEqual([
      'User-agent: *',
      'Allow: /',
      'Disallow: /api/',
      'Disallow: /check?',
      'Disallow: /orders/*/find?',
      '',
      `Sitemap: ${origin}/sitemap.xml`,
    ]);
  });
});

it('a page with a secret in its URL sends no referrer', async () => {
  const policyOf = async (path: string) => (await get(path)).headers.get('referrer-policy');
  expect(await policyOf('/draft?token=secret')).toBe('no-referrer');
  expect(await policyOf('/faq')).toBe('strict-origin-when-cross-origin');
});

describe('x-robots-tag', () => {
  it.each([
    ['/faq', null],
    ['/blog/1', null],
    ['/contact', null],
    ['/draft', 'noindex'],
    ['/check', 'noindex'],
    ['/check?reg=AB12CDE', 'noindex'],
    ['/orders/7/paid', 'noindex'],
    ['/blog/999', 'noindex'],
    ['/nowhere', 'noindex'],
  ])('%s has %s', async (path, expected) => {
    expect((await get(path)).headers.get('x-robots-tag')).toBe(expected);
  });
});

describe('the feed', () => {
  it('lists the articles, newest first, with absolute URLs, escaped', async () => {
    const answer = await get('/blog/rss.xml');
    expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    const text = await answer.text();
    expect(text).toContain('<title>Our &lt;blog&gt;</title>');
    expect(text).toContain(`<link>${origin}/blog</link><description>Tips &amp; more</description>`);
    expect(text).toContain(`<atom:link href="${origin}/blog/rss.xml" rel="self"`);
    const items = text.split('<item>').slice(1);
    expect(items.map((item) => /<title>(.*?)<\/title>/.exec(item)?.[1])).toEqual(['“Newer” &amp; ]]&gt;', 'Older']);
    expect(items[0]).toContain(`<link>${origin}/blog/3</link><guid isPermaLink="true">${origin}/blog/3</guid>`);
    expect(items[0]).toContain('<pubDate>Fri, 20 Nov 2026 00:00:00 GMT</pubDate><category>Tips</category>');
    expect(items[0]).toContain('<description>A &amp; &lt;b&gt;</description>');
  });

  it('removes characters that XML cannot contain', () => {
    const item = { path: '/a', description: '', published: '2026-01-01', section: null };
    expect(rssFeedXml(origin, feed, [{ ...item, title: 'a\u0000\u000B\uD800b' }])).toContain('<title>a\uFFFDb</title>');
  });

  it('is not found while there is no article', async () => {
    const answer = await get('/blog/rss.xml', formless);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

describe('prerendered pages', () => {
  it('contain the site’s origin, in the head and in data', async () => {
    const html = await textOf('/faq');
    expect(html).toContain(`<link rel="canonical" href="${origin}/faq"/>`);
    expect(html).toContain(`{"item":"${origin}/faq"}`);
    expect(html).not.toContain('%ORIGIN%');
  });
});

describe('a pattern with known pages', () => {
  it.each([
    ['/blog/3', 200],
    ['/blog/2', 404],
    ['/blog/%3Cscript%3E', 404],
    ['/draft', 200],
  ])('%s returns %i with the remote’s own page', async (path, status) => {
    const answer = await get(path);
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain('/remotes/mfe-content/c1/remoteEntry.ab12.js');
  });
});

describe('external sources', () => {
  const policyOf = async (path: string, of = app) => {
    const policy = (await get(path, of)).headers.get('content-security-policy') ?? '';
    return Object.fromEntries(policy.split('; ').map((part) => part.split(/ (.*)/s)));
  };
  const framesOf = async (path: string, of = app) => (await policyOf(path, of))['frame-src'];

  it('may be framed only by the page that declares it, from exactly its origin', async () => {
    expect(await framesOf('/contact')).toBe('https://forms.example');
    expect(await framesOf('/contact?type=general')).toBe('https://forms.example');
    const urls = { CONTACT_FORM: form };
    const keys = { STRIPE: 'pk_test_1' };
    expect(await configOf('/contact')).toEqual({ origin, route: '/contact', ownSources: true, urls, keys });
    for (const [path, route] of [
      ['/', '/'],
      ['/blog/1', '/blog/1'],
      ['/blog/2', '/blog/:id'],
      ['/contact/x', null],
      ['/nowhere', null],
    ] as const) {
      expect(await policyOf(path)).toMatchObject({ 'script-src': "'self'", 'connect-src': "'self'" });
      expect(await framesOf(path)).toBeUndefined();
      expect(await configOf(path)).toEqual({ origin, route, ownSources: false, urls, keys });
    }
  });

  it('may not be framed when none is configured', async () => {
    expect(await framesOf('/contact', formless)).toBeUndefined();
    const base = { origin, route: '/contact', ownSources: false, urls: {}, keys: {} };
    expect(await configOf('/contact', formless)).toEqual(base);
  });

  it('may be a script or a call, for the page that declares it', async () => {
    expect(await policyOf('/faq')).toMatchObject({
      'script-src': "'self' https://js.example.com https://forms.example",
      'connect-src': "'self' https://*.api.example.com",
    });
  });

  it('may request payment only where the origin provides both scripts and frames', async () => {
    const paymentOf = async (path: string) =>
      /payment=\(.*?\)/.exec((await get(path)).headers.get('permissions-policy') ?? '')?.[0];
    expect(await paymentOf('/faq')).toBe('payment=()');
    expect(await paymentOf('/contact')).toBe('payment=()');
    expect(await paymentOf('/pay')).toBe('payment=(self "https://js.example.com")');
  });
});
