import { loadingFrameRoutes, notFoundPageRoute, remoteRegistrySchema } from '@ve/contracts/remote-manifest';
import { publishTestRelease } from '@ve/app/testing/publish-release';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { remoteReleaseFixture, shellReleaseFixture, startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const page = (path: string, headers: Record<string, string> = browser) =>
  fetch(app.url + path, { headers, redirect: 'manual' });

/** Sends the path verbatim: fetch would normalise it. */
const rawGet = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    const call = request(app.url, { path, headers }, (answer) => {
      let body = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => (body += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
    });
    call.on('error', reject).end();
  });

describe('pages', () => {
  it('sends the prerendered page with registry, preloads and the nonce of its policy', async () => {
    const answer = await page('/');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const html = await answer.text();
    const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];
    expect(nonce).toHaveLength(24);
    expect(html).toContain(`<meta property="csp-nonce" nonce="${nonce}">`);
    expect(html).toContain(`<title>Home</title><style nonce="${nonce}" data-styled>`);
    // Inserted text is verbatim, though it looks like a placeholder or a replacement pattern.
    expect(html).toContain('<div id="root"><h1>Check a vehicle $& <!--ve-body--></h1>');
    expect(html).toContain('<link rel="preload" as="script" href="/remotes/mfe-search/v1/remoteEntry.ab12.js">');
    expect(html).toContain('<link rel="preload" as="script" href="/remotes/mfe-search/v1/exposed.cd34.js">');
    expect(html).toContain('<link rel="stylesheet" href="/remotes/shell/s1/base.1f.css">');
    const inlined = /<script type="application\/json" id="ve-registry">(.*?)<\/script>/.exec(html)?.[1];
    const registry = remoteRegistrySchema.parse(JSON.parse(inlined ?? ''));
    expect(registry.remotes.map(({ name }) => name)).toEqual(['mfe-report', 'mfe-search']);
    expect(await (await page('/api/remotes')).json()).toEqual(registry);
  });

  describe('that may wait for its scripts', () => {
    let other: TestApp;
    beforeAll(async () => {
      other = await startTestApp();
      const template = '<head><!--ve-head--><!--ve-assets--></head><div id="root"><!--ve-root--></div><!--ve-body-->';
      await mkdir(join(other.storeDir, 'shell/s2'), { recursive: true });
      await writeFile(join(other.storeDir, 'shell/s2/index.html'), template);
      await cp(join(other.storeDir, 'prerendered/s1'), join(other.storeDir, 'prerendered/s2'), { recursive: true });
      await cp(
        join(other.storeDir, 'prerendered/s2/mfe-search/v1'),
        join(other.storeDir, 'prerendered/s2/mfe-search/v2'),
        {
          recursive: true,
        },
      );
      const searchPages = join(other.storeDir, 'prerendered/s2/mfe-search/v2');
      const index = JSON.parse(await readFile(join(searchPages, 'index.json'), 'utf8')) as { pages: object[] };
      const loading = [{ route: '/signup', html: 'signup.loading.html', head: 'signup.loading.head.html' }];
      await writeFile(join(searchPages, 'index.json'), JSON.stringify({ ...index, loading }));
      await writeFile(
        join(searchPages, 'signup.loading.html'),
        '<h1 data-ve-loading>YY99 YYY</h1><a href="/report?reg=YY99YYY">',
      );
      await writeFile(join(searchPages, 'signup.loading.head.html'), '<title>YY99 YYY</title>');
      const release = (hydrate: 'when-idle' | 'when-used', version: string) =>
        remoteReleaseFixture('mfe-search', version, ['/', '/signup'], {
          prerender: ['/'],
          pages: { '/': { hydrate }, '/signup': { loadingQuery: 'reg={registration}&step=2' } },
        });
      for (const each of [
        // The last is live; the first shows that a release of an earlier contract can still be read.
        { ...shellReleaseFixture, version: 's2', starter: 'starter.12.js' },
        release('when-used', 'v1-used'),
        release('when-idle', 'v2'),
      ]) {
        await publishTestRelease(other.em(), each, 'test', new Date());
      }
    });
    afterAll(() => other.close());
    const scriptsOf = async (path: string, headers: Record<string, string> = {}) => {
      const html = await (await fetch(other.url + path, { headers: { ...browser, ...headers } })).text();
      return {
        loaded: [...html.matchAll(/(?:<script defer src|rel="preload" as="script" href)="([^"]+)"/g)].map(
          ([, url]) => url,
        ),
        named: /data-scripts="([^"]*)"/.exec(html)?.[1]?.split(' ') ?? [],
      };
    };
    const whole = [
      '/remotes/shell/s2/main.0a1b2c.js',
      '/remotes/mfe-search/v2/remoteEntry.ab12.js',
      '/remotes/mfe-search/v2/exposed.cd34.js',
    ];

    it('loads only the starter, which gets the URLs of the others', async () => {
      expect(await scriptsOf('/')).toEqual({ loaded: ['/remotes/shell/s2/starter.12.js'], named: whole });
    });

    it.each([
      ['/signup?reg=ab12+cde', '<h1 data-ve-loading>AB12 CDE</h1><a href="/report?reg=AB12CDE">'],
      ['/signup?reg=AB12CDE&step=2&utm_source=x', '<h1 data-ve-loading>AB12 CDE</h1><a href="/report?reg=AB12CDE">'],
      ['/signup?reg=AB12CDE&step=3', '<div id="root"></div>'],
      ['/signup?reg=<b>', '<div id="root"></div>'],
      ['/signup?reg=', '<div id="root"></div>'],
      ['/signup', '<div id="root"></div>'],
    ])('sends %s as it looks while it loads for this registration, if it has one', async (path, expected) => {
      const html = await (await fetch(other.url + path, { headers: browser })).text();
      expect(html).toContain(expected);
      expect(html).not.toContain('YY99');
    });

    it.each([
      ['with a query, which it may read', '/?utm_source=partner', {}],
      ['for signed-in visitors', '/', { cookie: 'session=something' }],
      ['that is not prerendered', '/signup', {}],
      ['for a registration', '/signup?reg=AB12CDE', {}],
    ])('loads all of them %s', async (_, path, headers) => {
      const { loaded, named } = await scriptsOf(path, headers);
      expect([loaded.sort(), named]).toEqual([[...whole].sort(), []]);
    });
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['identity', undefined],
  ])('is compressed for clients that accept %s', async (accepted, encoding) => {
    const answer = await rawGet('/', { ...browser, 'accept-encoding': accepted });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers.vary).toContain('accept-encoding');
    expect(await page('/', { ...browser, 'accept-encoding': accepted }).then((read) => read.text())).toContain(
      '</html>',
    );
  });

  it('uses a new nonce for every response', async () => {
    const policies = await Promise.all(
      ['/', '/'].map(async (path) => (await page(path)).headers.get('content-security-policy')),
    );
    expect(new Set(policies).size).toBe(2);
  });

  it('leaves the root empty where nothing is prerendered', async () => {
    const html = await (await page('/report?reg=AB12CDE')).text();
    expect(html).toContain('<div id="root"></div>');
    expect(html).toContain('/remotes/mfe-report/v1/exposed.cd34.js');
    expect(html).not.toContain('AB12CDE');
  });

  it('has the shell’s frame, matching the page’s header, until the browser renders what is not prerendered', async () => {
    const other = await startTestApp();
    const folder = join(other.storeDir, 'prerendered/s1/shell/s1');
    await mkdir(folder, { recursive: true });
    const pages = Object.entries(loadingFrameRoutes).map(([name, route]) => ({
      route,
      html: `${name}.html`,
      head: `${name}.head.html`,
    }));
    await writeFile(join(folder, 'index.json'), JSON.stringify({ pages }));
    for (const { html, head } of pages) {
      await writeFile(join(folder, html), `<main data-ve-loading>${html}</main>`);
      await writeFile(join(folder, head), '<title>Loading</title><style>a{}</style>');
    }
    await publishTestRelease(
      other.em(),
      remoteReleaseFixture('mfe-search', 'v1-titled', ['/', '/signup'], {
        pages: { '/signup': { phoneHeader: 'title' } },
      }),
      'test',
      new Date(),
    );
    for (const [path, frame] of [
      ['/signup?reg=AB12CDE', 'titled.html'],
      ['/report', 'whole.html'],
      ['/nowhere', 'whole.html'],
    ] as const) {
      const html = await (await fetch(other.url + path, { headers: browser })).text();
      expect(html).toContain(`<div id="root"><main data-ve-loading>${frame}</main></div>`);
      expect(html).toMatch(/<title>Loading<\/title><style nonce="[^"]{24}">/);
      expect(html).not.toContain('<noscript>');
      expect(html).toContain('/remotes/shell/s1/main.0a1b2c.js');
    }
    await other.close();
  });

  it('has a title and a noscript text only where nothing is prerendered', async () => {
    const [plain, whole] = await Promise.all(['/report', '/'].map(async (path) => (await page(path)).text()));
    expect(plain?.match(/<title>[^<]*<\/title>/g)).toEqual(['<title>Vehicle Enquiry</title>']);
    expect(plain).toMatch(/<noscript><h1>.*This page needs JavaScript/);
    expect(whole?.match(/<title>[^<]*<\/title>/g)).toEqual(['<title>Home</title>']);
    expect(whole).not.toContain('<noscript>');
  });

  it.each([
    ['/nowhere', 'No page here'],
    ['/blog/some-post', 'No post here'],
  ])('%s without a page is sent prerendered too', async (path, text) => {
    const shared = app;
    app = await startTestApp();
    const folder = join(app.storeDir, 'prerendered/s1');
    const render = async (owner: string, route: string, heading: string) => {
      await mkdir(join(folder, owner), { recursive: true });
      await writeFile(
        join(folder, owner, 'index.json'),
        JSON.stringify({ pages: [{ route, html: 'none.html', head: 'none.head.html' }] }),
      );
      await writeFile(join(folder, owner, 'none.html'), `<h1>${heading}</h1>`);
      await writeFile(join(folder, owner, 'none.head.html'), '<title>None</title>');
    };
    await render('shell/s1', notFoundPageRoute, 'No page here');
    await render('mfe-report/v2', '/blog/:id', 'No post here');
    const routes = ['/report', '/blog/first', '/blog/:id'];
    await publishTestRelease(
      app.em(),
      remoteReleaseFixture('mfe-report', 'v2', routes, { prerender: ['/blog/first'] }),
      'test',
      new Date(),
    );
    const answer = await page(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    const html = await answer.text();
    expect(html).toContain(`<h1>${text}</h1>`);
    expect(html).not.toContain('<noscript>');
    await app.close();
    app = shared;
  });

  it.each([
    ['/blog/some-post', 200],
    ['/signup', 200],
    ['/blog', 404],
    ['/blog//some-post', 404],
    ['/blog/a/b', 404],
    ['/nowhere', 404],
    ['/%3Cscript%3E', 404],
    ['/constructor', 404],
  ])('%s returns %i with the shell', async (path, status) => {
    const answer = await page(path);
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain('id="ve-registry"');
  });

  it('is not sent to clients that do not request HTML', async () => {
    expect((await page('/nowhere', { accept: '*/*' })).status).toBe(404);
    expect((await page('/', { accept: '*/*' })).headers.get('content-type')).toContain('text/html');
    const picture = await page('/', { accept: 'image/avif,image/webp' });
    expect(picture.status).toBe(404);
    expect(picture.headers.get('content-type')).toContain('application/problem+json');
  });

  it.each([
    ['/SIGNUP', '/signup'],
    ['/signup/', '/signup'],
    ['/%73ignup//', '/signup'],
    ['/Blog/Some-Post/', '/blog/Some-Post'],
    ['/blog/caf%c3%a9', '/blog/caf%C3%A9'],
    ['/blog/\\evil.test', '/blog/%5Cevil.test'],
    ['//', '/'],
  ])('%s redirects to its canonical path %s, with its query', async (path, canonical) => {
    for (const headers of [browser, { accept: '*/*' }]) {
      const answer = await rawGet(`${path}?reg=AB12&b=%41`, headers);
      expect([answer.status, answer.headers['location']]).toEqual([301, `${canonical}?reg=AB12&b=%41`]);
      expect((await rawGet(canonical, headers)).status).toBe(200);
    }
  });

  it('redirects with the query unchanged, question marks included', async () => {
    const answer = await rawGet('/SIGNUP?next=/report?reg=AB12&b=%41', browser);
    expect([answer.status, answer.headers['location']]).toEqual([301, '/signup?next=/report?reg=AB12&b=%41']);
  });

  it.each(['//signup', '//evil.test', '/blog/%00', '/blog/%2e%2e'])('%s is not found', async (path) => {
    const answer = await rawGet(path, browser);
    expect([answer.status, answer.headers['location']]).toEqual([404, undefined]);
  });

  it('redirects paths that a release declares as moved', async () => {
    const redirects = { '/pages/old': '/moved', '/pages/nowhere': '/nowhere' };
    await publishTestRelease(
      app.em(),
      remoteReleaseFixture('mfe-moved', 'm1', ['/moved'], { redirects }),
      'test',
      new Date(),
    );
    for (const path of ['/pages/old', '/Pages/old/']) {
      const answer = await page(`${path}?utm_source=partner`);
      expect(answer.status).toBe(301);
      expect(answer.headers.get('location')).toBe('/moved?utm_source=partner');
    }
    expect((await page('/pages/nowhere')).status).toBe(404);
  });
});

