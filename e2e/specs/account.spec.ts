import type { Page } from '@playwright/test';
import { startTrial } from '../support/account.ts';
import { recordLayoutShifts, totalLayoutShift } from '../support/layout-shifts.ts';
import { bankAuthenticationFrame, stripeCardFields, clickBelowStripeFrame } from '../support/payment.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../support/test.ts';

/* What a customer does after signing up, over the whole stack and the sandbox's Stripe. */

const plan = (page: Page) => page.getByRole('region', { name: 'Your plan' });
const toast = (page: Page) => page.getByText('Subscription upgraded!');

/** The last link of this kind in the mails to an address. */
async function linkTo(path: string, links: () => Promise<string[]>): Promise<string> {
  let found: string | undefined;
  await expect(async () => {
    found = (await links()).find((link) => new URL(link).pathname === path);
    expect(found).toBeDefined();
  }).toPass();
  return found ?? '';
}

test('a visitor is redirected to the sign-in @desktop', async ({ page }) => {
  // The account comes last: navigating away from it reloads the document, which would interrupt the next navigation.
  for (const path of ['/dashboard', '/my-account']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/signin$/);
  }
});

test('a member upgrades a trial early and cancels with two clicks @phone', async ({ page }) => {
  const email = await startTrial(page.request, 'mastercard');
  await page.goto('/my-account');
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  await expect(plan(page).getByText('Trial', { exact: true })).toBeVisible();
  await expect(plan(page).getByText(/^£8\.90 on .+ UK time$/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Due for your car' }).getByText('MOT')).toBeVisible();
  await expect(page.getByText('FORD FOCUS ZETEC')).toBeVisible({ timeout: 20_000 });
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);

  await plan(page).getByRole('button', { name: 'Upgrade Early' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Mastercard ending 4444');
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(plan(page).getByRole('button', { name: 'Upgrade Early' })).toBeFocused();
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Pay £8.90 now' }).dblclick();
  await expect(toast(page)).toBeVisible();
  await expect(plan(page).getByText('Active', { exact: true })).toBeVisible();
  const payments = page.getByRole('region', { name: 'Payments' }).getByRole('listitem');
  await expect(payments).toHaveCount(2);
  await expect(payments.first()).toContainText('£8.90');

  await plan(page).getByRole('button', { name: 'Cancel membership' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('You get £8.90 back');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel membership' }).click();
  await expect(plan(page)).toContainText('£8.90 goes back to your card');
  await expect(plan(page)).toContainText('None. Nothing more will be charged.');
  await expect(plan(page).getByText('Cancelled', { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
});

test('a payment is confirmed at the bank, and a new card is stored @desktop', async ({ page }) => {
  await startTrial(page.request, 'authenticationRequired');
  await page.goto('/my-account');
  await plan(page).getByRole('button', { name: 'Upgrade Early' }).click();
  await page.getByRole('button', { name: 'Pay £8.90 now' }).click();
  await bankAuthenticationFrame(page).getByRole('button', { name: 'Complete' }).click();
  await expect(toast(page)).toBeVisible();
  await expect(plan(page).getByText('Active', { exact: true })).toBeVisible();

  await plan(page).getByRole('button', { name: 'Change card' }).click();
  const { number, expiry, code } = stripeCardFields(page);
  await number.fill('5555555555554444');
  await expiry.fill('12/30');
  await code.fill('123');
  await expectAccessible(page);
  await clickBelowStripeFrame(page.getByRole('button', { name: 'Save card' }));
  await expect(page.getByText('Mastercard ending 4444 is charged from now on.')).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expect(plan(page).getByText(/Mastercard ending 4444, expires/)).toBeVisible();

  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
  // The landing page is a separate document, without Stripe's origins.
  await page.waitForFunction(() => document.getElementById('ve-config')?.textContent?.includes('"route":"/"'));
  await page.waitForLoadState();
  await page.goto('/my-account');
  await expect(page).toHaveURL(/\/signin$/);
});

test('the cancel link of an e-mail works without signing in, and only by its button @phone', async ({
  page,
  sandbox,
  browser,
}) => {
  const email = await startTrial(page.request, 'amex');
  const links = async () => (await sandbox.mails(email)).flatMap((mail) => mail.links);
  const link = await linkTo('/membership/cancel', links);
  const signedOut = await (await browser.newContext()).newPage();
  await signedOut.goto(link);
  await expect(signedOut.getByText('Your trial for AB12 CDE')).toBeVisible();
  await expectAccessible(signedOut);
  await page.goto('/my-account');
  await expect(plan(page).getByText('Trial', { exact: true })).toBeVisible();

  await signedOut.getByRole('button', { name: 'Cancel my trial' }).click();
  await expect(signedOut.getByText(/^It ended on .+ Nothing more will be charged\./)).toBeVisible();
  await signedOut.reload();
  await expect(signedOut.getByText('It is already cancelled')).toBeVisible();
  await signedOut.context().close();
  await page.reload();
  await expect(plan(page).getByText('Cancelled', { exact: true })).toBeVisible();

  await plan(page).getByRole('button', { name: 'Start again' }).click();
  await page.getByRole('button', { name: 'Pay £8.90 now, then £8.90 a month' }).click();
  await expect(page.getByText('Your membership has started again')).toBeVisible();
  await expect(plan(page).getByText('Active', { exact: true })).toBeVisible();
});

test('the dashboard shows the car, the plan and the latest report; header and navigation lead to it', async ({
  page,
}) => {
  await startTrial(page.request, 'threeDSecureOptional');
  await recordLayoutShifts(page);
  await page.goto('/my-account');
  const nav = page.getByRole('navigation', { name: 'Your account' });
  await expect(nav.getByText(/^No full check yet\. First: \d+ \w+ \d{4}\.$/)).toBeVisible();
  await expect(nav.getByRole('link', { name: 'My account' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
  expect(await totalLayoutShift(page)).toBeLessThan(0.1);
  const menu = page.getByLabel('Menu');
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(nav.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('region', { name: 'Due for your car' }).getByText('Tax', { exact: true })).toBeVisible();
  await expect(plan(page).getByText(/^Next charge: £8\.90 on/)).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open the report' }).click();
  await expect(page).toHaveURL(/\/report\?reg=AB12CDE/);
});
