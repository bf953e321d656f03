import { readFile } from 'node:fs/promises';
import { startTrial } from '../support/account.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../support/test.ts';

/* What customers can do with their own data, over the whole stack: one journey, at the size of a phone. */

test('a customer corrects their name, downloads a copy of their data, and changes their address @phone', async ({
  page,
  sandbox,
  browser,
}) => {
  const email = await startTrial(page.request);
  const name = 'Dana <b>O’Driver</b>';
  await page.goto('/my-account');
  await page.getByRole('link', { name: 'Your data' }).click();
  await page.getByLabel('Full name').fill(name);
  await page.getByRole('textbox', { name: 'Telephone' }).fill('07700 900123');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();

  await page.getByRole('button', { name: 'Make a copy of my data' }).click();
  const copies = page.getByRole('region', { name: 'A copy of everything' });
  await expect(copies.getByText('Ready', { exact: true })).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await copies.getByRole('link', { name: /^Download as JSON/ }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^vehicle-enquiry-\d{4}-\d\d-\d\d\.json$/);
  expect(await readFile(await file.path(), 'utf8')).toContain(name);
  await copies.getByRole('link', { name: /^Read it/ }).click();
  await expect(page.getByRole('heading', { name: 'Everything we hold about you' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Name, address and telephone' })).toContainText(name);
  await expect(page.getByRole('region', { name: 'Consents' })).toContainText('Start my trial now.');
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Back to your data' }).click();
  const changed = email.replace('trial-', 'changed-');
  await page.getByLabel('New e-mail address').fill(changed);
  await page.getByRole('button', { name: 'Send both links' }).click();
  await expect(page.getByText('Waiting for both addresses to confirm')).toBeVisible();
  for (const [address, outcome] of [
    [changed, 'The other address has yet to confirm'],
    [email, 'The account has its new e-mail address'],
  ] as const) {
    let link: string | undefined;
    await expect(async () => {
      const links = (await sandbox.mails(address)).flatMap((mail) => mail.links);
      link = links.find((each) => new URL(each).pathname === '/your-data/confirm');
      expect(link).toBeDefined();
    }).toPass();
    const reader = await (await browser.newContext()).newPage();
    await reader.goto(link ?? '');
    await reader.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(reader.getByRole('status')).toContainText(outcome);
    await expectAccessible(reader);
    await reader.context().close();
  }
  await expect(async () => {
    for (const address of [email, changed]) {
      const subjects = (await sandbox.mails(address)).map(({ subject }) => subject);
      expect(subjects).toContain('Your e-mail address was changed');
    }
  }).toPass();
  // Confirming in another browser signed this one out.
  await page.goto('/your-data');
  await expect(page).toHaveURL(/\/signin$/);
});
