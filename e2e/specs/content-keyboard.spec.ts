import { waitForHydration, expect, tabTo, test } from '../support/test.ts';

/* Keyboard only; tabTo expects every tab stop to be in view with a visible focus ring. */

test('the header and the questions work by keyboard', async ({ page }, { project }) => {
  await page.goto('/faq');
  await waitForHydration(page);
  if (project.name === 'phone') {
    await tabTo(page, 'Sign In');
  } else {
    for (const name of ['Buying Advice', 'Blog', 'Sign In']) await tabTo(page, name);
  }
  const open = page.locator('main details[open] summary');
  await tabTo(page, 'What information do I need');
  await page.keyboard.press('Enter');
  await expect(open).toHaveText(/What information/);
  await tabTo(page, 'What is the Vehicle Companion Membership?');
  await page.keyboard.press('Space');
  await expect(open).toHaveText([/Companion/]);
  await page.keyboard.press('Enter');
  await expect(open).toHaveCount(0);
  await tabTo(page, 'Email Support');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/contact');
});

test('the blog works by keyboard @desktop', async ({ page }) => {
  await page.goto('/blog');
  await waitForHydration(page);
  await tabTo(page, 'Industry News');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/blog?category=Industry+News');
  await expect(page.getByText('Showing 1 of 1')).toBeVisible();
  await tabTo(page, 'E-mail address');
  await page.keyboard.type('nobody');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeFocused();
  await tabTo(page, 'Please enter a valid email address');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'E-mail address' })).toBeFocused();
});

test('the choice and the form of the contact page work by keyboard @desktop', async ({ page }) => {
  await page.goto('/contact');
  await waitForHydration(page);
  await tabTo(page, 'Cancellation Request');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'General Enquiry' })).toBeChecked();
  await tabTo(page, 'Continue');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Full name' })).toBeVisible();
  await tabTo(page, 'Full name');
  await page.keyboard.type('Ann Driver');
  await tabTo(page, 'Send message');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Full name' })).toHaveValue('Ann Driver');
  await tabTo(page, 'Back to Options');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/contact');
});
