import type { Page } from '@playwright/test';
import { signUpAsPayingMember, startTrial } from '../support/account.ts';
import { bankAuthenticationFrame } from '../support/payment.ts';
import {
  axeColourRules,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  expectNoViolations,
  test,
} from '../support/test.ts';

/*
 * Unlocking the full check over the whole stack. Each test has its own member, with one credit, and its own card, as
 * one card may start three trials.
 */

const tab = (page: Page) => page.getByRole('tabpanel', { name: 'VDI Check Report' });
const unlock = (page: Page) => tab(page).getByRole('button', { name: '1 credit available - Click to unlock' });
const completed = (page: Page) => tab(page).getByText('Full VDI Check Completed');

const open = (page: Page, registration: string, name = 'vdi') => page.goto(`/report?reg=${registration}&tab=${name}`);

async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  // Colours in transition from light to dark have intermediate contrasts.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page, axeColourRules);
  await page.emulateMedia({ colorScheme: 'light' });
}

test('the check that was paid for runs once the bank has confirmed, by way of the account @desktop', async ({
  page,
}) => {
  test.slow();
  await startTrial(page.request, 'authenticationRequired');
  await open(page, 'FN15FNC');
  await tab(page).getByRole('button', { name: 'Upgrade Early' }).click();
  await page.getByRole('button', { name: 'Pay £8.90 now' }).click();
  await tab(page).getByRole('button', { name: 'Confirm with your bank' }).click();
  const plan = page.getByRole('region', { name: 'Your plan' });
  await expect(plan.getByText(/^Once you have paid, the full check of FN15 FNC starts/)).toBeVisible();
  await plan.getByRole('button', { name: 'Upgrade Early' }).click();
  await page.getByRole('button', { name: 'Pay £8.90 now' }).click();
  await bankAuthenticationFrame(page).getByRole('button', { name: 'Complete' }).click();
  await expect(page).toHaveURL(/\/report\?reg=FN15FNC/);
  await expect(page.getByText('Full VDI Check Completed').first()).toBeVisible({ timeout: 30_000 });
});

test('a visitor reads what the check contains and costs, compares the VIN, and is taken to the sign-up @phone', async ({
  page,
}) => {
  await open(page, 'FN15FNC');
  await expect(tab(page).getByText('Does a lender still own it', { exact: false })).toBeVisible();
  await expect(tab(page).getByText(/50p for a 24-hour trial, then £8\.90 a month until you cancel/)).toBeVisible();
  await expect(tab(page).getByText('Northgate', { exact: false })).toHaveCount(0);
  await tab(page).getByRole('textbox', { name: 'Last five characters of the VIN' }).fill('00000');
  await expect(tab(page).getByText('It does not match')).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expectAccessibleInBothSchemes(page);
  await tab(page).getByRole('link', { name: 'Sign Up to Upgrade' }).click();
  await expect(page).toHaveURL(/\/signup\?reg=FN15FNC/);
});

test('a member in the trial upgrades early, which runs the check, and reads whom to call about the finance @phone', async ({
  page,
}) => {
  test.slow();
  await startTrial(page.request, 'authenticationRequiredOnSetup');
  await open(page, 'FN15FNC');
  await tab(page).getByRole('button', { name: 'Upgrade Early' }).click();
  await expect(page.getByRole('dialog')).toContainText('FN15 FNC, started once you have paid');
  await expectNoHorizontalScroll(page);
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'Pay £8.90 now' }).dblclick();
  await expect(page.getByText('Subscription upgraded!')).toBeVisible();
  await expect(tab(page).getByText('Asking police, insurers and lenders')).toBeVisible();
  await expect(completed(page)).toBeVisible();
  await expect(completed(page).locator('xpath=ancestor::*[@tabindex="-1"][1]')).toBeFocused();
  const finance = tab(page).getByRole('region', { name: 'Outstanding Finance' });
  await expect(finance.getByRole('heading', { name: /^Ring .+ before you pay$/ })).toHaveCount(2);
  await expect(finance.getByRole('link', { name: /^Ring / }).first()).toHaveAttribute('href', /^tel:\+44\d+$/);
  await expect(page.getByRole('region', { name: /^Verdict: WARNING/ })).toBeVisible();
  await expect(tab(page).getByRole('region', { name: 'Valuation' }).getByText('Dealer forecourt')).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expectAccessibleInBothSchemes(page);

  await page.getByRole('tab', { name: 'Additional Checks' }).click();
  const additional = page.getByRole('tabpanel', { name: 'Additional Checks' });
  await expect(additional.getByRole('region', { name: 'Finance Check' }).getByText('Yes — 2 agreements')).toBeVisible();
  await expect(additional.getByRole('region', { name: 'Stolen Check' }).getByText('No', { exact: true })).toBeVisible();
  await expectAccessibleInBothSchemes(page);

  // The one credit is used, and the check that it paid for stays unlocked.
  await page.reload();
  await expect(additional.getByText('Full VDI Check Completed')).toBeVisible();
  await open(page, 'WO16WOF');
  const none = tab(page).getByRole('button', { name: 'No credits remaining (resets next billing period)' });
  await expect(none).toHaveAttribute('aria-disabled', 'true');
  await expect(tab(page).getByText(/Your next full check comes on/)).toBeVisible();
});

