import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { publishStableReleaseAgain } from '../support/releases.ts';
import { signInAsStaff } from '../support/staff.ts';
import { expect, expectNoViolations, test } from '../support/test.ts';

const bar = { name: 'Releases on this page' };

test('staff preview another release in their own browser, see which releases are overridden, and clear the override', async ({
  page,
  browser,
}) => {
  const version = await publishStableReleaseAgain('mfe-content');
  await signInAsStaff(page);
  await page.goto('/admin/releases');
  await page.getByLabel('Remote', { exact: true }).fill('mfe-content');
  await page.getByLabel('Version or address').fill(version);
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Preview on the site', exact: true }).click();

  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('region', bar)).toContainText(`mfe-content ${version}`);
  await page.goto('/faq');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const opener = page.getByRole('button', { name: 'Who owns what' });
  await opener.click();
  const panel = page.getByRole('dialog', { name: 'Who owns what on this page' });
  const area = panel.getByRole('listitem').filter({ hasText: `mfe-content@${version}` });
  await expect(area).toContainText(/This page.*by override.*entry (loaded in \d+ ms|from the cache) · 0 errors/s);
  await expectNoViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(opener).toBeFocused();
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  if (size) await page.setViewportSize(size);

  const override = (await page.context().cookies()).filter(({ name }) => name === 've-override');
  expect(override).toHaveLength(1);
  const thief = await browser.newContext();
  await thief.addCookies(override);
  const elsewhere = await thief.newPage();
  await elsewhere.goto('/faq');
  await expect(elsewhere.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(elsewhere.getByRole('region', bar)).toHaveCount(0);
  expect(await thief.cookies()).not.toContainEqual(expect.objectContaining({ name: 've-override' }));
  await thief.close();

  await page.route(`**/remotes/mfe-content/${version}/**`, (route) => route.abort());
  await page.goto('/faq');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await expect(page.getByRole('region', bar)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/question/i);
});

test('staff preview what their own machine serves @desktop', async ({ page, request }) => {
  const { remotes } = (await (await request.get('/api/remotes')).json()) as {
    remotes: { name: string; entry: string }[];
  };
  const entry = remotes.find(({ name }) => name === 'mfe-content')?.entry ?? '';
  const script = await (await request.get(entry)).text();
  const server = createServer((_, reply) => {
    reply.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    await signInAsStaff(page);
    await page.goto('/admin/releases');
    await page.getByLabel('Remote', { exact: true }).fill('mfe-content');
    await page.getByLabel('Version or address').fill(origin);
    await page.getByRole('button', { name: 'Preview on the site', exact: true }).click();
    await expect(page.getByRole('region', bar)).toContainText(`mfe-content from ${new URL(origin).host}`);
    await page.goto('/faq');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/question/i);
    await page.getByRole('button', { name: 'Who owns what' }).click();
    await expect(page.getByRole('dialog')).toContainText(
      /mfe-content@local-\d+from a development server · entry (loaded|from)/,
    );
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove it' }).click();
    await expect(page.getByRole('region', bar)).toHaveCount(0);
  } finally {
    server.close();
  }
});
