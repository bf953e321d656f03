import type { Page } from '@playwright/test';
import { randomInt } from 'node:crypto';
import { signUpAsPayingMember } from '../support/account.ts';
import { expect, expectNoHorizontalScroll, expectNoViolations, test } from '../support/test.ts';

/* A member's reminder settings, over the whole stack and the sandbox's Twilio. */

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function expectGood(page: Page): Promise<void> {
  await expectNoViolations(page);
  await expectNoHorizontalScroll(page);
}

test('a member turns on SMS in the report, sets a date, quiet hours and a calendar, and all of it is stored', async ({
  page,
  sandbox,
}) => {
  // One journey with five checks of accessibility.
  test.slow();
  const digits = `74${String(randomInt(100_000_000)).padStart(8, '0')}`;
  await signUpAsPayingMember(page.request);
  await page.goto('/report?reg=AB12CDE');
  const row = part(page, 'Reminders');
  await expect(row.getByRole('switch', { name: 'Email' })).toBeChecked();
  await expect(row.getByRole('switch', { name: 'SMS' })).not.toBeChecked();
  await row.getByRole('switch', { name: 'SMS' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter Phone Number' });
  await dialog.getByRole('button', { name: 'Save number' }).click();
  await expect(dialog.getByText('Phone number required: Please enter a valid phone number.')).toBeVisible();
  await expectGood(page);
  await dialog.getByLabel('Mobile number').fill(`0${digits}`);
  await dialog.getByRole('button', { name: 'Save number' }).click();
  const confirming = page.getByRole('dialog', { name: 'Confirm your number' });
  await expect(confirming.getByText(/^The code (is on its way|has arrived)/)).toBeVisible();
  await expectGood(page);
  await confirming.getByLabel('Six-digit code').fill(await sandbox.textedCode(`+44${digits}`));
  await confirming.getByRole('button', { name: 'Confirm number' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(row.getByRole('switch', { name: 'SMS' })).toBeChecked();
  await expectGood(page);

  await row.getByRole('link', { name: 'Choose days and dates' }).click();
  const channels = part(page, 'How we reach you');
  await expect(channels.getByRole('switch', { name: 'SMS' })).toBeChecked();
  await expect(channels.getByText(/^To 074/)).toBeVisible();
  const dates = part(page, 'Your own dates');
  const nextYear = String(new Date().getUTCFullYear() + 1);
  await dates.getByLabel('Insurance runs out on').fill(`${nextYear}-02-01`);
  await dates.getByRole('button', { name: 'Save date of insurance' }).click();
  await expect(part(page, 'Due for your car').getByText(`01/02/${nextYear}`)).toBeVisible();
  const quiet = part(page, 'Quiet hours');
  await quiet.getByLabel('From').selectOption('22:00');
  await quiet.getByRole('button', { name: 'Save hours' }).click();
  await expect(quiet.getByText(/^We send no reminders and no texts from 22:00 to 08:00/)).toBeVisible();
  await part(page, 'Which reminders').locator('summary').first().click();
  await expectGood(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page, ['color-contrast']);

  await page.getByRole('tab', { name: 'Calendar' }).click();
  await page.getByRole('button', { name: 'Make a calendar address' }).click();
  const address = await page.getByLabel('Calendar address').inputValue();
  const feed = await page.request.get(new URL(address).pathname);
  expect(feed.headers()['content-type']).toContain('text/calendar');
  expect(await feed.text()).toContain(`DTSTART;VALUE=DATE:${nextYear}0201`);

  await page.reload();
  await expect(page.getByLabel('Calendar address')).toHaveValue(address);
  await expectGood(page);
  await page.getByRole('tab', { name: 'Reminders' }).click();
  await expect(channels.getByRole('switch', { name: 'SMS' })).toBeChecked();
  await expect(dates.getByLabel('Insurance runs out on')).toHaveValue(`${nextYear}-02-01`);
  await expect(quiet.getByLabel('From')).toHaveValue('22');
});
