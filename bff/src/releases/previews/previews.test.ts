import { publishTestCanary } from '@ve/app/testing/publish-release';
import { pruneReleases } from '@ve/app/releases/prune-releases';
import { problemSchema } from '@ve/contracts/errors';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { readReleaseCookieSigningKey } from '@ve/data/jobs/limit/secret.repository';
import { saveVehicleRecordIfNewer } from '@ve/data/vehicle/vehicle.repository';
import { maxPreviewBytes, maxPreviewsPerRemote } from '@ve/domain/kernel/release/release-preview';
import { randomUUID } from 'node:crypto';
import { openTestPreview } from '../../testing/previews.ts';
import { type RawHttpResponse, rawHttpRequest, sendRawHttp } from '../../testing/raw-http.ts';
import {
  addReleaseToken,
  callAsReleaseTool,
  packTar,
  releaseUploadTarEntriesOf,
  uploadRelease,
} from '../../testing/release-uploads.ts';
import { createBreakGlassTestSession, createTestSession } from '../../testing/sessions.ts';
import { completeRecordOf, remoteReleaseFixture, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { signReleaseOverride } from '../live/override-cookie.ts';

const now = new Date('2026-11-22T12:00:00Z');
const day = 86_400_000;
const secret = 'secret of this machine';
const name = 'mfe-report';
let at = now;
let app: TestApp;
let token: string;
let others: string;
/** The headers of a browser that has opened the link of `pr-12`. */
let opened: { host: string; cookie: string };

const contents = { 'remoteEntry.ab12.js': 'preview', 'exposed.cd34.js': 'exposed' };
/** Publishes a release of this name, without giving it to any visitor. */
const publish = async (version: string, changes: Parameters<typeof remoteReleaseFixture>[3] = {}) => {
  const release = remoteReleaseFixture(name, version, ['/report', '/blog/:id'], changes);
  const answer = await uploadRelease(app, token, name, await packTar(releaseUploadTarEntriesOf(release, contents)));
  expect([200, 201]).toContain(answer.status);
};
const previews = (by: string, body: object, of = name) =>
  callAsReleaseTool(app, by, `/api/releases/${of}/previews`, { body });
const refusal = async (answer: Response) => {
  const { code, detail } = (await answer.json()) as { code: string; detail?: string };
  return [answer.status, code, detail ?? ''];
};

beforeAll(async () => {
  app = await startTestApp({ LOCAL_ADMIN_SECRET: secret }, () => at);
  token = (await addReleaseToken(app, name, 'report CI')).token;
  others = (await addReleaseToken(app, 'mfe-search', 'search CI')).token;
  await publish('p1');
  await publish('p2');
  await saveVehicleRecordIfNewer(app.em(), completeRecordOf('AB12CDE', new Date(now.getTime() - 20 * day)));
});
afterAll(() => app.close());
beforeEach(async () => {
  at = now;
  opened = await openTestPreview(app, token, { name, preview: 'pr-12', version: 'p1' });
});

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-fetch-site': 'none' };
const send = (line: string, headers: Record<string, string>, body = ''): Promise<RawHttpResponse> =>
  sendRawHttp(app.url, rawHttpRequest(line, headers, body));
const open = (target: string, headers: Record<string, string> = {}) =>
  send(`GET ${target}`, { ...browser, ...opened, ...headers });
const headerIn = ({ head }: RawHttpResponse, header: string): string | null =>
  new RegExp(`^${header}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? null;
const codeIn = ({ body }: RawHttpResponse): string | null => {
  try {
    return problemSchema.safeParse(JSON.parse(body)).data?.code ?? null;
  } catch {
    return null;
  }
};
const versionIn = ({ body }: RawHttpResponse): string | undefined =>
  /\/remotes\/mfe-report\/([\w.-]+)\/remoteEntry\.ab12\.js/.exec(body)?.[1];
const keyOf = ({ cookie }: { cookie: string }): string => cookie.split('=')[1] ?? '';

/** The number of rows of every table. */
const rowCounts = () =>
  app.rows<{ name: string; count: string }>(
    `select table_name as name,
       (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I', table_name), false, true, '')))[1]::text as count
     from information_schema.tables where table_schema = 'public' order by table_name`,
  );

describe('the host of a preview', () => {
  it('shows the release with all others as they are live, and names it on the page', async () => {
    const page = await open('/report');
    expect([page.status, versionIn(page)]).toEqual([200, 'p1']);
    expect(page.body).toContain('/remotes/mfe-search/v1/');
    expect(page.body).toContain('"by":"preview"');
    const live = await send('GET /report', { ...browser, host: 'localhost:3000' });
    expect([versionIn(live), live.body.includes('ve-override')]).toEqual(['v1', false]);
    const registry = await open('/api/remotes');
    expect(registry.body).toContain('"version":"p1"');
  });

  it('has the release of a remote that was never live', async () => {
    const fresh = (await addReleaseToken(app, 'mfe-fresh')).token;
    const release = remoteReleaseFixture('mfe-fresh', 'f1', ['/fresh']);
    await uploadRelease(app, fresh, 'mfe-fresh', await packTar(releaseUploadTarEntriesOf(release, contents)));
    const headers = await openTestPreview(app, fresh, { name: 'mfe-fresh', preview: 'fresh', version: 'f1' });
    expect((await send('GET /fresh', { ...browser, ...headers })).status).toBe(200);
    expect((await send('GET /fresh', { ...browser, host: 'localhost:3000' })).status).toBe(404);
  });

  it('has the preview of a shell', async () => {
    const shellToken = (await addReleaseToken(app, 'shell')).token;
    await app.data.set(
      'remote_releases',
      { files: JSON.stringify([{ path: 'a', hash: 'a', size: 1 }]) },
      { name: 'shell' },
    );
    const headers = await openTestPreview(app, shellToken, { name: 'shell', preview: 'frame', version: 's1' });
    expect((await send('GET /report', { ...browser, ...headers })).body).toContain('"shell":{"version":"s1"');
    await app.data.set('remote_releases', { files: '[]' }, { name: 'shell' });
  });

  it.each([
    ['its own', 'pr-12.preview.localhost:3000', 200],
    ['capitals', 'PR-12.Preview.LOCALHOST:3000', 200],
    ['no port', 'pr-12.preview.localhost', 421],
    ['another port', 'pr-12.preview.localhost:3001', 421],
    ['a longer name', 'pr-12.preview.localhost.evil.test:3000', 421],
    ['a deeper name', 'a.pr-12.preview.localhost:3000', 421],
    ['the domain itself', 'preview.localhost:3000', 421],
    ['an empty label', '.preview.localhost:3000', 421],
    ['punycode', 'xn--pr-12.preview.localhost:3000', 421],
    ['another script', 'рr-12.preview.localhost:3000', 421],
    ['a label that is too long', `${'a'.repeat(41)}.preview.localhost:3000`, 421],
    ['a trailing dot', 'pr-12.preview.localhost.:3000', 421],
    ['a user', 'pr-12@preview.localhost:3000', 421],
    ['a slash', 'pr-12.preview.localhost:3000/', 421],
    ['a space', 'pr-12 .preview.localhost:3000', 421],
    ['another dot', 'pr-12xpreview.localhost:3000', 421],
    ['a preview that is none', 'pr-13.preview.localhost:3000', 404],
  ])('is named by %s: %s', async (_what, host, status) => {
    for (const target of ['/report', '/api/session']) {
      expect([target, (await open(target, { host })).status]).toEqual([target, status]);
    }
  });

  it('is the one of the target, and is refused where there are two', async () => {
    expect((await open(`http://${opened.host}/report`, { host: 'evil.test' })).status).toBe(200);
    expect((await open('http://evil.test/report')).status).toBe(421);
    expect((await open('http://localhost:3000/report', {})).body).not.toContain('"by":"preview"');
    const two = `GET /report HTTP/1.1\r\nHost: ${opened.host}\r\nHost: localhost:3000\r\nConnection: close\r\n\r\n`;
    expect((await sendRawHttp(app.url, two)).status).toBe(400);
    const forwarded = await send('GET /report', {
      ...browser,
      host: 'localhost:3000',
      'x-forwarded-host': opened.host,
    });
    expect(versionIn(forwarded)).toBe('v1');
  });
});