test('a check without a result returns the credit; the next is followed across a reload and in a second tab @desktop', async ({
  page,
  sandbox,
}) => {
  const [failing, working] = ['XP13XPT', 'ST17STL'];
  test.slow();
  await sandbox.fault('ukvd', 'not-found', failing, { operation: 'VdiCheckFull' });
  await signUpAsPayingMember(page.request);
  await open(page, failing);
  await unlock(page).click();
  await expect(tab(page).getByText('Failed to perform VDI check')).toBeVisible({ timeout: 40_000 });
  await expect(tab(page).getByText(/Your credit is back/)).toBeVisible();
  await expect(unlock(page)).toBeVisible();
  await expectAccessibleInBothSchemes(page);

  await sandbox.fault('ukvd', 'slow', working, { operation: 'VdiCheckFull', delayMs: 14_000 });
  await open(page, working);
  await unlock(page).click();
  await expect(tab(page).getByText('In progress').first()).toBeVisible();
  const second = await page.context().newPage();
  await open(second, working);
  await page.reload();
  // Neither starts a second check: each finds the running one, or its result.
  for (const each of [page, second]) await expect(completed(each)).toBeVisible({ timeout: 30_000 });
  await expect(tab(page).getByRole('region', { name: 'It is recorded as stolen' })).toBeVisible();
  expect(await sandbox.charged(working, 'VdiCheckFull')).toBe(1);
  await expectNoHorizontalScroll(page);
  await expectAccessibleInBothSchemes(page);
  await second.close();
});

test('without a valuation the rest is shown, and a reported error reaches support @phone', async ({
  page,
  sandbox,
}) => {
  const registration = 'EV24ELE';
  await sandbox.fault('ukvd', 'error-500', registration, { operation: 'ValuationData' });
  const email = await signUpAsPayingMember(page.request);
  await open(page, registration);
  await unlock(page).click();
  await expect(completed(page)).toBeVisible({ timeout: 40_000 });
  const valuation = tab(page).getByRole('region', { name: 'Valuation' });
  await expect(valuation.getByText('We couldn’t get the valuation')).toBeVisible();
  await expect(valuation.getByText(/We’ll ask again at no cost to you/)).toBeVisible();

  const full = tab(page).getByRole('region', { name: 'Full VDI check' });
  await full.getByRole('button', { name: /^Something wrong\?/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Tell us what is wrong' });
  await expect(dialog.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Say what is wrong');
  await expectAccessibleInBothSchemes(page);
  await dialog.getByRole('combobox', { name: 'Which line is wrong?' }).selectOption('Colour Changes');
  await dialog.getByRole('textbox', { name: /What is wrong/ }).fill(`It was never painted, says ${email}.`);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('dialog', { name: 'Thank you' })).toContainText(email);
  const subjects = async (to?: string) => (await sandbox.mails(to)).map((mail) => mail.subject).join('\n');
  const confirmation = /about a report: (VE-[A-Z0-9]{8})/;
  await expect.poll(() => subjects(email), { timeout: 20_000 }).toMatch(confirmation);
  const [, reference = 'none'] = confirmation.exec(await subjects(email)) ?? [];
  await expect.poll(() => subjects()).toContain(`Data dispute ${reference}`);
});
