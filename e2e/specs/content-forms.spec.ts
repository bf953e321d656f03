import { waitForHydration, expect, expectNoViolations, test } from '../support/test.ts';

/** A new e-mail address, which no other run uses. */
const newAddress = (who: string): string => `${who}-${test.info().project.name}-${String(Date.now())}@example.com`;

test('a visitor subscribes to the newsletter, confirms and unsubscribes with the links of one e-mail', async ({
  page,
  sandbox,
}) => {
  const email = newAddress('reader');
  await page.goto('/blog');
  await waitForHydration(page);
  const field = page.getByRole('textbox', { name: 'E-mail address' });
  await field.fill('reader at example');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(page.getByRole('link', { name: 'Please enter a valid email address' })).toBeVisible();
  await expect(field).toHaveValue('reader at example');
  await expectNoViolations(page);
  await field.fill(email);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Check your e-mail' })).toContainText(email);

  await expect.poll(async () => (await sandbox.mails(email)).length).toBe(1);
  const links = (await sandbox.mails(email))[0]!.links;
  const link = (path: string) => links.find((each) => each.includes(path)) ?? `no link to ${path}`;

  await page.goto(link('/newsletter/confirm'));
  const confirm = page.getByRole('button', { name: 'Confirm my subscription' });
  await expect(confirm).toBeVisible();
  await expectNoViolations(page);
  await confirm.click();
  await expect(page.getByText('You are on the list', { exact: true })).toBeVisible();
  await page.goto(link('/unsubscribe'));
  await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByText('You have unsubscribed')).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Subscribe again' }).click();
  await expect(page.getByText('You are on the list again')).toBeVisible();
});

test('Continue waits for a choice; Cancellation Request opens the cancellation page @desktop', async ({ page }) => {
  await page.goto('/contact');
  await waitForHydration(page);
  const proceed = page.getByRole('button', { name: 'Continue' });
  await expect(proceed).toHaveAttribute('aria-disabled', 'true');
  await proceed.click({ force: true });
  await expect(page).toHaveURL('/contact');
  await page.getByRole('radio', { name: 'General Enquiry' }).check();
  await proceed.click();
  await expect(page).toHaveURL('/contact?type=general');
  await page.getByRole('button', { name: 'Back to Options' }).click();
  await expect(page).toHaveURL('/contact');
  await page.getByRole('radio', { name: 'Cancellation Request' }).check();
  await proceed.click();
  await expect(page).toHaveURL('/cancellation');
});

test('a complaint gets a reference and dates, and its state is shown by the link of its confirmation @phone', async ({
  page,
  sandbox,
}) => {
  const email = newAddress('complaint');
  await page.goto('/contact?type=general');
  await waitForHydration(page);
  await page.getByRole('textbox', { name: 'Full name' }).fill('Ann Driver');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await page.getByRole('textbox', { name: 'Your message' }).fill('Nobody answered me.');
  await page.getByRole('checkbox', { name: 'This is a complaint' }).check();
  await page.getByRole('button', { name: 'Send message' }).click();
  const done = page.getByRole('status').filter({ hasText: /We have your complaint VE-[A-Z0-9]{8}/ });
  await expect(done).toContainText(`We reply to ${email} within 48 working hours: by `);
  await expectNoViolations(page);
  const [reference = ''] = /VE-[A-Z0-9]{8}/.exec((await done.textContent()) ?? '') ?? [];

  await expect.poll(async () => (await sandbox.mails(email)).length).toBe(1);
  const [confirmation] = await sandbox.mails(email);
  expect(confirmation?.subject).toBe(`We have your complaint ${reference}`);
  await expect
    .poll(async () => (await sandbox.mails()).map(({ subject }) => subject))
    .toContain(`Complaint ${reference}`);

  await page.goto(confirmation?.links.find((link) => link.includes('/complaint?token=')) ?? 'no link');
  await expect(page.getByText('We have it and are looking into it')).toBeVisible();
  await expect(page.getByText(reference, { exact: true })).toBeVisible();
  await expectNoViolations(page);
});
