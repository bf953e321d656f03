import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { signInAsStaff } from '../support/staff.ts';
import { expect, expectNoHorizontalScroll, expectNoViolations, test } from '../support/test.ts';

async function expectGood(page: Page): Promise<void> {
  await expectNoViolations(page);
  await expectNoHorizontalScroll(page);
}

test('an admin reads statistics and analytics after a failure, and the days of another range', async ({ page }) => {
  await signInAsStaff(page);
  await page.route('**/api/admin/{statistics,analytics*}', (route) => route.abort());
  await page.goto('/admin');
  const statistics = page.getByRole('region', { name: 'Statistics' });
  await expect(page.getByText('There may be connectivity issues with the database.')).toBeVisible();
  await expect(page.getByText('Unable to load analytics')).toBeVisible();
  await expect(statistics.getByText('Not available')).toHaveCount(4);
  const boxes = await Promise.all(
    ['Failed to load analytics data', 'Failed to load admin statistics'].map((text) =>
      page.getByRole('alert').filter({ hasText: text }).boundingBox(),
    ),
  );
  const [upper, lower] = boxes.toSorted((one, other) => (one?.y ?? 0) - (other?.y ?? 0));
  expect((upper?.y ?? 0) + (upper?.height ?? Infinity), 'toasts stand above each other').toBeLessThan(lower?.y ?? 0);
  await expectGood(page);

  await page.unroute('**/api/admin/{statistics,analytics*}');
  await page.getByRole('button', { name: 'Retry' }).first().click();
  await expect(page.getByText('Unable to load statistics')).toHaveCount(0);
  await expect(statistics.getByText('Not available')).toHaveCount(0);
  await page.getByRole('button', { name: 'Retry' }).click();
  const table = page.getByRole('region', { name: 'Table: Sign-ups' });
  // One heading row, the sum, and one row per day.
  await expect(table.getByRole('row')).toHaveCount(32);
  await page.getByRole('link', { name: '7 days' }).click();
  await expect(page).toHaveURL('/admin?days=7');
  await expect(table.getByRole('row')).toHaveCount(9);
  const day = page.getByRole('slider', { name: 'Day: Sign-ups' });
  await day.press('Home');
  const oldest = await table.getByRole('row').last().getByRole('cell').innerText();
  await expect(day).toHaveAttribute('aria-valuetext', new RegExp(`: Sign-ups ${oldest}$`));
  await expectGood(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectNoViolations(page);
});

test('an admin finds an error that a browser reported, sees its location, marks it as resolved and reopens it', async ({
  page,
}) => {
  test.info().annotations.push({ type: 'uncaught', description: 'provoked on purpose' });
  // Letters only: errors are grouped without the numbers in their messages.
  const name = `Strange${randomUUID().replace(/[^a-f]/g, '')}`;
  const { id } = await signInAsStaff(page);
  await page.goto('/admin?tab=errors');
  const sent = page.waitForResponse('**/api/error-logs');
  await page.evaluate((message) => {
    void Promise.reject(new Error(message));
  }, `${name} <b>of a page</b>`);
  await sent;

  await page.getByLabel('Search messages').fill(name.toLowerCase());
  const table = page.getByRole('table', { name: 'Error Logs' });
  const error = table.getByRole('button', { name: `${name} <b>of a page</b>` });
  // A job writes it after the response.
  await expect(async () => {
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(error).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(table.getByRole('rowheader')).toHaveCount(1);
  await expect(table.getByText('Unhandled Promise Rejection')).toHaveAttribute('data-look', 'outline');
  await error.click();
  await expect(error).toHaveAttribute('aria-expanded', 'true');
  await expect(table.getByRole('region', { name: 'Stack' })).toContainText(name);
  await expect(table.getByRole('link', { name: 'Open the customer’s page' })).toHaveAttribute(
    'href',
    `/admin/support/${id}`,
  );
  await expectGood(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectNoViolations(page);

  await table.getByRole('button', { name: 'Mark as solved' }).click();
  await expect(table.getByText('Say why, in 5 to 300 characters')).toBeVisible();
  await table.getByLabel('Reason').fill('Released the mended page');
  await table.getByRole('button', { name: 'Mark as solved' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Marked as solved' })).toBeVisible();
  await expect(page.getByText('No errors found')).toBeVisible();
  await expectGood(page);

  await page.getByLabel('State').selectOption('solved');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await error.click();
  await expect(table.getByText(/^Marked as solved by staff-/)).toBeVisible();
  await table.getByLabel('Reason').fill('It is there again');
  await table.getByRole('button', { name: 'Reopen' }).click();
  await expect(page.getByText('Error reopened')).toBeVisible();
  await expect(error).toHaveCount(0);
  await page.getByLabel('State').selectOption('Open');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(error).toBeVisible();
});
