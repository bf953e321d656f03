import type { TestRowChange } from '@ve/data/testing/test-rows';
import type { ReleaseOverrideTargets } from '@ve/contracts/override';
import { remoteRegistrySchema } from '@ve/contracts/remote-manifest';
import { readReleaseCookieSigningKey } from '@ve/data/jobs/limit/secret.repository';
import { storeRelease } from '@ve/app/releases/store-release';
import { publishTestCanary } from '@ve/app/testing/publish-release';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { signReleaseOverride } from '../../releases/live/override-cookie.ts';
import { createBreakGlassTestSession, createTestSession } from '../../testing/sessions.ts';
import { TestBrowser } from '../../testing/browser.ts';
import { createReleaseChannelCookie } from '../../testing/create-channel-cookie.ts';
import {
  postFromOwnPage,
  remoteReleaseFixture,
  shellReleaseFixture,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';

const secret = 'secret of this machine';
const path = '/api/admin/override';
const local = 'http://localhost:4201';
const html = { accept: 'text/html' };
const builtFrom = { commit: '3f2a'.repeat(10), branch: 'mileage', dirty: false, ciUrl: 'https://ci.example/runs/7' };

let now = new Date();
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ LOCAL_ADMIN_SECRET: secret }, () => now);
  for (const release of [
    remoteReleaseFixture('mfe-report', 'pr-7', ['/report', '/report/new']),
    remoteReleaseFixture('mfe-report', 'pr-8', ['/report'], { contract: '9.0.0' }),
    remoteReleaseFixture('mfe-report', 'pr-9', ['/report', '/signup']),
    { ...shellReleaseFixture, version: 'pr-1', devtools: 'devtools.4d.js' },
    { ...shellReleaseFixture, version: 'pr-2', document: 'gone.html' },
  ]) {
    const upload = {
      release,
      files: [],
      contents: new Map(),
      builtFrom: release.version === 'pr-7' ? builtFrom : null,
    };
    await storeRelease(app.em(), { upload, by: 'test' }, now);
  }
});
afterAll(() => app.close());
beforeEach(() => {
  now = new Date();
});

const admin = async (): Promise<TestBrowser> => {
  const browser = new TestBrowser(app, html);
  browser.cookies.set('session', await createTestSession(app, { openedBy: 'password-totp', roles: ['admin'] }));
  return browser;
};
const sees = async (browser: TestBrowser, at = '/report') => {
  const sent = await browser.call('GET', at);
  const page = await sent.text();
  const block = (id: string) => JSON.parse(new RegExp(`id="${id}"[^>]*>(.*?)</script>`).exec(page)?.[1] ?? 'null');
  const read = remoteRegistrySchema.safeParse(block('ve-registry'));
  return {
    sent,
    page,
    override: block('ve-override'),
    policy: sent.headers.get('content-security-policy'),
    report: read.data?.remotes.find(({ name }) => name === 'mfe-report') ?? null,
  };
};
const setTo = async (targets: ReleaseOverrideTargets): Promise<TestBrowser> => {
  const browser = await admin();
  expect(await browser.outcome(path, { remotes: targets })).toMatchObject({ outcome: 'set' });
  return browser;
};
const preview = { 'mfe-report': { version: 'pr-7' } };
const auditOf = (action: string) => app.data.all('audit_log', { action });

it('shows another release to the session that requested it, and informs the page', async () => {
  const browser = await setTo(preview);
  const { sent, page, override, report } = await sees(browser, '/report/new');
  expect(sent.status).toBe(200);
  expect(report).toMatchObject({ version: 'pr-7', entry: '/remotes/mfe-report/pr-7/remoteEntry.ab12.js' });
  expect(page).toContain('<link rel="preload" as="script" href="/remotes/mfe-report/pr-7/remoteEntry.ab12.js">');
  expect(override).toMatchObject({
    by: 'staff',
    remotes: [{ name: 'mfe-report', shown: 'pr-7', problem: null, builtFrom }],
    releases: {
      shell: { version: 's1', from: 'stable' },
      'mfe-report': { version: 'pr-7', from: 'override' },
      'mfe-search': { version: 'v1', from: 'stable' },
    },
  });
  const answer = await browser.call('GET', '/api/remotes');
  expect(remoteRegistrySchema.parse(await answer.json()).remotes).toContainEqual(report);
  expect(await (await browser.call('GET', path)).json()).toMatchObject({
    outcome: 'set',
    remotes: [{ name: 'mfe-report', shown: 'pr-7' }],
  });
  expect(await auditOf('override.set')).toContainEqual(
    expect.objectContaining({ actor: expect.stringContaining('@'), details: { remotes: preview } }),
  );
});

