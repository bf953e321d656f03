import { waitForHydration, expect, tabToElement, test } from '../support/test.ts';

/* Keyboard only; tabToElement expects every tab stop to be in view with a visible focus ring. */

test('the header and the questions work by keyboard', async ({ page }, { project }) => {
  await page.goto('/faq');
  await waitForHydration(page);
  if (project.name === 'phone') {
    await tabToElement(page, 'Sign In');
  } else {
    for (const name of ['Buying Advice', 'Blog', 'Sign In']) await tabToElement(page, name);
  }
  const open = page.locator('main details[open] summary');
  await tabToElement(page, 'What information do I need');
  await page.keyboard.press('Enter');
  await expect(open).toHaveText(/What information/);
  await tabToElement(page, 'What is the Vehicle Companion Membership?');
  await page.keyboard.press('Space');
  await expect(open).toHaveText([/Companion/]);
  await page.keyboard.press('Enter');
  await expect(open).toHaveCount(0);
  await tabToElement(page, 'Email Support');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/contact');
});

test('the blog works by keyboard @desktop', async ({ page }) => {
  await page.goto('/blog');
  await waitForHydration(page);
  await tabToElement(page, 'Industry News');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/blog?category=Industry+News');
  await expect(page.getByText('Showing 1 of 1')).toBeVisible();
  await tabToElement(page, 'E-mail address');
  await page.keyboard.type('nobody');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeFocused();
  await tabToElement(page, 'Please enter a valid email address');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'E-mail address' })).toBeFocused();
});

test('the choice and the form of the contact page work by keyboard @desktop', async ({ page }) => {
  await page.goto('/contact');
  await waitForHydration(page);
  await tabToElement(page, 'Cancellation Request');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'General Enquiry' })).toBeChecked();
  await tabToElement(page, 'Continue');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Full name' })).toBeVisible();
  await tabToElement(page, 'Full name');
  await page.keyboard.type('Ann Driver');
  await tabToElement(page, 'Send message');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Full name' })).toHaveValue('Ann Driver');
  await tabToElement(page, 'Back to Options');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/contact');
});
