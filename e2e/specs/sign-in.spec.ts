import type { Page } from '@playwright/test';
import type { SandboxClient } from '../support/sandbox.ts';
import { expect, expectNoHorizontalScroll, expectNoViolations, test } from '../support/test.ts';

/**
 * A demo customer for each project, because a new link revokes the customer's earlier ones and e-mails to one address
 * are rate-limited.
 */
const customer = () =>
  test.info().project.name === 'phone'
    ? { email: 'driver@example.com', hint: 'd•••••@example.com', plate: 'ab12 cde', registration: 'AB12CDE' }
    : { email: 'trial@example.com', hint: 't•••••@example.com', plate: 'fn15 fnc', registration: 'FN15FNC' };

async function askForLink(page: Page, email: string, plate: string): Promise<void> {
  await page.goto('/signin');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await page.getByRole('textbox', { name: 'Registration number' }).fill(plate);
  await page.getByRole('button', { name: 'Access Report →' }).click();
}

/** Requests a link on the page and reads it from the sandbox's inbox. */
async function newLink(page: Page, sandbox: SandboxClient): Promise<string> {
  const { email, plate } = customer();
  const before = (await sandbox.mails(email)).length;
  await askForLink(page, email, plate);
  await expect(page.getByRole('status').filter({ hasText: 'Check your email!' })).toBeVisible();
  await expect.poll(async () => (await sandbox.mails(email)).length).toBe(before + 1);
  const [mail] = await sandbox.mails(email);
  expect(mail?.subject).toBe('Your sign-in link');
  return mail?.links.find((link) => link.includes('/signin/link?token=')) ?? 'no link';
}

const account = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'My account' });

test('a customer signs in by the link, in the browser that requested it and in another', async ({
  page,
  context,
  browser,
  sandbox,
}) => {
  const { email, hint, registration } = customer();
  await page.goto('/signin');
  await expectNoViolations(page);
  const first = await newLink(page, sandbox);
  await expect(page.getByRole('heading', { level: 1, name: 'Check your e-mail' })).toBeVisible();
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await expectNoViolations(page);
  await expectNoHorizontalScroll(page);

  const tab = await context.newPage();
  await tab.goto(first);
  await expect(tab).toHaveURL(`/report?reg=${registration}`);
  await expect(account(tab)).toBeVisible();
  // The tab that waited for the e-mail follows.
  await expect(page).toHaveURL(`/report?reg=${registration}`);
  await expect(account(page)).toBeVisible();

  await tab.goto(first);
  await expect(tab.getByRole('heading', { name: 'This link has been used' })).toBeVisible();
  await expectNoViolations(tab);
  await tab.goto('/signin');
  await expect(tab).toHaveURL('/my-account');

  const asking = await browser.newContext();
  const opening = await browser.newContext(page.viewportSize() ? { viewport: page.viewportSize() } : {});
  try {
    const second = await newLink(await asking.newPage(), sandbox);
    const other = await opening.newPage();
    await other.goto(second);
    await expect(other.getByRole('heading', { level: 1, name: `Sign in as ${hint} on this device?` })).toBeVisible();
    await expectNoViolations(other);
    await expect(account(other)).toHaveCount(0);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await expect(other).toHaveURL(`/report?reg=${registration}`);
    await expect(account(other)).toBeVisible();
  } finally {
    await asking.close();
    await opening.close();
  }
});

test('an address that does not own the vehicle gets a message, and what was typed is kept @phone', async ({
  page,
  sandbox,
}) => {
  const email = `stranger-${test.info().project.name}-${String(Date.now())}@example.com`;
  await askForLink(page, email, 'AB12 CDE');
  await expect(page.getByRole('alert')).toContainText('Sign in failed');
  await expect(page.getByRole('alert')).toContainText(`${email} with the vehicle AB12 CDE`);
  await expect(page.getByRole('textbox', { name: 'E-mail address' })).toHaveValue(email);
  await expectNoViolations(page);
  expect(await sandbox.mails(email)).toEqual([]);
});