it('is not indexed or cached, and keeps its policy', async () => {
  const { sent, policy } = await sees(await setTo(preview), '/signup');
  expect(sent.headers.get('x-robots-tag')).toBe('noindex');
  expect(sent.headers.get('cache-control')).toBe('no-store');
  expect(policy).toContain("script-src 'self';");
});

it('may load a remote from the viewer’s machine, in that document only', async () => {
  const browser = await setTo({ 'mfe-report': { local } });
  const { report, page, policy } = await sees(browser);
  expect(report).toMatchObject({
    version: 'local-4201',
    entry: `${local}/remoteEntry.js`,
    routes: ['/report', '/blog/:id'],
  });
  expect(page).toContain(`id="ve-override" data-origins="${local}"`);
  expect(policy).toContain(`script-src 'self' ${local};`);
  expect(policy).toContain(`connect-src 'self' ${local} ws://localhost:4201;`);
  expect((await sees(new TestBrowser(app, html))).policy).not.toContain('localhost');
  expect((await browser.call('GET', '/api/remotes')).headers.get('content-security-policy')).not.toContain('localhost');
});

it('loads the tools of the shell that is shown where the live one has none', async () => {
  await mkdir(join(app.storeDir, 'shell/pr-1'));
  await copyFile(join(app.storeDir, 'shell/s1/index.html'), join(app.storeDir, 'shell/pr-1/index.html'));
  const { page } = await sees(await setTo({ shell: { version: 'pr-1' } }));
  expect(page).toContain('<script defer src="/remotes/shell/pr-1/devtools.4d.js"></script>');
  expect(page).toContain('"shell":{"version":"pr-1","from":"override"}');
});

it('returns to the live shell on the next page where the other has no document', async () => {
  const browser = await setTo({ shell: { version: 'pr-2' } });
  expect((await sees(browser)).sent.status).toBe(503);
  expect((await sees(browser)).sent.status).toBe(200);
});

it.each([
  ['is not published', { 'mfe-report': { version: 'gone' } }, 'unknown-release'],
  ['has the version of another remote', { 'mfe-search': { version: 'pr-7' } }, 'unknown-release'],
  ['needs another contract', { 'mfe-report': { version: 'pr-8' } }, 'does-not-fit'],
  ["takes another remote's page", { 'mfe-report': { version: 'pr-9' } }, 'does-not-fit'],
  ['is local and unknown', { 'mfe-orders': { local } }, 'no-manifest'],
])('is refused with the reason where a release %s', async (_, targets, problem) => {
  const browser = await setTo(preview);
  expect(await browser.outcome(path, { remotes: targets })).toMatchObject({
    outcome: 'refused',
    remotes: [{ problem }],
  });
  expect((await sees(browser)).report?.version).toBe('pr-7');
});

it('shows the live release, with a note, once the other is deleted', async () => {
  const release = remoteReleaseFixture('mfe-report', 'brief', ['/report']);
  await storeRelease(app.em(), { upload: { release, files: [], contents: new Map() }, by: 'test' }, now);
  const browser = await setTo({ 'mfe-report': { version: 'brief' } });
  await app.data.remove('remote_releases', { version: 'brief' });
  const { report, override } = await sees(browser);
  expect(report?.version).toBe('v1');
  expect(override).toMatchObject({ remotes: [{ shown: 'v1', problem: 'unknown-release' }] });
});

it('without any release shows the bar alone', async () => {
  const { override, report } = await sees(await setTo({}));
  expect(override).toMatchObject({ by: 'staff', remotes: [] });
  expect(report?.version).toBe('v1');
});

