import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { publishStableReleaseAgain, withReleaseTeamToken } from '../support/releases.ts';
import { signInAsStaff } from '../support/staff.ts';
import { expect, expectNoViolations, test, waitForHydration } from '../support/test.ts';

const site = process.env.E2E_BASE_URL ?? 'http://localhost:3000';
const remote = 'mfe-content';
const bar = { name: 'Releases on this page' };

test('all who have the link of a preview see the branch on a host of its own, signed out, and send nothing', async ({
  page,
  browser,
}) => {
  const version = await publishStableReleaseAgain(remote);
  const preview = `pr-${randomUUID().slice(0, 8)}`;
  await signInAsStaff(page);
  await page.goto('/report?reg=AB12CDE');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('FORD FOCUS ZETEC');
  await withReleaseTeamToken(remote, async ({ call }) => {
    const made = await call('previews', { json: { preview, version, days: 1 } });
    const { link } = (await made.json()) as { link: string };
    const { origin } = new URL(link);
    expect(new URL(origin).hostname).toBe(`${preview}.preview.localhost`);

    const cookiesSent: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(origin)) return;
      void request.allHeaders().then(({ cookie = '' }) => cookiesSent.push(cookie));
    });
    await page.goto(link);
    await expect(page).toHaveURL(`${origin}/`);
    await expect(page.getByRole('region', bar)).toContainText(`This is a preview. No one is signed in`);
    await expect(page.getByRole('region', bar)).toContainText(`${remote} ${version}`);
    await page.goto(`${origin}/blog`);
    await waitForHydration(page);
    await expectNoViolations(page);
    const size = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    if (size) await page.setViewportSize(size);

    await page.getByRole('textbox', { name: 'E-mail address' }).fill('reader@example.com');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByRole('alert')).toContainText(
      'This is a preview: nothing is sent, changed or looked up here.',
    );
    await page.goto(`${origin}/report?reg=AB12CDE`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('FORD FOCUS ZETEC');
    await page.goto(`${origin}/dashboard`);
    await expect(page.getByRole('heading', { name: 'Sign in' }).first()).toBeVisible();
    expect(cookiesSent.length).toBeGreaterThan(5);
    expect(cookiesSent.filter((cookie) => /session|channel|override/.test(cookie))).toEqual([]);
    expect((await page.context().cookies(origin)).map(({ name }) => name)).toEqual(['ve-preview']);

    const another = await browser.newContext();
    const elsewhere = await another.newPage();
    expect((await elsewhere.goto(`${origin}/blog`))?.status()).toBe(404);
    await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('There is no preview at this address');
    await another.close();

    await call(`previews/${preview}`, { method: 'DELETE' });
    expect((await page.goto(`${origin}/blog`))?.status()).toBe(404);
    await page.goto('/blog');
    await expect(page.getByRole('region', bar)).toHaveCount(0);
  });
});

/** A request as the browser sent it, and the status of its answer. */
interface Passed {
  key: string;
  cookie: string;
  from: string;
  status: number;
}

/**
 * Serves the site at `site.localhost` and its previews below that: `localhost` is a domain of its own for browsers, so
 * that names below it are another site.
 */
async function serveUnderOneSite(passed: Passed[]): Promise<{ port: number; close: () => void }> {
  const { port } = new URL(site);
  const server = createServer((given, answer) => {
    const { method = '', url = '', headers } = given;
    const host = (headers.host ?? '').replace(/site\.localhost:\d+$/, `localhost:${port}`);
    const sent = request({ port, method, path: url, headers: { ...headers, host } }, (received) => {
      const { cookie = '', 'sec-fetch-site': from } = headers;
      passed.push({ key: `${method} ${url}`, cookie, from: String(from), status: received.statusCode ?? 0 });
      answer.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(answer);
    });
    given.pipe(sent);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('a hostile preview acts for no one on the site, although the browser sends the site’s cookies @desktop', async ({
  browser,
}) => {
  const version = await publishStableReleaseAgain(remote);
  const preview = `pr-${randomUUID().slice(0, 8)}`;
  const passed: Passed[] = [];
  const proxy = await serveUnderOneSite(passed);
  const origin = `http://site.localhost:${String(proxy.port)}`;
  const hostile = `http://${preview}.preview.site.localhost:${String(proxy.port)}`;
  // A branch may declare any origin that it calls, so that its own policy protects no one.
  const context = await browser.newContext({ bypassCSP: true, baseURL: site });
  const page = await context.newPage();
  await signInAsStaff(page);
  const session = (await context.cookies(site)).find(({ name }) => name === 'session')?.value ?? '';
  await withReleaseTeamToken(remote, async ({ call }) => {
    const made = await call('previews', { json: { preview, version, days: 1 } });
    const key = new URL(((await made.json()) as { link: string }).link).searchParams.get('preview-key') ?? '';
    const lax = { httpOnly: true, sameSite: 'Lax' } as const;
    await context.addCookies([
      { name: 'session', value: session, url: origin, ...lax },
      { name: 've-preview', value: key, url: hostile, ...lax },
    ]);
    await page.goto(`${hostile}/blog`);
    await expect(page.getByRole('region', bar)).toBeVisible();
    const outcomes = await page.evaluate(async (target) => {
      const tryOut = async (path: string, init: RequestInit): Promise<string> => {
        try {
          const answer = await fetch(target + path, { credentials: 'include', ...init });
          return `${answer.type} ${await answer.text()}`;
        } catch {
          return 'not readable';
        }
      };
      const body = '{"email":"victim@example.com"}';
      const headers = { 'content-type': 'application/json', 'x-requested-with': 'vehicle-enquiry' };
      return [
        await tryOut('/api/session', {}),
        await tryOut('/api/admin/releases', { mode: 'no-cors' }),
        await tryOut('/api/vehicle-lookup?reg=AB12CDE', { mode: 'no-cors' }),
        await tryOut('/api/newsletter', { method: 'POST', mode: 'no-cors', body }),
        await tryOut('/api/newsletter', { method: 'POST', headers, body }),
      ];
    }, origin);
    for (const outcome of outcomes) expect(outcome).toMatch(/^(opaque $|not readable$)/);
    const known = `session=${session}`;
    const onSite = passed.filter(({ from, cookie }) => from === 'same-site' && cookie.includes(known));
    expect(onSite.map(({ key: sent, status }) => [sent, status])).toEqual([
      ['GET /api/session', 200],
      ['GET /api/admin/releases', 403],
      ['GET /api/vehicle-lookup?reg=AB12CDE', 403],
      ['POST /api/newsletter', 403],
    ]);
    const inPreview = passed.filter(({ from }) => from !== 'same-site');
    expect(inPreview.length).toBeGreaterThan(3);
    expect(inPreview.filter(({ cookie }) => cookie.includes(known))).toEqual([]);
    await call(`previews/${preview}`, { method: 'DELETE' });
  });
  await context.close();
  proxy.close();
});
