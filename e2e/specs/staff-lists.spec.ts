import { addStaffUser, signInAsStaff } from '../support/staff.ts';
import { expect, expectNoHorizontalScroll, expectNoViolations, test } from '../support/test.ts';

test('an admin lists the recent reports, after a failure, and opens one', async ({ page }) => {
  await signInAsStaff(page);
  await page.route('**/api/admin/reports', (route) => route.abort());
  await page.goto('/admin?tab=reports');
  await expect(page.getByText('Unable to load reports')).toBeVisible();
  await expectNoViolations(page);
  await page.unroute('**/api/admin/reports');
  await page.getByRole('button', { name: 'Retry' }).click();
  const table = page.getByRole('table', { name: 'Recent Reports' });
  await expect(table.getByText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/).first()).toBeVisible();
  await expectNoViolations(page);
  await expectNoHorizontalScroll(page);

  await table.getByRole('link', { name: 'View Report' }).first().click();
  await expect(page).toHaveURL(/\/admin\/reports\/[0-9a-f-]{36}$/);
  const about = page.getByRole('region', { name: 'About this report' });
  await expect(about.getByText(/ at \d\d:\d\d UK time$/)).toHaveCount(2);
  await expectNoViolations(page);
  await expectNoHorizontalScroll(page);
});

test('an admin finds a user, grants a role and removes it again', async ({ page }) => {
  const { email } = await addStaffUser([]);
  await signInAsStaff(page);
  await page.goto('/admin?tab=users');
  await page.getByLabel('E-mail address of the user').fill(` ${email} `);
  await page.getByLabel('Role', { exact: true }).selectOption('moderator');
  await page.getByLabel('Reason').fill('Joins the support team');
  await page.getByRole('button', { name: 'Add role' }).click();
  await expect(page.getByText(`Added moderator role to ${email}`)).toBeVisible();

  await page.getByLabel('Search by e-mail or user id').fill(email);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const table = page.getByRole('table', { name: 'User Management' });
  await expect(page).toHaveURL(/\/admin\?tab=users$/);
  const remove = table.getByRole('button', { name: `Remove moderator from ${email}` });
  await expect(remove).toBeVisible();
  await expect(table.getByRole('rowheader')).toHaveCount(1);
  await expectNoViolations(page);
  await expectNoHorizontalScroll(page);

  await remove.click();
  const dialog = page.getByRole('dialog', { name: 'Remove the moderator role?' });
  await dialog.getByLabel('Reason').fill('Left the support team');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Remove role' }).click();
  await expect(page.getByText('Removed moderator role')).toBeVisible();
  await expect(table.getByText('None stored: counts as user')).toBeVisible();
});