it('is removed immediately', async () => {
  const browser = await setTo(preview);
  expect((await browser.call('DELETE', path)).status).toBe(204);
  expect(browser.cookies.has('ve-override')).toBe(false);
  const { report, override } = await sees(browser);
  expect([report?.version, override]).toEqual(['v1', null]);
  expect(await (await browser.call('GET', path)).json()).toEqual({ outcome: 'none' });
  expect(await auditOf('override.ended')).toHaveLength(1);
});

describe('shows what visitors see, and is removed, in', () => {
  const cookieOf = (browser: TestBrowser): string => browser.cookies.get('ve-override') ?? '';
  const withCookie = (browser: TestBrowser, value: string): TestBrowser => {
    browser.cookies.set('ve-override', value);
    return browser;
  };
  const sessionIdOf = async (browser: TestBrowser): Promise<string> => {
    const content = Buffer.from(cookieOf(browser).split('.')[0] ?? '', 'base64url').toString();
    return (JSON.parse(content) as { session: string }).session;
  };
  const inAnHour = () => Math.floor(now.getTime() / 1_000) + 3_600;
  const endSession = async (browser: TestBrowser, change: TestRowChange<'sessions'>) =>
    app.data.set('sessions', change, { id: await sessionIdOf(browser) });

  const ways: Record<string, () => Promise<TestBrowser>> = {
    'a browser without session': async () => withCookie(new TestBrowser(app, html), cookieOf(await setTo(preview))),
    "another admin's browser": async () => withCookie(await admin(), cookieOf(await setTo(preview))),
    'a session that was revoked': async () => {
      const browser = await setTo(preview);
      await endSession(browser, { revokedAt: now });
      return browser;
    },
    'a session that has expired': async () => {
      const browser = await setTo(preview);
      now = new Date(now.getTime() + 2 * 3_600_000);
      return browser;
    },
    'the session of somebody who is no admin any more': async () => {
      const browser = await setTo(preview);
      const session = await app.data.one('sessions', { id: await sessionIdOf(browser) });
      await app.data.remove('user_roles', { userId: session.userId });
      return browser;
    },
    'a session that was opened by a link': async () => {
      const browser = await setTo(preview);
      await endSession(browser, { openedBy: 'link' });
      return browser;
    },
    'a browser that changed what the cookie says': async () => {
      const browser = await setTo({ 'mfe-report': { local } });
      const [content = '', signature = ''] = cookieOf(browser).split('.');
      const changed = Buffer.from(content, 'base64url').toString().replace('4201', '4202');
      return withCookie(browser, `${Buffer.from(changed).toString('base64url')}.${signature}`);
    },
    'a browser whose cookie another key has signed': async () => {
      const browser = await setTo(preview);
      const override = { sessionId: await sessionIdOf(browser), until: inAnHour(), targets: preview };
      return withCookie(browser, signReleaseOverride(override, 'ab'.repeat(32)));
    },
    'a browser whose cookie has the key of another purpose': async () => {
      const browser = await setTo(preview);
      const override = { sessionId: await sessionIdOf(browser), until: inAnHour(), targets: preview };
      return withCookie(browser, signReleaseOverride(override, await readReleaseCookieSigningKey(app.em(), 'channel')));
    },
    'a browser whose cookie has expired': async () => {
      const browser = await setTo(preview);
      const until = Math.floor(now.getTime() / 1_000);
      const override = { sessionId: await sessionIdOf(browser), until, targets: preview };
      return withCookie(
        browser,
        signReleaseOverride(override, await readReleaseCookieSigningKey(app.em(), 'override')),
      );
    },
    'a browser whose signed cookie names an origin elsewhere': async () => {
      const browser = await setTo(preview);
      const targets = { 'mfe-report': { local: 'https://evil.test' } };
      const override = { sessionId: await sessionIdOf(browser), until: inAnHour(), targets };
      return withCookie(
        browser,
        signReleaseOverride(override, await readReleaseCookieSigningKey(app.em(), 'override')),
      );
    },
    'a browser with a cut-off cookie': async () =>
      withCookie(await admin(), cookieOf(await setTo(preview)).slice(0, -2)),
    'a browser with a cookie of noise': async () => withCookie(await admin(), `${'A'.repeat(4_000)}.${'B'.repeat(43)}`),
    'a browser with an empty cookie': async () => withCookie(await admin(), '.'),
  };

  it.each(Object.keys(ways))('%s', async (way) => {
    const browser = await (ways[way] as () => Promise<TestBrowser>)();
    const { report, override, policy } = await sees(browser);
    expect([report?.version, override]).toEqual(['v1', null]);
    expect(policy).not.toMatch(/localhost|evil/);
    expect(browser.cookies.has('ve-override')).toBe(false);
    const answer = await browser.call('GET', '/api/remotes');
    expect(remoteRegistrySchema.parse(await answer.json()).remotes).toContainEqual(report);
  });
});

