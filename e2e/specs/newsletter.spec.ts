import { signInAsStaff } from '../support/staff.ts';
import { expect, expectNoHorizontalScroll, expectNoViolations, test, waitForHydration } from '../support/test.ts';

test('staff write a newsletter, send it to themselves and then to a reader, who unsubscribes with one click', async ({
  page,
  sandbox,
}) => {
  test.slow();
  const { project } = test.info();
  const unique = `${project.name}-${String(Date.now())}`;
  const email = `newsletter-${unique}@example.com`;
  const subject = `News ${unique}`;
  await page.goto('/blog');
  await waitForHydration(page);
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Check your e-mail' })).toContainText(email);
  await expect.poll(async () => (await sandbox.mails(email)).length).toBe(1);
  const [confirmation] = await sandbox.mails(email);
  await page.goto(confirmation?.links.find((link) => link.includes('/newsletter/confirm')) ?? 'no link');
  await page.getByRole('button', { name: 'Confirm my subscription' }).click();
  await expect(page.getByText('You are on the list', { exact: true })).toBeVisible();

  const staff = await signInAsStaff(page);
  await page.goto('/admin/newsletter');
  await page.getByText('Write a newsletter', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Subject' }).first().fill(subject);
  await page.getByRole('textbox', { name: 'Opening' }).first().fill('Hello,\n\nthis is new.');
  await page.getByRole('checkbox', { name: 'How to read a car’s MOT history' }).first().check();
  await expectNoViolations(page);
  await expectNoHorizontalScroll(page);
  await page.getByRole('button', { name: 'Save the draft' }).first().click();
  const issue = page.getByRole('article').filter({ hasText: subject });
  await expect(issue.getByText('Draft', { exact: true })).toBeVisible();

  await issue.getByRole('button', { name: 'Preview' }).click();
  await expect(issue.locator('pre')).toContainText('this is new.', { timeout: 20_000 });
  await expectNoViolations(page);
  await expectNoHorizontalScroll(page);
  const [preview] = await Promise.all([
    page.waitForEvent('popup'),
    issue.getByRole('link', { name: /Open the HTML preview/ }).click(),
  ]);
  await expect(preview.getByRole('heading', { name: subject })).toBeVisible();
  await preview.close();

  await issue.getByRole('button', { name: 'Send to myself' }).click();
  await expect(issue.getByText('We’re sending it to your own address.')).toBeVisible();
  await expect.poll(async () => (await sandbox.mails(staff.email)).map((mail) => mail.subject)).toContain(subject);
  expect((await sandbox.mails(email)).map((mail) => mail.subject)).not.toContain(subject);

  const dialog = page.getByRole('dialog', { name: 'Send this newsletter?' });
  const toAll = issue.getByRole('button', { name: 'Send to all' });
  await toAll.click();
  await expect(dialog.getByText(/We send it to [\d,]+ subscribers?, once/)).toBeVisible();
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Back' }).click();
  // While the newsletter of another project of this test is being sent, this one is refused.
  await expect(async () => {
    if (await toAll.isVisible()) {
      await toAll.click();
      await dialog.getByRole('button', { name: 'Send it now' }).click();
    }
    await expect(toAll).toBeHidden({ timeout: 3_000 });
  }).toPass({ timeout: 90_000 });
  await expect
    .poll(async () => (await sandbox.mails(email)).map((mail) => mail.subject), { timeout: 60_000 })
    .toContain(subject);
  await expect(issue.getByText('Sent', { exact: true }).first()).toBeVisible({ timeout: 60_000 });
  await expectNoViolations(page);
  await expectNoHorizontalScroll(page);

  const mail = (await sandbox.mails(email)).find((each) => each.subject === subject);
  expect(mail?.text).toContain('/blog/4');
  const unsubscribe = mail?.links.find((link) => link.includes('/unsubscribe?token=')) ?? 'no link';
  // What a mail program sends for `List-Unsubscribe-Post` (RFC 8058).
  const oneClick = await page.request.post(unsubscribe, { form: { 'List-Unsubscribe': 'One-Click' } });
  expect(oneClick.status()).toBe(200);
  await page.goto(unsubscribe);
  await expect(page.getByRole('button', { name: 'Subscribe again' })).toBeVisible();
});