describe('the link', () => {
  const linked = (key: string, target = '/report?reg=AB12CDE') =>
    send(`GET ${target}${target.includes('?') ? '&' : '?'}preview-key=${key}`, { ...browser, host: opened.host });

  it('stores its key in a cookie of this host alone, and leads to the page without it', async () => {
    const answer = await linked(keyOf(opened));
    expect([answer.status, headerIn(answer, 'location')]).toEqual([303, `http://${opened.host}/report?reg=AB12CDE`]);
    expect(headerIn(answer, 'set-cookie')).toBe(
      `${opened.cookie}; Path=/; Expires=Sun, 29 Nov 2026 12:00:00 GMT; HttpOnly; SameSite=Lax`,
    );
    expect(headerIn(answer, 'referrer-policy')).toBe('no-referrer');
    expect(headerIn(answer, 'cache-control')).toBe('no-store');
  });

  it.each([
    ['//evil.test/', '//evil.test/'],
    ['/report?preview-key=x', '/report'],
    ['/report?a=1&%70review-key=x&b=2', '/report?a=1&b=2'],
  ])('leads from %s to no other host', async (target, path) => {
    const answer = await linked(keyOf(opened), target.replace('=x', `=${keyOf(opened)}`));
    expect([answer.status, headerIn(answer, 'location')]).toEqual([303, `http://${opened.host}${path}`]);
  });

  it('is needed for everything: without it, with another, or after its end there is nothing', async () => {
    const other = await openTestPreview(app, token, { name, preview: 'pr-13', version: 'p1' });
    const [id = ''] = keyOf(opened).split('.');
    const forged = `${id}.${keyOf(other).split('.')[1] ?? ''}`;
    for (const cookie of [
      null,
      '',
      've-preview=',
      've-preview=x',
      other.cookie,
      `ve-preview=${forged}`,
      `__Host-${opened.cookie}`,
      `session=${keyOf(opened)}`,
    ]) {
      const headers = { ...browser, host: opened.host, ...(cookie === null ? {} : { cookie }) };
      for (const target of [
        '/',
        '/report',
        '/api/session',
        '/api/remotes',
        `/remotes/${name}/p1/exposed.cd34.js`,
        '/sitemap.xml',
      ]) {
        const answer = await send(`GET ${target}`, headers);
        expect([cookie, target, answer.status]).toEqual([cookie, target, 404]);
        expect(headerIn(answer, 'x-robots-tag')).toBe('noindex, nofollow');
        expect(headerIn(answer, 'set-cookie')).toBeNull();
      }
      const change = await send('POST /api/newsletter', { ...headers, ...firstPartyHeaders }, '{}');
      expect([cookie, change.status]).toEqual([cookie, 404]);
    }
    for (const key of ['x', forged, keyOf(other)]) expect((await linked(key)).status).toBe(404);
    await callAsReleaseTool(app, token, `/api/releases/${name}/previews/pr-13`, { method: 'DELETE' });
  });

  it('works until the preview expires or is ended, and not for another of the same name', async () => {
    at = new Date(now.getTime() + 7 * day - 1);
    expect((await open('/report')).status).toBe(200);
    at = new Date(now.getTime() + 7 * day);
    expect((await open('/report')).status).toBe(404);
    const again = await openTestPreview(app, token, { name, preview: 'pr-12', version: 'p1' });
    expect([(await open('/report')).status, keyOf(again) === keyOf(opened)]).toEqual([404, false]);
    opened = again;
    const ended = await callAsReleaseTool(app, token, `/api/releases/${name}/previews/pr-12`, { method: 'DELETE' });
    expect([ended.status, (await open('/report')).status]).toEqual([204, 404]);
    const twice = await callAsReleaseTool(app, token, `/api/releases/${name}/previews/pr-12`, { method: 'DELETE' });
    expect(twice.status).toBe(404);
  });

  it('ends thirty days after it was made, also when it is set again', async () => {
    const end = new Date(now.getTime() + 30 * day);
    await app.data.remove('release_previews', { preview: 'pr-12' });
    opened = await openTestPreview(app, token, { name, preview: 'pr-12', version: 'p1' });
    for (const days of [6, 20, 29]) {
      at = new Date(now.getTime() + days * day);
      expect(await openTestPreview(app, token, { name, preview: 'pr-12', version: 'p2', days: 30 })).toEqual(opened);
      expect(await app.data.values('release_previews', 'expiresAt', { preview: 'pr-12' })).toEqual([end]);
    }
    at = end;
    expect((await open('/report')).status).toBe(404);
    expect(await openTestPreview(app, token, { name, preview: 'pr-12', version: 'p1' })).not.toEqual(opened);
    await app.data.remove('release_previews', { preview: 'pr-12' });
  });

  it('stays the same for a later version of the same preview', async () => {
    expect(await openTestPreview(app, token, { name, preview: 'pr-12', version: 'p2' })).toEqual(opened);
    expect(versionIn(await open('/report'))).toBe('p2');
  });
});

