import { addStaffUser, staffPassword, signInAsStaff, totpCode } from '../support/staff.ts';
import { expect, expectNoHorizontalScroll, expectNoViolations, test } from '../support/test.ts';

test('an admin enrols, signs out and signs in with the next code; a wrong one is rejected', async ({ page }) => {
  const { email } = await addStaffUser();
  await page.goto('/admin/signin');
  const signIn = page.getByRole('button', { name: 'Sign In', exact: true });
  await expect(signIn).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill('a wrong password');
  await expectNoViolations(page);
  await expectNoHorizontalScroll(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').first()).toContainText('Login failed');
  await expect(page.getByRole('alert').first()).toContainText('Invalid credentials or insufficient privileges.');

  await page.getByLabel('Password').fill(staffPassword);
  await signIn.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Set up your authenticator app' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await expectNoViolations(page);
  await expectNoHorizontalScroll(page);
  const secret = (await page.locator('code').innerText()).replace(/\s/g, '');
  await page.getByLabel('Code from the app').fill(totpCode(secret));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Keep your recovery codes' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await expectNoViolations(page);
  await expectNoHorizontalScroll(page);
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Admin login successful' })).toContainText(
    'Welcome to the admin panel.',
  );

  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/admin/signin');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(staffPassword);
  await signIn.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(/^This code is wrong/)).toBeVisible();
  // The code of the enrolment was accepted once; the next one is within the allowed drift.
  await page.getByLabel('Code').fill(totpCode(secret, 1));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/admin');
});

test('a moderator sees the link in the header and gets Access Denied, by link and by password; the flag alone shows nothing @desktop', async ({
  page,
}) => {
  const { email } = await signInAsStaff(page, { roles: ['moderator'], by: 'link' });
  await page.goto('/');
  await page.evaluate(() => {
    localStorage.setItem('admin_authenticated', 'true');
  });
  await page.getByRole('banner').getByRole('link', { name: 'Admin' }).click();
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(page.getByText("You don't have admin privileges to access this page.")).toBeVisible();
  await expect(page.getByText('Local Admin')).toHaveCount(0);
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'Go to Admin Sign In' }).click();
  await expect(page).toHaveURL('/admin/signin');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(staffPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Access denied: Admin privileges required').first()).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
});

test('an admin sees their sign-in methods and sessions', async ({ page }) => {
  await signInAsStaff(page);
  await page.goto('/admin/security');
  await expect(page.getByRole('heading', { level: 1, name: 'Your sign-in' })).toBeVisible();
  await expect(page.getByText('This browser')).toBeVisible();
  await page.getByText('Change the password', { exact: true }).click();
  await expectNoViolations(page);
  await expectNoHorizontalScroll(page);
});