describe('a live release that cannot be read', () => {
  const warnings = () => app.logLines.filter((line) => line.includes('live_release_unreadable'));
  const corrupt = async (changes: object) => {
    const { release } = await app.data.one('remote_releases', { name: 'mfe-bad' });
    await app.data.set('remote_releases', { release: { ...release, ...changes } }, { name: 'mfe-bad' });
  };

  it('affects its own pages only, and is logged once per change', async () => {
    await publishTestRelease(app.em(), remoteReleaseFixture('mfe-bad', 'b1', ['/bad']), 'test', new Date());
    expect((await page('/bad')).status).toBe(200);
    await corrupt({ entry: 'no file' });
    for (let times = 0; times < 3; times += 1) {
      expect((await page('/bad')).status).toBe(404);
      expect((await page('/signup')).status).toBe(200);
    }
    expect(warnings()).toHaveLength(1);
    expect(warnings()[0]).toMatch(/"release":"mfe-bad@b1","issue":"entry: /);
    await corrupt({ entry: 'remoteEntry.ab12.js', routes: 'none' });
    await Promise.all([page('/'), page('/signup')]);
    expect(warnings()).toHaveLength(2);
    await publishTestRelease(app.em(), remoteReleaseFixture('mfe-bad', 'b2', ['/bad']), 'test', new Date());
    expect((await page('/bad')).status).toBe(200);
    expect(warnings()).toHaveLength(2);
  });

  it('does not prevent a fresh process from serving pages', async () => {
    const shared = app;
    app = await startTestApp();
    await publishTestRelease(app.em(), remoteReleaseFixture('mfe-bad', 'b1', ['/bad']), 'test', new Date());
    await corrupt({ slots: [{}] });
    expect((await page('/')).status).toBe(200);
    expect((await page('/readyz')).status).toBe(200);
    await app.close();
    app = shared;
  });

  it('may fill an unknown slot and still be read', async () => {
    const slots = ['report.before-checks/v9', 'report.after-checks/v1'];
    await publishTestRelease(
      app.em(),
      remoteReleaseFixture('mfe-slots', 'x1', ['/slots'], { slots }),
      'test',
      new Date(),
    );
    expect((await page('/slots')).status).toBe(200);
    const { remotes } = remoteRegistrySchema.parse(await (await page('/api/remotes')).json());
    expect(remotes.find(({ name }) => name === 'mfe-slots')?.slots).toEqual(['report.after-checks/v1']);
  });
});

describe('when releases change', () => {
  it('uses a new release on the next page, rendered in the browser if not prerendered', async () => {
    await publishTestRelease(app.em(), remoteReleaseFixture('mfe-search', 'v2', ['/', '/signup']), 'test', new Date());
    const html = await (await page('/')).text();
    expect(html).toContain('/remotes/mfe-search/v2/remoteEntry.ab12.js');
    expect(html).toContain('<div id="root"></div>');
    await publishTestRelease(app.em(), remoteReleaseFixture('mfe-search', 'v1', ['/', '/signup']), 'test', new Date());
    expect(await (await page('/')).text()).toContain('Check a vehicle');
  });

  it('serves the unavailable page while there is no shell', async () => {
    const shared = app;
    app = await startTestApp();
    await publishTestRelease(app.em(), { ...shellReleaseFixture, version: 's2' }, 'test', new Date());
    const answer = await page('/');
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await answer.text()).toContain('The service is not available right now');
    await app.data.remove('release_channels');
    expect((await page('/')).status).toBe(503);
    expect((await page('/readyz')).status).toBe(503);
    await app.close();
    app = shared;
  });
});

