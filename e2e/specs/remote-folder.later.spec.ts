import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../support/test.ts';

const store = process.env.E2E_STORE_DIR ?? '';
const folder = join(store, 'mfe-admin');
const away = join(store, '.mfe-admin-away');

const takeAway = () => rename(folder, away);
const putBack = () => rename(away, folder);

/*
 * Runs after the specs that visit the admin pages, because it removes them, and at one size only, because two runs
 * would interfere.
 */
test('a folder missing from the store is read again from the database', async ({ page }) => {
  test.skip(store === '', 'needs E2E_STORE_DIR, the store that the stack serves');
  // An interrupted run may have left it moved away.
  await putBack().catch(() => undefined);
  await takeAway();
  try {
    await page.goto('/admin/signin');
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  } finally {
    await putBack().catch(() => undefined);
  }
});

test('a release whose files are missing takes down only its own route, and Try again works once they are restored', async ({
  page,
}) => {
  const files = '**/remotes/mfe-admin/**';
  await page.route(files, (route) => route.fulfill({ status: 404 }));
  await page.goto('/admin/signin');
  const area = page.getByRole('alert').filter({ hasText: 'Try again' });
  await expect(area).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();

  const elsewhere = await page.context().newPage();
  await elsewhere.route(files, (route) => route.fulfill({ status: 404 }));
  for (const [path, text] of [
    ['/', 'Check a vehicle’s history before you buy it'],
    ['/signup?reg=AB12CDE', 'Is this your vehicle?'],
    ['/report?reg=AB12CDE', 'Taxed'],
    ['/faq', 'Email Support'],
  ] as const) {
    const answer = await elsewhere.goto(path);
    expect(answer?.status(), path).toBe(200);
    await expect(elsewhere.getByText(text).first(), path).toBeVisible();
    await expect(elsewhere.getByRole('button', { name: 'Try again' }), path).toHaveCount(0);
  }
  await elsewhere.close();

  await page.unroute(files);
  await area.getByRole('button', { name: 'Try again' }).click();
  await expect(area).toBeHidden();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
});