describe('in a preview no one is signed in', () => {
  it('regardless of cookies and headers', async () => {
    const session = await createTestSession(app, { roles: ['admin'], openedBy: 'password-totp' });
    const { id = '' } = (await app.data.all('sessions')).at(-1) ?? {};
    const override = signReleaseOverride(
      { sessionId: id, until: now.getTime() / 1_000 + 3_600, targets: { 'mfe-search': { version: 'x' } } },
      await readReleaseCookieSigningKey(app.em(), 'override'),
    );
    const local = await createBreakGlassTestSession(app, secret);
    const cookie = `session=${session}; ${opened.cookie}; ve-override=${override}; ve-local-admin=${local}`;
    const headers = { cookie, 'x-local-admin': 'true', authorization: `Bearer ${token}` };
    const signedIn = await send('GET /api/session', { ...browser, host: 'localhost:3000', cookie });
    expect(signedIn.body).toContain('user');
    expect((await open('/api/session', headers)).body).toBe((await open('/api/session')).body);
    expect(codeIn(await open('/api/admin/releases', headers))).toBe('sign-in-required');
    expect(codeIn(await open('/api/releases', headers))).toBe('preview-read-only');
    const page = await open('/report', headers);
    expect(page.body).toContain('"by":"preview"');
    expect([versionIn(page), headerIn(page, 'set-cookie')]).toEqual(['p1', null]);
  });

  it('and every route is refused, except those that only read', async () => {
    const before = await rowCounts();
    const answering: string[] = [];
    for (const { method, url } of app.routePatterns) {
      const target = url.replace(/:\w+/g, randomUUID()).replace('*', 'x');
      const answer = await send(
        `${method} ${target}`,
        {
          ...opened,
          'sec-fetch-site': 'same-origin',
          accept: '*/*',
          ...firstPartyHeaders,
          'content-type': 'application/json',
        },
        ['GET', 'HEAD', 'OPTIONS'].includes(method) ? '' : '{}',
      );
      const route = `${method} ${url}`;
      const isRefused = ['preview-read-only', 'sign-in-required'].includes(codeIn(answer) ?? '');
      if (method === 'HEAD' ? [401, 403].includes(answer.status) : isRefused) continue;
      answering.push(`${route} ${String(answer.status)}`);
      expect([route, headerIn(answer, 'access-control-allow-origin')]).toEqual([route, null]);
    }
    expect(answering.toSorted()).toEqual(routesInPreviews.toSorted());
    expect(await rowCounts()).toEqual(before);
  });

  it('and what is refused says why', async () => {
    const answer = await send(
      'POST /api/newsletter',
      { ...opened, ...firstPartyHeaders, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      '{"email":"reader@example.com"}',
    );
    const { title, status } = problemSchema.parse(JSON.parse(answer.body));
    expect([status, title]).toEqual([
      403,
      'This is a preview: nothing is sent, changed or looked up here. Use the site itself.',
    ]);
    expect((await send('POST /nowhere', { ...opened, ...firstPartyHeaders }, '{}')).status).toBe(403);
  });

  it('and vehicles are read as they are stored, at any age: no source is asked', async () => {
    const before = await rowCounts();
    const own = {
      ...opened,
      ...firstPartyHeaders,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    };
    const fetched = (registration: string) =>
      send('POST /api/fetch-vehicle-data', own, JSON.stringify({ registration, datapackage: 'VehicleData' }));
    const lookedUp = (reg: string) => send(`GET /api/vehicle-lookup?reg=${reg}`, own);
    for (const answer of [await fetched('AB12CDE'), await lookedUp('AB12CDE')]) {
      expect([answer.status, answer.body.includes('"outcome":"found"')]).toEqual([200, true]);
    }
    for (const answer of [await fetched('NO55TRD'), await lookedUp('NO55TRD')]) {
      expect([answer.status, codeIn(answer)]).toEqual([403, 'preview-read-only']);
    }
    const foreign = { ...own, 'sec-fetch-site': 'same-site' };
    expect(codeIn(await send('POST /api/fetch-vehicle-data', foreign, '{}'))).toBe('origin-refused');
    expect(await rowCounts()).toEqual(before);
  });

  it('and pages count for no canary', async () => {
    const site = await startTestApp({}, () => at, { sharing: app });
    await publishTestCanary(app.em(), remoteReleaseFixture('mfe-search', 'v2', ['/', '/signup']), 100, now);
    const page = await sendRawHttp(site.url, rawHttpRequest('GET /', { ...browser, ...opened }));
    expect([page.status, headerIn(page, 'set-cookie')]).toEqual([200, null]);
    expect(page.body).toContain('/remotes/mfe-search/v1/');
    await site.close();
    expect(await app.data.all('release_loads')).toEqual([]);
    await app.data.remove('release_channels', { channel: 'canary' });
  });
});

describe('what a preview sends', () => {
  it('is kept from search engines and shared caches, and sets no other cookie', async () => {
    const targets = ['/', '/report', '/nowhere', '/api/session', '/api/remotes', '/favicon.svg'];
    for (const target of [...targets, `/remotes/${name}/p1/exposed.cd34.js`]) {
      const answer = await open(target);
      expect([target, headerIn(answer, 'x-robots-tag')?.startsWith('noindex')]).toEqual([target, true]);
      expect([target, headerIn(answer, 'cache-control')]).toEqual([
        target,
        expect.stringMatching(/^(no-store|private)\b/),
      ]);
      expect([target, headerIn(answer, 'set-cookie')]).toEqual([target, null]);
      expect(headerIn(answer, 'access-control-allow-origin')).toBeNull();
      expect(headerIn(answer, 'cross-origin-resource-policy')).toBe('same-origin');
    }
    for (const headers of [{}, { cookie: '' }, { host: 'nothing.preview.localhost:3000' }]) {
      expect((await open('/robots.txt', headers)).body).toBe('User-agent: *\nDisallow: /\n');
    }
    expect((await open('/sitemap.xml')).status).toBe(403);
  });

  it('has the policy of its pages, for its own host', async () => {
    const policy = headerIn(await open('/report'), 'content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).toContain("form-action 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('localhost');
  });

  it('has no key to pay with', async () => {
    const site = await startTestApp({ PAGE_KEYS: 'STRIPE=pk_test_1' }, () => at, { sharing: app });
    const pageOf = async (headers: object) =>
      (await sendRawHttp(site.url, rawHttpRequest('GET /report', { ...browser, ...headers }))).body;
    expect(await pageOf({ host: 'localhost:3000' })).toContain('pk_test_1');
    expect(await pageOf(opened)).not.toContain('pk_test_1');
    await site.close();
  });
});

describe('from a preview, the site itself', () => {
  const origin = 'http://pr-12.preview.localhost:3000';
  const live = { host: 'localhost:3000', origin, 'sec-fetch-site': 'same-site' };

  it('refuses changes and costly reads, although the browser sends its cookies', async () => {
    const cookie = `session=${await createTestSession(app)}`;
    const json = { ...firstPartyHeaders, 'content-type': 'application/json' };
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const headers of [
      { ...live, ...json },
      { ...live, ...form },
      { host: live.host, origin, ...json },
    ]) {
      const answer = await send('POST /api/newsletter', { ...headers, cookie }, '{"email":"reader@example.com"}');
      expect([headers, codeIn(answer)]).toEqual([headers, 'origin-refused']);
    }
    expect(codeIn(await send('GET /api/vehicle-lookup?reg=AB12CDE', { ...live, cookie }))).toBe('origin-refused');
    expect(await app.data.all('outbox')).toEqual([]);
  });

  it('gives no answer that a script could read', async () => {
    for (const target of ['/api/session', '/report', '/api/remotes', `/remotes/shell/s1/main.0a1b2c.js`]) {
      for (const method of ['GET', 'OPTIONS']) {
        const answer = await send(`${method} ${target}`, { ...live, 'access-control-request-method': 'POST' });
        expect(answer.head).not.toMatch(/access-control-allow/i);
        expect(headerIn(answer, 'cross-origin-resource-policy')).toBe('same-origin');
        expect(headerIn(answer, 'x-frame-options')).toBe('DENY');
      }
    }
  });
});

describe('a team', () => {
  it('cannot take, change or end the preview of another', async () => {
    await callAsReleaseTool(app, others, '/api/releases/mfe-search/versions', { body: {} });
    await app.data.set(
      'remote_releases',
      { files: JSON.stringify([{ path: 'a', hash: 'a', size: 1 }]) },
      { name: 'mfe-search' },
    );
    expect(await refusal(await previews(others, { preview: 'pr-12', version: 'v1' }, 'mfe-search'))).toEqual([
      409,
      'preview-refused',
      'pr-12 is a preview of mfe-report: choose another name, such as mfe-search-pr-12',
    ]);
    expect((await previews(others, { preview: 'pr-12', version: 'p2' })).status).toBe(403);
    for (const owner of [name, 'mfe-search']) {
      const ended = await callAsReleaseTool(app, others, `/api/releases/${owner}/previews/pr-12`, { method: 'DELETE' });
      expect([owner, ended.status]).toEqual([owner, owner === name ? 403 : 404]);
    }
    const list = await callAsReleaseTool(app, others, `/api/releases/mfe-search/previews`);
    expect(await list.json()).toEqual({ previews: [] });
    expect(versionIn(await open('/report'))).toBe('p1');
    at = new Date(now.getTime() + 8 * day);
    expect((await previews(others, { preview: 'pr-12', version: 'v1' }, 'mfe-search')).status).toBe(200);
    expect((await open('/')).status).toBe(404);
    await app.data.remove('release_previews', { preview: 'pr-12' });
    await app.data.set('remote_releases', { files: '[]' }, { name: 'mfe-search' });
  });

  it.each([
    [{ preview: 'PR-12' }, [400, 'request-invalid']],
    [{ preview: 'xn--pr' }, [400, 'request-invalid']],
    [{ preview: 'a.b' }, [400, 'request-invalid']],
    [{ preview: 'a'.repeat(41) }, [400, 'request-invalid']],
    [{ days: 0 }, [400, 'request-invalid']],
    [{ days: 31 }, [400, 'request-invalid']],
    [{ version: 'none' }, [409, 'preview-refused']],
    [{ version: '../p1' }, [400, 'request-invalid']],
  ])('cannot make one with %j', async (changes, expected) => {
    expect((await refusal(await previews(token, { preview: 'pr-14', version: 'p1', ...changes }))).slice(0, 2)).toEqual(
      expected,
    );
  });

  it('cannot preview what does not fit the live releases, or is too large', async () => {
    await publish('greedy', { routes: ['/signup'] });
    expect(await refusal(await previews(token, { preview: 'pr-15', version: 'greedy' }))).toEqual([
      422,
      'release-refused',
      expect.stringContaining('owns /signup, and so does mfe-search@v1 (stable)'),
    ]);
    await publish('large');
    const files = JSON.stringify([{ path: 'a', hash: 'a', size: maxPreviewBytes + 1 }]);
    await app.data.set('remote_releases', { files }, { name, version: 'large' });
    expect(await refusal(await previews(token, { preview: 'pr-15', version: 'large' }))).toMatchObject([
      422,
      'release-refused',
      expect.stringContaining('of which a preview may have'),
    ]);
  });

  it('has a limited number of previews, also when it makes several at once', async () => {
    const made = await Promise.all(
      Array.from({ length: maxPreviewsPerRemote + 2 }, (_, index) =>
        previews(token, { preview: `many-${String(index)}`, version: 'p1' }),
      ),
    );
    expect(made.filter(({ status }) => status === 200)).toHaveLength(maxPreviewsPerRemote - 1);
    expect(await refusal(await previews(token, { preview: 'many-x', version: 'p1' }))).toMatchObject([
      409,
      'preview-refused',
      expect.stringContaining('End one first: many-'),
    ]);
    expect((await previews(token, { preview: 'pr-12', version: 'p2' })).status).toBe(200);
    await app.data.remove('release_previews');
  });

  it('lists its previews with their links; they are in the audit log, and keep their release until they expire', async () => {
    await app.data.remove('audit_log');
    await app.data.remove('release_previews');
    const headers = await openTestPreview(app, token, { name, preview: 'pr-20', version: 'p1', days: 30 });
    const list = await callAsReleaseTool(app, token, `/api/releases/${name}/previews`);
    expect(await list.json()).toEqual({
      previews: [
        {
          ...{ preview: 'pr-20', name, version: 'p1', setBy: 'token:report CI', builtFrom: null },
          setAt: now.toISOString(),
          expiresAt: new Date(now.getTime() + 30 * day).toISOString(),
          link: `http://${headers.host}/?preview-key=${keyOf(headers)}`,
        },
      ],
    });
    for (let index = 0; index < 12; index += 1) await publish(`later${String(index)}`);
    await app.data.set('remote_releases', { publishedAt: new Date(now.getTime() - 9 * day) }, { name, version: 'p1' });
    await app.data.set('remote_releases', { publishedAt: new Date(now.getTime() - 9 * day) }, { name, version: 'p2' });
    await pruneReleases(app.em(), at);
    const stored = await app.data.values('remote_releases', 'version', { name });
    expect([stored.includes('p1'), stored.includes('p2')]).toEqual([true, false]);
    await callAsReleaseTool(app, token, `/api/releases/${name}/previews/pr-20`, { method: 'DELETE' });
    const audited = await app.data.select('audit_log', ['actor', 'action', 'subject', 'details']);
    const byTeam = { actor: 'token:report CI', subject: name };
    expect(Object.groupBy(audited, ({ action }) => action)).toMatchObject({
      'release.previewed': [
        { ...byTeam, details: { preview: 'pr-20', version: 'p1', expiresAt: '2026-12-22T12:00:00.000Z' } },
      ],
      'release.preview-ended': [{ ...byTeam, details: { preview: 'pr-20' } }],
    });
    await openTestPreview(app, token, { name, preview: 'pr-21', version: 'p1', days: 1 });
    await pruneReleases(app.em(), new Date(now.getTime() + day));
    expect(await app.data.all('release_previews')).toEqual([]);
    await publish('p1');
    await publish('p2');
  });
});

describe('in production', () => {
  const settings = {
    NODE_ENV: 'production',
    STAFF_SECRETS_KEY: 'ab'.repeat(32),
    STRIPE_SECRET_KEY: 'sk_live_1',
    PAGE_KEYS: 'STRIPE=pk_live_1',
    PUBLIC_ORIGIN: 'https://site.test',
  };

  const makeAt = (site: TestApp, preview: string) => {
    const body = JSON.stringify({ preview, version: 'p1' });
    const headers = { host: 'site.test', authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return sendRawHttp(site.url, rawHttpRequest(`POST /api/releases/${name}/previews`, headers, body));
  };

  it('previews need a domain, and their cookie is bound to the host and to TLS', async () => {
    const site = await startTestApp({ ...settings, PREVIEW_DOMAIN: 'previews.test' }, () => at, { sharing: app });
    const { link } = JSON.parse((await makeAt(site, 'pr-12')).body) as { link: string };
    expect(link).toMatch(/^https:\/\/pr-12\.previews\.test\/\?preview-key=/);
    const ask = (target: string, headers: Record<string, string>) =>
      sendRawHttp(site.url, rawHttpRequest(`GET ${target}`, { ...browser, ...headers }));
    const answer = await ask(link.replace('https://pr-12.previews.test', ''), { host: 'pr-12.previews.test' });
    expect(headerIn(answer, 'set-cookie')).toMatch(
      /^__Host-ve-preview=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    );
    const cookie = headerIn(answer, 'set-cookie')?.split(';')[0] ?? '';
    for (const [host, status] of [
      ['pr-12.previews.test', 200],
      ['pr-12.previews.test:443', 200],
      ['pr-12.previews.test:80', 421],
      [`pr-12.previews.test:${new URL(site.url).port}`, 421],
      ['pr-12.preview.site.test', 421],
    ] as const) {
      expect([host, (await ask('/report', { host, cookie })).status]).toEqual([host, status]);
    }
    await site.close();
  });

  it('there are none without one', async () => {
    const site = await startTestApp(settings, () => at, { sharing: app });
    const made = problemSchema.parse(JSON.parse((await makeAt(site, 'pr-30')).body));
    expect([made.code, made.detail]).toEqual([
      'preview-refused',
      'This site has no previews: PREVIEW_DOMAIN is not set',
    ]);
    expect(await app.data.all('release_previews', { preview: 'pr-30' })).toEqual([]);
    const page = await sendRawHttp(site.url, rawHttpRequest('GET /', { host: 'pr-12.preview.site.test' }));
    expect(page.status).toBe(421);
    await site.close();
  });
});

/** Every route that answers in a preview, with its status for this call: all of them only read, also those that are not GET. */
const routesInPreviews: string[] = [
  ...['* 404', 'api/* 404', 'api/remotes 200', 'api/session 200', 'api/vehicle-lookup 400', 'favicon.svg 200'],
  ...['api/vehicles/:registration/calendar.ics 404', 'api/vehicles/:registration/recall-campaigns 404'],
  ...['api/visitor/channel 200', 'remotes 404', 'remotes/* 404', 'robots.txt 200'],
].flatMap((route) => [`GET /${route}`, `HEAD /${route}`]);
// These two always answer 204, and do nothing here. The third reads what is stored.
routesInPreviews.push('POST /api/error-logs 204', 'POST /api/visitor/vitals 204', 'POST /api/fetch-vehicle-data 400');
