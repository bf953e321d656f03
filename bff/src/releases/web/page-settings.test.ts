import { remoteRegistrySchema } from '@ve/contracts/remote-manifest';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { remoteReleaseFixture, shellReleaseFixture, startTestApp, type TestApp } from '../../testing/test-app.ts';

/** The response of the development server; null: none. */
let answer: (path: string) => { status: number; body: string } | null = () => null;
let server: Server;
let origin: string;
let app: TestApp;
beforeAll(async () => {
  server = createServer((request, reply) => {
    const response = answer(request.url ?? '');
    if (response === null) return;
    reply.writeHead(response.status, { location: 'http://127.0.0.1:1/release.json' }).end(response.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  app = await startTestApp({ WORK_ON: `mfe-report=${origin}` });
});
afterAll(async () => {
  await app.close();
  server.closeAllConnections();
  server.close();
});

const says = (body: unknown, status = 200) => {
  answer = () => ({ status, body: typeof body === 'string' ? body : JSON.stringify(body) });
};
const page = async (path: string) => {
  const sent = await fetch(app.url + path, { headers: { accept: 'text/html' } });
  const html = await sent.text();
  const block = (id: string) => JSON.parse(new RegExp(`id="${id}"[^>]*>(.*?)</script>`).exec(html)?.[1] ?? 'null');
  return { sent, html, registry: remoteRegistrySchema.parse(block('ve-registry')), override: block('ve-override') };
};
const entryOf = ({ registry }: Awaited<ReturnType<typeof page>>) =>
  registry.remotes.find(({ name }) => name === 'mfe-report')?.entry;

it('loads the remote from its development server, with the pages in its manifest', async () => {
  says(remoteReleaseFixture('mfe-report', 'any', ['/report', '/report/new'], { entry: 'remoteEntry.js', preload: [] }));
  const shown = await page('/report/new');
  expect(shown.sent.status).toBe(200);
  expect(entryOf(shown)).toBe(`${origin}/remoteEntry.js`);
  expect(shown.override).toMatchObject({ by: 'work-on', remotes: [{ name: 'mfe-report', problem: null }] });
  expect(shown.html).toContain(`id="ve-override" data-origins="${origin}"`);
  const { remotes } = remoteRegistrySchema.parse(await (await fetch(`${app.url}/api/remotes`)).json());
  expect(remotes).toEqual(shown.registry.remotes);
});

it('may run scripts of that origin and connect to it, and to no other', async () => {
  says('');
  const policy = (await page('/report')).sent.headers.get('content-security-policy')?.split('; ');
  expect(policy).toEqual(
    expect.arrayContaining([
      `script-src 'self' ${origin}`,
      `connect-src 'self' ${origin} ${origin.replace('http', 'ws')}`,
      `img-src 'self' ${origin}`,
    ]),
  );
});

it('is not indexed by search engines', async () => {
  says('');
  expect((await page('/signup')).sent.headers.get('x-robots-tag')).toBe('noindex');
});

it.each([
  ['does not answer', () => (answer = () => null)],
  ['has no manifest', () => says('no', 404)],
  ['redirects', () => says('', 302)],
  ['does not return JSON', () => says('<html>')],
  ['returns another remote’s manifest', () => says(remoteReleaseFixture('mfe-search', 'v9', ['/report']))],
  ['returns an oversized manifest', () => says(`"${'x'.repeat(1_000_001)}"`)],
])('has the pages of the live release where the server %s', async (_, prepare) => {
  prepare();
  const shown = await page('/report');
  expect(shown.sent.status).toBe(200);
  expect(entryOf(shown)).toBe(`${origin}/remoteEntry.js`);
  expect(shown.registry.remotes.find(({ name }) => name === 'mfe-report')?.routes).toEqual(['/report', '/blog/:id']);
});

it('shows the live release, with a note, where the local build needs another contract', async () => {
  says(remoteReleaseFixture('mfe-report', 'any', ['/report'], { contract: '9.0.0' }));
  const shown = await page('/report');
  expect(entryOf(shown)).toBe('/remotes/mfe-report/v1/remoteEntry.ab12.js');
  expect(shown.override).toMatchObject({ remotes: [{ shown: 'v1', problem: 'does-not-fit' }] });
  expect(shown.sent.headers.get('content-security-policy')).toContain("script-src 'self';");
});

describe('a shell from a development server', () => {
  let withShell: TestApp;
  beforeAll(async () => {
    withShell = await startTestApp({ WORK_ON: `shell=${origin}` });
  });
  afterAll(() => withShell.close());

  const document = '<!doctype html><!--ve-head--><!--ve-assets--><div id="root"><!--ve-root--></div><!--ve-body-->';
  const read = () => fetch(`${withShell.url}/report`, { headers: { accept: 'text/html' } });

  it('has its document and its scripts from there, and a policy that admits them', async () => {
    const manifest = { ...shellReleaseFixture, entry: 'main.js', fonts: [], styles: [], document: 'document.html' };
    answer = (path) => ({ status: 200, body: path === '/document.html' ? document : JSON.stringify(manifest) });
    const sent = await read();
    expect(await sent.text()).toMatch(
      new RegExp(`^<!doctype html><meta .*<script defer src="${origin}/main.js"></script><div id="root">`),
    );
    expect(sent.headers.get('content-security-policy')).toContain(`script-src 'self' ${origin};`);
  });

  it('is replaced by the published one while it does not run', async () => {
    says('no', 404);
    const html = await (await read()).text();
    expect(html).toContain('/remotes/shell/s1/main.0a1b2c.js');
    expect(html).not.toContain(`src="${origin}`);
  });
});
