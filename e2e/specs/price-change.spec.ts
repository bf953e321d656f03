import { startTrial } from '../support/account.ts';
import { announcePriceToMember } from '../support/announced-price.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../support/test.ts';

/* A member agrees to a new price: in the account, and by the link of the mail. */

test('a member reads the new price in the account, and agrees', async ({ page }) => {
  const email = await startTrial(page.request);
  await announcePriceToMember(email);
  await page.goto('/my-account');
  const plan = page.getByRole('region', { name: 'Your plan' });
  await expect(plan.getByRole('heading', { name: /^A new price from / })).toBeVisible();
  await expect(plan).toContainText('You pay £7.90 a month now. If you agree, you pay £8.90 from your first payment');
  await expect(plan).toContainText('You never pay the new price');
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  await plan.getByRole('button', { name: 'Agree to £8.90 a month' }).dblclick();
  await expect(plan.getByText('You have agreed')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(plan.getByText('You have agreed')).toBeVisible();
  await expect(plan.getByRole('button', { name: /^Agree/ })).toHaveCount(0);
});

test('a member agrees by the link of its mail, without signing in', async ({ page, browser, sandbox }) => {
  const email = await startTrial(page.request);
  await announcePriceToMember(email);
  let token: string | null = null;
  await expect(async () => {
    const links = (await sandbox.mails(email)).flatMap(({ links: found }) => found);
    token = new URL(links.find((each) => each.includes('/membership/change?token=')) ?? '').searchParams.get('token');
  }).toPass();
  const signedOut = await (await browser.newContext()).newPage();
  await signedOut.goto(`/membership/change?token=${token}`);
  await expect(signedOut.getByRole('heading', { name: /^A new price from / })).toBeVisible();
  await expectNoHorizontalScroll(signedOut);
  await expectAccessible(signedOut);
  await signedOut.getByRole('button', { name: 'Agree to £8.90 a month' }).click();
  await expect(signedOut.getByRole('status')).toContainText('You pay £8.90 a month from');
  await expectAccessible(signedOut);
  await signedOut.reload();
  await expect(signedOut.getByText('You have agreed')).toBeVisible();
});
