import { startTrial } from '../support/account.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../support/test.ts';

test('an account is deleted by the link of an e-mail, in any browser, and its sign-in then fails @phone', async ({
  page,
  sandbox,
  browser,
}) => {
  const email = await startTrial(page.request, 'visa_debit');
  await page.goto('/your-data');
  await page.getByRole('button', { name: 'E-mail me the link' }).click();
  await expect(page.getByRole('status').filter({ hasText: email })).toBeVisible();

  let link = '';
  await expect(async () => {
    const links = (await sandbox.mails(email)).flatMap((mail) => mail.links);
    link = links.find((each) => new URL(each).pathname === '/your-data/delete') ?? '';
    expect(link).not.toBe('');
  }).toPass();
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(link);
  await expect(elsewhere.getByText('Your membership for AB12 CDE ends now')).toBeVisible();
  await expectNoHorizontalScroll(elsewhere);
  await expectAccessible(elsewhere);
  await elsewhere.getByRole('button', { name: 'Delete my account' }).click();
  await expect(elsewhere.getByText('Your account is being deleted')).toBeVisible();
  await elsewhere.context().close();

  await page.goto('/my-account');
  await expect(page).toHaveURL(/\/signin$/);
  await expect(async () => {
    expect((await sandbox.mails(email)).map(({ subject }) => subject)).toContain('Your account is deleted');
  }).toPass();
  const form = { email, registration: 'AB12CDE' };
  const headers = { 'x-requested-with': 'vehicle-enquiry', 'sec-fetch-site': 'same-origin' };
  const answer = await page.request.post('/api/auth/sign-in', { data: form, headers });
  expect(await answer.json()).toMatchObject({ outcome: 'no-match' });
});
