import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { signInAsStaff } from '../support/staff.ts';
import { expect, expectNoViolations, test } from '../support/test.ts';

/**
 * Adds a remote without routes, with a canary next to its stable release: staff can act on it and no visitor is
 * affected.
 */
async function addCanary(client: pg.Client, name: string): Promise<void> {
  await client.query(
    `insert into remote_releases (name, version, release, files, published_at, published_by)
     select $1, version, stored.release || jsonb_build_object('name', $1::text, 'version', version, 'routes', '[]'::jsonb,
       'slots', '[]'::jsonb, 'pages', '{}'::jsonb, 'prerender', '[]'::jsonb, 'feeds', '[]'::jsonb, 'redirects',
       '{}'::jsonb, 'offers', '[]'::jsonb), stored.files, now(), 'e2e'
     from unnest(array['v1', 'v2']) version,
       (select release, files from remote_releases where name = 'mfe-content' order by published_at desc limit 1) stored`,
    [name],
  );
  await client.query(
    `insert into release_channels (name, channel, version, share, assigned_at, assigned_by)
     values ($1, 'stable', 'v1', 100, now(), 'e2e'), ($1, 'canary', 'v2', 10, now(), 'e2e')`,
    [name],
  );
  await client.query(
    `insert into release_loads (name, version, channel, hour, load_count)
     values ($1, 'v1', 'stable', date_trunc('hour', now(), 'UTC'), 900),
       ($1, 'v2', 'canary', date_trunc('hour', now(), 'UTC'), 100)`,
    [name],
  );
}

let client: pg.Client;
const name = `mfe-e2e-${randomUUID().slice(0, 8)}`;
test.beforeAll(async () => {
  client = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL ?? '' });
  await client.connect();
});
test.afterAll(async () => {
  // Its history stays, and no page shows it.
  await client.query('delete from release_channels where name = $1', [name]);
  await client.end();
});

test('staff see the error rate of a canary, and end it with a reason', async ({ page }) => {
  await addCanary(client, name);
  await signInAsStaff(page);
  await page.goto('/admin/releases');
  const section = page.getByRole('region', { name, exact: true });
  await expect(section.getByText('As good as stable')).toBeVisible();
  await expect(section).toContainText(/no network in 100 page loads \(0%\) of the canary/);
  await expectNoViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page);
  const scroll = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await scroll()).toBe(0);

  await section.getByRole('button', { name: `Stop canary: ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Stop the canary of ${name}?` });
  await dialog.getByLabel('Reason').fill('The team has found a fault');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Stop canary' }).click();
  await expect(page.getByText('Done. Visitors get it on their next page.')).toBeVisible();
  await expect(section.getByText('No canary is running, so errors aren’t compared.')).toBeVisible();
  await section.getByText('History', { exact: true }).click();
  await expect(section.getByRole('row').filter({ hasText: 'Canary v2 stopped' })).toContainText(
    'The team has found a fault',
  );
});
