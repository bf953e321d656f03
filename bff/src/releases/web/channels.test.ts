import { remoteRegistrySchema } from '@ve/contracts/remote-manifest';
import { readReleaseCookieSigningKey } from '@ve/data/jobs/limit/secret.repository';
import { moveRelease } from '@ve/app/releases/move-release';
import { publishTestCanary, publishTestRelease } from '@ve/app/testing/publish-release';
import { isVisitorInCanary } from '@ve/domain/releases/is-in-canary';
import { createHmac } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newVisitorChannelId } from '../live/visitor-channels.ts';
import { remoteReleaseFixture, shellReleaseFixture, startTestApp, type TestApp } from '../../testing/test-app.ts';

const now = new Date('2026-11-22T15:30:00.000Z');
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({}, () => now);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.empty('release_loads');
  await app.data.remove('release_channels', { channel: 'canary' });
  await app.rows(
    `delete from remote_releases release where not exists (
       select from release_channels given where (given.name, given.version) = (release.name, release.version)
     )`,
  );
});

const search = (version: string, changes = {}) =>
  remoteReleaseFixture('mfe-search', version, ['/', '/signup'], changes);
const canary = (release = search('v2'), share = 100) => publishTestCanary(app.em(), release, share, now);
const rollback = (name: string) =>
  moveRelease(app.em(), { name, move: { action: 'rollback' }, by: 'test' }, new Date(now.getTime() + 1_000));

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'user-agent': 'Mozilla/5.0 Chrome/141.0.0.0' };
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(app.url + path, { method, headers: { ...browser, ...headers }, redirect: 'manual' });
const versionIn = (html: string): string | undefined =>
  /\/remotes\/mfe-search\/([\w.-]+)\/remoteEntry\.ab12\.js/.exec(html)?.[1];
const cookieIn = (answer: Response): string | null => answer.headers.get('set-cookie')?.split(';')[0] ?? null;
/**
 * The versions of mfe-search that a visitor gets: in the page's preloads, in its inlined registry, and from the
 * registry that 'Try again' reads.
 */
const seen = async (cookie?: string): Promise<(string | undefined)[]> => {
  const sent = cookie === undefined ? {} : { cookie };
  const html = await (await get('/', sent)).text();
  const inlined = remoteRegistrySchema.parse(
    JSON.parse(/<script type="application\/json" id="ve-registry">(.*?)<\/script>/.exec(html)?.[1] ?? ''),
  );
  const again = remoteRegistrySchema.parse(await (await get('/api/remotes', sent)).json());
  return [versionIn(html), ...[inlined, again].map(({ remotes }) => remotes.find(isSearch)?.version)];
};
const isSearch = ({ name }: { name: string }) => name === 'mfe-search';

const cookieOf = async (id: string): Promise<string> => {
  const key = await readReleaseCookieSigningKey(app.em(), 'channel');
  return `ve-channel=${id}.${createHmac('sha256', key).update(`channel ${id}`).digest('base64url')}`;
};
/** The cookie of a visitor who is, or is not, in the canary of mfe-search at this share. */
const visitor = (share: number, isIn: boolean): Promise<string> => {
  for (;;) {
    const id = newVisitorChannelId();
    if (isVisitorInCanary(id, 'mfe-search', share) === isIn) return cookieOf(id);
  }
};

