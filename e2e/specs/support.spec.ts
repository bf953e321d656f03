import { signUpAsPayingMember } from '../support/account.ts';
import { signInAsStaff } from '../support/staff.ts';
import { axeColourRules, expect, expectNoHorizontalScroll, expectNoViolations, test } from '../support/test.ts';

test('support finds a member, sees all their records and cancels their membership with a reason', async ({
  page,
  request,
}) => {
  const email = await signUpAsPayingMember(request);
  await signInAsStaff(page);
  await page.goto('/admin/support');
  const field = page.getByRole('searchbox', { name: 'Find a customer' });
  await field.fill(email);
  await field.press('Enter');
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(row).toContainText(`E-mail address: ${email}`);
  await expectNoViolations(page);
  await expectNoHorizontalScroll(page);

  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 2, name: 'Dana Driver' })).toBeVisible();
  const plan = page.getByRole('group', { name: 'Plan' });
  await expect(plan).toContainText('Active');
  await expect(page.getByRole('table', { name: 'Charges' })).toContainText('£8.90');
  // The newest two are open; the order of mails within one second is undefined.
  await page.getByText(/^\d+ more: E-mails$/).click();
  await expect(page.getByRole('table', { name: /E-mails$/ }).filter({ hasText: 'Welcome' })).toBeVisible();
  await expectNoViolations(page);
  await expectNoHorizontalScroll(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page, axeColourRules);

  await plan.getByRole('button', { name: 'Cancel the membership' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('£8.90 refunded for the whole last charge');
  await expectNoViolations(page);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked for by telephone');
  await dialog.getByRole('textbox', { name: 'Reason' }).press('Enter');
  const news = page.getByRole('status').filter({ hasText: 'The membership is cancelled.' });
  await expect(news).toBeVisible();
  await expect(plan).toContainText('Cancelled');
  await expect(page.getByRole('table', { name: 'Cancellations' })).toContainText('Staff');

  // The search position is restored; what was typed is in no URL.
  await page.goBack();
  await expect(row).toBeVisible();
  expect(page.url()).toMatch(/\/admin\/support$/);
});
