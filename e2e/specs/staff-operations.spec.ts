import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { signInAsStaff } from '../support/staff.ts';
import { expect, expectNoViolations, test } from '../support/test.ts';

/** Adds a dead letter with a payload that no handler accepts: when retried, it fails and is listed again. */
async function addDeadLetter(why: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL ?? '' });
  await client.connect();
  await client.query(
    `insert into dead_letters (id, job_name, payload, last_error, enqueued_at, failed_at)
     values ($1, 'full-checks.run', '{}', $2, now(), now())`,
    [randomUUID(), why],
  );
  await client.end();
}

test('staff see the service status, retry a dead letter, and open the queues', async ({ page }) => {
  const why = `timeout ${randomUUID()}`;
  await addDeadLetter(why);
  await signInAsStaff(page);
  await page.goto('/admin/operations');
  await expect(page.getByRole('region', { name: 'Service status' })).toContainText(/failed jobs? to review/);
  for (const name of ['Queues', 'Vendors', 'Scheduled jobs'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  // Healthy parts are collapsed.
  await expect(page.getByText(/^\d+ scheduled jobs? running normally$/)).toBeVisible();
  // Also in the collapsed part, where it is before the first call.
  await expect(page.getByText('DVLA', { exact: true }).first()).toBeAttached();
  await expectNoViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page);

  const row = page.getByRole('row').filter({ hasText: why });
  await row.getByRole('button', { name: 'Retry: Run a full check' }).click();
  const dialog = page.getByRole('dialog', { name: 'Retry this job?' });
  await dialog.getByLabel('Reason').fill('The vendor is back');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Retrying: Run a full check')).toBeVisible();
  await expect(row).toHaveCount(0);

  await page.getByRole('link', { name: 'Open the queues' }).click();
  await expect(page).toHaveURL(/\/admin\/queues\/$/);
  await expect(page.getByText('full-checks').first()).toBeVisible();
});
