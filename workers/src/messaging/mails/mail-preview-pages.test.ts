import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startHealthServer, type HealthServer } from '@ve/server-kit/health/health-server';
import { exampleMailReaders, mailExamples } from './mail-examples.ts';
import { mailPreviewPagesFor } from './mail-preview-pages.tsx';
import { renderEmail } from './render-email.ts';

let server: HealthServer;
beforeAll(async () => {
  server = await startHealthServer({ host: '127.0.0.1', port: 0, checks: {}, ...mailPreviewPagesFor('development') });
});
afterAll(() => server.close());

it('the development pages list every example of every template, as HTML and as text', async () => {
  const list = await (await fetch(`${server.url}/mails`)).text();
  const links = [...list.matchAll(/ href="([^"]+)"/g)].map(([, href]) => href!);
  expect(links).toEqual(
    Object.entries(mailExamples).flatMap(([template, named]) =>
      Object.keys(named).flatMap((name) => [`/mails/${template}/${name}.html`, `/mails/${template}/${name}.txt`]),
    ),
  );
  for (const link of links) {
    const answer = await fetch(`${server.url}${link}`);
    expect([link, answer.status]).toEqual([link, 200]);
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    );
  }
});

it('a development page shows exactly what would be sent, with user input escaped', async () => {
  const hostile = mailExamples.newsletter.hostile!;
  const page = await fetch(`${server.url}/mails/newsletter/hostile.html`);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await page.text()).toBe((await renderEmail(hostile, exampleMailReaders.member)).html);
  expect(await (await fetch(`${server.url}/mails`)).text()).not.toContain('<img');
});

it.each(['/mails/', '/mails/none/usual.html', '/mails/contact-message/toString.html', '/mails/contact-message/usual'])(
  'the development pages have no page %s',
  async (path) => {
    expect((await fetch(`${server.url}${path}`)).status).toBe(404);
  },
);

it('the development pages do not exist in production', async () => {
  const production = await startHealthServer({
    host: '127.0.0.1',
    port: 0,
    checks: {},
    ...mailPreviewPagesFor('production'),
  });
  for (const path of ['/mails', '/mails/contact-message/usual.html']) {
    expect((await fetch(`${production.url}${path}`)).status).toBe(404);
  }
  await production.close();
});