describe('the channel of a visitor', () => {
  it('is none while no canary runs: no cookie is set, and an earlier one changes nothing', async () => {
    const answer = await get('/');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await seen(await visitor(10, true))).toEqual(['v1', 'v1', 'v1']);
  });

  it('starts with the first page while a canary runs, and stays', async () => {
    await canary(search('v2'), 50);
    const first = await get('/');
    expect(first.headers.get('set-cookie')).toMatch(
      /^ve-channel=[\w-]{22}\.[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(first.headers.get('cache-control')).toBe('no-store');
    const version = versionIn(await first.text());
    const cookie = cookieIn(first) ?? '';
    for (let times = 0; times < 5; times += 1) {
      const answer = await get('/', { cookie });
      expect(answer.headers.get('set-cookie')).toBeNull();
      expect(versionIn(await answer.text())).toBe(version);
    }
    expect(await seen(cookie)).toEqual([version, version, version]);
  });

  it('follows the share, and ends with the canary: at the next page', async () => {
    const early = await visitor(10, true);
    const late = await visitor(50, false);
    await canary(search('v2'), 10);
    expect([await seen(early), await seen(late)]).toEqual([Array(3).fill('v2'), Array(3).fill('v1')]);
    await canary(search('v2'), 100);
    expect([await seen(early), await seen(late)]).toEqual([Array(3).fill('v2'), Array(3).fill('v2')]);
    await rollback('mfe-search');
    expect([await seen(early), await seen(late)]).toEqual([Array(3).fill('v1'), Array(3).fill('v1')]);
  });

  it('is the same in every process', async () => {
    await canary(search('v2'), 50);
    const other = await startTestApp({}, () => now, { sharing: app });
    for (const isIn of [true, false]) {
      const cookie = await visitor(50, isIn);
      const html = await (await fetch(`${other.url}/`, { headers: { ...browser, cookie } })).text();
      expect(versionIn(html)).toBe(isIn ? 'v2' : 'v1');
    }
    await other.close();
  });

  it('is not that of a forged, truncated or doubled cookie, which is replaced', async () => {
    await canary();
    const good = await visitor(100, true);
    const [, id = ''] = /=([\w-]{22})/.exec(good) ?? [];
    const forged = [
      `ve-channel=${id}.${createHmac('sha256', 'another key').update(`channel ${id}`).digest('base64url')}`,
      `ve-channel=${id}`,
      good.slice(0, -2),
      `${good}${'A'.repeat(8_000)}`,
      `${good}; ${good}`,
    ];
    for (const cookie of forged) {
      expect(cookieIn(await get('/', { cookie }))).toMatch(/^ve-channel=[\w-]{22}\./);
      const { remotes } = remoteRegistrySchema.parse(await (await get('/api/remotes', { cookie })).json());
      expect(remotes.find(isSearch)?.version).toBe('v1');
    }
    expect(await seen(good)).toEqual(['v2', 'v2', 'v2']);
  });

  it('is stable for visitors who opted out and for robots, who get no cookie', async () => {
    await canary();
    const robot = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' };
    for (const headers of [{ cookie: 've-channel=stable' }, robot, { ...robot, cookie: await visitor(100, true) }]) {
      const answer = await get('/', headers);
      expect(answer.headers.get('set-cookie')).toBeNull();
      expect(versionIn(await answer.text())).toBe('v1');
    }
  });

  it('is never set by a cached response, nor by a call, a file or an error', async () => {
    const feeds = [{ path: '/news/rss.xml', page: '/news', title: 'News', description: 'Tips' }];
    await canary(remoteReleaseFixture('mfe-content', 'c2', ['/news'], { feeds, prerender: ['/news'] }));
    await canary();
    for (const path of [
      '/api/remotes',
      '/api/session',
      '/api/nothing',
      '/sitemap.xml',
      '/robots.txt',
      '/favicon.svg',
      '/remotes/mfe-search/v1/remoteEntry.ab12.js',
      '/remotes/absent.js',
      '/healthz',
    ]) {
      expect([path, (await get(path)).headers.get('set-cookie')]).toEqual([path, null]);
    }
    expect((await get('/', { accept: 'image/png' })).headers.get('set-cookie')).toBeNull();
    // Contains stable releases only.
    expect(await (await get('/sitemap.xml')).text()).not.toContain('/news');
    expect((await get('/news/rss.xml', { accept: '*/*' })).status).toBe(404);
  });

  it('is sent with a redirect that only the canary has', async () => {
    await canary(search('v2', { redirects: { '/old': '/signup' } }));
    const answer = await get('/old');
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/signup']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await seen(cookieIn(answer) ?? '')).toEqual(['v2', 'v2', 'v2']);
    expect((await get('/old', { cookie: 've-channel=stable' })).status).toBe(404);
  });

  it('is known while the database does not answer', async () => {
    await canary(search('v2'), 50);
    const cookies = [await visitor(50, true), await visitor(50, false)];
    await get('/', { cookie: cookies[0] ?? '' });
    await app.rows('alter table release_channels rename to elsewhere');
    const versions = await Promise.all(
      cookies.map(async (cookie) => versionIn(await (await get('/', { cookie })).text())),
    );
    expect(versions).toEqual(['v2', 'v1']);
    expect((await get('/api/remotes', { cookie: cookies[0] ?? '' })).status).toBe(500);
    await app.rows('alter table elsewhere rename to release_channels');
  });
});

describe('a page of a channel', () => {
  const prerender = async (pair: string, text: string) => {
    const folder = join(app.storeDir, 'prerendered', pair);
    await mkdir(folder, { recursive: true });
    await writeFile(
      join(folder, 'index.json'),
      JSON.stringify({ pages: [{ route: '/', html: 'home.html', head: 'home.head.html' }] }),
    );
    await writeFile(join(folder, 'home.html'), `<h1>${text}</h1>`);
    await writeFile(join(folder, 'home.head.html'), `<title>${text}</title>`);
  };
  const canaryShell = async (changes = {}) => {
    await mkdir(join(app.storeDir, 'shell/s2'), { recursive: true });
    await writeFile(
      join(app.storeDir, 'shell/s2/index.html'),
      '<html><head><!--ve-head--></head><body><div id="root"><!--ve-root--></div><!--ve-body--><script src="/remotes/shell/s2/main.js"></script></body></html>',
    );
    await canary({ ...shellReleaseFixture, version: 's2', styles: ['base.2f.css'], ...changes });
  };
  const optedOut = { cookie: 've-channel=stable' };
  const rootOf = async (headers: Record<string, string>): Promise<string | undefined> =>
    /<div id="root">(.*?)<\/div>/s.exec(await (await get('/', headers)).text())?.[1];

  it('is the one prerendered by exactly its pair, or is rendered in the browser', async () => {
    await canary();
    const inIt = { cookie: await visitor(100, true) };
    expect(await rootOf(inIt)).toBe('');
    expect(await rootOf(optedOut)).toContain('Check a vehicle');
    await prerender('s1/mfe-search/v3', 'The third');
    await canary(search('v3'));
    expect(await rootOf(inIt)).toBe('<h1>The third</h1>');
    expect(await rootOf(optedOut)).toContain('Check a vehicle');
    await canaryShell();
    expect(await rootOf(inIt)).toBe('');
    await prerender('s2/mfe-search/v4', 'The fourth in the second');
    await canary(search('v4'));
    expect(await rootOf(inIt)).toBe('<h1>The fourth in the second</h1>');
    expect(await rootOf(optedOut)).toContain('Check a vehicle');
    await rollback('shell');
    expect(await rootOf(inIt)).toBe('');
  });

  it('has the shell of the channel, with its styles and scripts', async () => {
    await canaryShell();
    const html = await (await get('/', { cookie: await visitor(100, true) })).text();
    expect(html).toContain('/remotes/shell/s2/base.2f.css');
    expect(html).toContain('/remotes/shell/s2/main.js');
    expect(html).not.toContain('/remotes/shell/s1/');
    expect(await (await get('/', optedOut)).text()).not.toContain('/remotes/shell/s2/');
  });

  it('is the stable one while the document of the canary’s shell is missing', async () => {
    await canary({ ...shellReleaseFixture, version: 's9' });
    await canary();
    const html = await (await get('/', { cookie: await visitor(100, true) })).text();
    expect(html).toContain('/remotes/shell/s1/');
    expect(html).toContain('Check a vehicle');
  });

  it('has only remotes that run in its shell: a canary that needs a later contract waits for the shell’s', async () => {
    await canary(search('v2', { contract: '1.1.0' }));
    const cookie = await visitor(100, true);
    expect(await seen(cookie)).toEqual(['v1', 'v1', 'v1']);
    await canaryShell({ contract: '1.1.0' });
    expect(await seen(cookie)).toEqual(['v2', 'v2', 'v2']);
    expect(await seen('ve-channel=stable')).toEqual(['v1', 'v1', 'v1']);
    // With a shell of another major version no remote would run, so it is not served.
    await canaryShell({ version: 's3', contract: '2.0.0' });
    expect(await (await get('/', { cookie })).text()).toContain('/remotes/shell/s1/');
  });
});

describe('page loads', () => {
  // A separate process without other visits, because a process chooses when to write its counts.
  let shared: TestApp;
  beforeAll(async () => {
    shared = app;
    app = await startTestApp({}, () => now);
  });
  afterAll(async () => {
    await app.close();
    app = shared;
  });

  const loads = async () => {
    const rows = await app.data.all('release_loads');
    return Object.fromEntries(
      rows.map(({ name, version, channel, loadCount: count }) => [`${name}@${version} ${channel}`, count]),
    );
  };
  /** Counts the visits in a process of their own, which writes its counts when it is closed. */
  const counted = async (visits: (url: string) => Promise<unknown>) => {
    const process = await startTestApp({}, () => now, { sharing: app });
    await visits(process.url);
    await process.close();
    return loads();
  };
  const visit = (url: string, headers: Record<string, string>, method = 'GET') =>
    fetch(url, { method, headers: { ...browser, ...headers } }).then((answer) => answer.text());

  it('are counted by version and channel, of shell, owner and the remotes in the owner’s slots, while a canary runs', async () => {
    const offers = ['report.after-checks/v1', 'dashboard.after-vehicle/v1'];
    await publishTestRelease(app.em(), remoteReleaseFixture('mfe-host', 'h1', ['/host'], { offers }), 'test', now);
    const slots = ['report.after-checks/v1', 'report.after-checks/v2'];
    await publishTestRelease(app.em(), remoteReleaseFixture('mfe-tips', 't1', ['/tips'], { slots }), 'test', now);
    await canary();
    await canary(remoteReleaseFixture('mfe-tips', 't2', ['/tips'], { slots }));
    const [inIt, out] = [await visitor(10, true), await visitor(10, false)];
    await publishTestCanary(app.em(), search('v2'), 10, now);
    expect(
      await counted(async (url) => {
        for (const path of ['/', '/signup', '/host', '/nowhere', '/tips']) {
          await visit(url + path, { cookie: inIt });
        }
        await visit(`${url}/`, { cookie: out });
        await visit(`${url}/api/remotes`, { cookie: inIt });
      }),
    ).toEqual({ 'mfe-search@v1 stable': 1, 'mfe-search@v2 canary': 2, 'mfe-tips@t2 canary': 2 });
    const hours = await app.data.values('release_loads', 'hour');
    expect(new Set(hours.map((hour) => hour.toISOString()))).toEqual(new Set(['2026-11-22T15:00:00.000Z']));
  });

  it('of the shell include every page that was sent', async () => {
    await canary({ ...shellReleaseFixture, version: 's2' }, 50);
    let id = newVisitorChannelId();
    while (isVisitorInCanary(id, 'shell', 50)) id = newVisitorChannelId();
    const cookie = await cookieOf(id);
    expect(
      await counted(async (url) => {
        for (const path of ['/', '/report', '/nowhere']) await visit(url + path, { cookie });
      }),
    ).toEqual({ 'shell@s1 stable': 3 });
  });

  it('of one visitor are at most five an hour, regardless of reloads', async () => {
    await canary();
    const cookie = await visitor(100, true);
    expect(
      await counted(async (url) => {
        for (let load = 0; load < 12; load += 1) await visit(`${url}/`, { cookie });
      }),
    ).toEqual({ 'mfe-search@v2 canary': 5 });
  });

  it('are not counted for visitors who could report no error, and for prefetches', async () => {
    await canary();
    const cookie = await visitor(100, true);
    expect(
      await counted(async (url) => {
        await visit(`${url}/`, { cookie: 've-channel=stable' });
        await visit(`${url}/`, { 'user-agent': 'Googlebot/2.1' });
        await visit(`${url}/`, { cookie }, 'HEAD');
        await visit(`${url}/`, { cookie, 'sec-purpose': 'prefetch;prerender' });
        await visit(`${url}/remotes/mfe-search/v1/remoteEntry.ab12.js`, { cookie });
      }),
    ).toEqual({});
    await rollback('mfe-search');
    expect(await counted((url) => visit(`${url}/`, { cookie }))).toEqual({});
  });

  it('cost a page nothing while they cannot be written', async () => {
    await canary();
    const cookie = await visitor(100, true);
    await app.rows('alter table release_loads rename to elsewhere');
    const process = await startTestApp({}, () => now, { sharing: app });
    expect(versionIn(await visit(`${process.url}/`, { cookie }))).toBe('v2');
    await process.close();
    expect(process.logLines.filter((line) => line.includes('"counts":"page loads"'))).toHaveLength(1);
    await app.rows('alter table elsewhere rename to release_loads');
    expect(await counted((url) => visit(`${url}/`, { cookie }))).toEqual({ 'mfe-search@v2 canary': 1 });
  });
});