describe('files of releases', () => {
  it('are immutable, of the right type, and brotli for clients that accept it', async () => {
    const path = '/remotes/shell/s1/main.0a1b2c.js';
    const plain = await rawGet(path);
    expect(plain).toMatchObject({
      status: 200,
      headers: {
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': expect.stringMatching(/javascript; charset=utf-8$/),
        'x-content-type-options': 'nosniff',
      },
    });
    expect(plain.headers['content-encoding']).toBeUndefined();
    const packed = await rawGet(path, { 'accept-encoding': 'gzip, br' });
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringMatching(/javascript; charset=utf-8$/),
      vary: expect.stringMatching(/accept-encoding/i),
    });
    expect(Number(packed.headers['content-length'])).toBeLessThan(Number(plain.headers['content-length']) / 10);
    expect((await rawGet(path, { 'if-none-match': String(plain.headers.etag) })).status).toBe(304);
    expect((await rawGet('/remotes/shell/s1/text.2e.woff2')).headers['content-type']).toBe('font/woff2');
  });

  it.each([
    '/remotes/live.json',
    '/remotes/prerendered/s1/mfe-search/v1/home.html',
    '/remotes/shell/s1/index.html',
    '/remotes/shell/s1/release.json',
    '/remotes/shell/s1/',
    '/remotes/shell/s1',
    '/remotes/shell/',
    '/remotes/',
    '/remotes',
    '/remotes/mfe-search/v1/.hidden.js',
    '/remotes/../package.json',
    '/remotes/shell/s1/../../live.json',
    '/remotes/shell/../mfe-search/v1/remoteEntry.ab12.js/../../../live.json',
    '/remotes/%2e%2e/%2e%2e/etc/passwd',
    '/remotes/..%2f..%2fetc%2fpasswd',
    '/remotes/shell/s1/..%5c..%5clive.json',
    '/remotes/shell/s1/main.0a1b2c.js%00.css',
    '/remotes//etc/passwd',
    '/remotes/shell/%2e%2e/live.json',
    '/remotes/shell/s1/absent.js',
  ])('do not include %s', async (path) => {
    const answer = await rawGet(path, browser);
    expect([400, 404]).toContain(answer.status);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).not.toMatch(/root:|<h1>/);
  });

  it('of a remote whose folder is deleted are not found, all others are', async () => {
    await rm(join(app.storeDir, 'mfe-report'), { recursive: true });
    expect((await rawGet('/remotes/mfe-report/v1/remoteEntry.ab12.js')).status).toBe(404);
    expect((await rawGet('/remotes/mfe-search/v1/remoteEntry.ab12.js')).status).toBe(200);
    expect((await page('/')).status).toBe(200);
    expect((await page('/report')).status).toBe(200);
  });

  it('include the favicon', async () => {
    expect((await rawGet('/favicon.svg')).headers['content-type']).toContain('image/svg+xml');
    await rm(join(app.storeDir, 'shell/s1/favicon.svg'));
    expect((await rawGet('/favicon.svg')).status).toBe(404);
  });
});