it.each([
  ['the URL', '/report?ve-override=mfe-report@pr-7&override=pr-7', {}],
  ['a header', '/report', { 've-override': 'mfe-report=pr-7', 'x-ve-override': 'mfe-report=pr-7' }],
  ['an unsigned cookie', '/report', { cookie: 've-override=mfe-report=pr-7' }],
])('an override is not read from %s', async (_, at, headers) => {
  const { report, override } = await sees(new TestBrowser(app, { ...html, ...headers }), at);
  expect([report?.version, override]).toEqual(['v1', null]);
});

it('costs a visitor no query, regardless of their cookies', async () => {
  const browser = new TestBrowser(app, html);
  browser.cookies.set('ve-override', 'forged.forged');
  const { sent } = await sees(browser);
  expect(sent.headers.getSetCookie().join()).toMatch(/ve-override=;/);
  expect((await sees(new TestBrowser(app, html))).sent.headers.getSetCookie().join()).not.toContain('ve-override');
});

it('counts neither as page load nor by its errors while a canary runs', async () => {
  const canary = remoteReleaseFixture('mfe-search', 'v2', ['/', '/signup']);
  await publishTestCanary(app.em(), canary, 50, now);
  const [, id = ''] = (await createReleaseChannelCookie(app, { name: 'mfe-search', share: 50, isIn: true })).split(
    've-channel=',
  );
  const error = {
    timestamp: now.toISOString(),
    error_message: 'x is undefined',
    error_stack: null,
    user_agent: 'Firefox/143.0',
    url: '/signup',
    session_id: null,
    error_type: 'React Error',
    component_name: null,
    additional_data: { remote: 'mfe-search@v2' },
  };
  // Ends the process that counted, which then writes its remaining counts.
  const process = await startTestApp({}, () => now, { sharing: app });
  const visit = async (from: TestBrowser): Promise<void> => {
    const cookie = [...from.cookies, ['ve-channel', id]].map((pair) => pair.join('=')).join('; ');
    const page = await fetch(`${process.url}/signup`, { headers: { ...html, cookie } });
    expect(page.status).toBe(200);
    expect((await postFromOwnPage(`${process.url}/api/error-logs`, error, { cookie })).status).toBe(204);
  };
  const counted = async () => ({
    loads: (await app.data.values('release_loads', 'loadCount')).reduce((sum, loads) => sum + loads, 0),
    faults: await app.data.count('release_failures'),
  });
  await visit(await setTo(preview));
  expect(await counted()).toEqual({ loads: 0, faults: 0 });
  await visit(await admin());
  await process.close();
  expect(await counted()).toEqual({ loads: 1, faults: 1 });
  await app.data.remove('release_channels', { channel: 'canary' });
});

it('is refused for break-glass access, which pages do not support', async () => {
  const browser = new TestBrowser(app, { ...html, 'x-local-admin': 'true' });
  browser.cookies.set('ve-local-admin', await createBreakGlassTestSession(app, secret));
  expect(await browser.outcome(path, { remotes: preview })).toEqual({ outcome: 'no-session' });
  expect(browser.cookies.has('ve-override')).toBe(false);
  expect(await (await browser.call('GET', path)).json()).toEqual({ outcome: 'none' });
});

it.each([
  { remotes: { 'mfe-report': { local: 'https://evil.test' } } },
  { remotes: { 'mfe-report': { local: 'http://10.0.0.1:80' } } },
  { remotes: { shell: { local } } },
  { remotes: { 'mfe-report': { version: '../v1' } } },
  {},
])('%j is refused', async (body) => {
  const browser = await admin();
  expect((await browser.send(path, body)).status).toBe(400);
  expect(browser.cookies.has('ve-override')).toBe(false);
});
