import type { Page } from '@playwright/test';
import { signInAsStaff } from '../support/staff.ts';
import { expect, expectNoHorizontalScroll, expectNoViolations, test, waitForHydration } from '../support/test.ts';

/** A new e-mail address, which no other run uses. */
const newAddress = (who: string): string => `${who}-${test.info().project.name}-${String(Date.now())}@example.com`;

/** The link to a case in the mail to support, which names nothing else of it. */
const expectNotice = async (
  mails: () => Promise<{ subject: string; text: string; links: string[] }[]>,
  subject: string,
  hidden: readonly string[],
): Promise<string> => {
  await expect.poll(async () => (await mails()).map((mail) => mail.subject)).toContain(subject);
  const notice = (await mails()).find((mail) => mail.subject === subject);
  for (const words of hidden) expect(notice?.text).not.toContain(words);
  return notice?.links.find((link) => link.includes('/admin/cases?reference=')) ?? 'no link';
};

const openCase = async (page: Page, link: string) => {
  const staff = await signInAsStaff(page);
  await page.goto(link);
  const found = page.getByRole('article');
  await expect(found).toHaveCount(1);
  return { staff, found };
};

test('an enquiry is followed from the form to the answer of staff', async ({ page, sandbox }) => {
  const email = newAddress('sender');
  await page.goto('/contact?type=general');
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('alert')).toBeFocused();
  await expectNoViolations(page);
  await page.getByRole('textbox', { name: 'Full name' }).fill('Ann Driver');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await page.getByRole('textbox', { name: 'Your message' }).fill('Which day is the test?');
  await page.getByRole('button', { name: 'Send message' }).click();
  const done = page.getByRole('status').filter({ hasText: 'Your message has been sent' });
  await expect(done).toContainText(`We reply to ${email} within 24 hours.`);
  await expectNoViolations(page);

  await expect.poll(async () => (await sandbox.mails(email)).length).toBe(1);
  const [confirmation] = await sandbox.mails(email);
  const [reference = 'none'] = /VE-[A-Z0-9]{8}/.exec(confirmation?.subject ?? '') ?? [];
  expect(confirmation?.text).toContain('within 24 hours');
  const link = await expectNotice(() => sandbox.mails(), `Enquiry ${reference}`, ['Ann', email, 'Which day']);

  const { staff, found } = await openCase(page, link);
  await expect(found).toContainText('Which day is the test?');
  await found.getByRole('button', { name: 'Assign to me' }).click();
  await expect(found.getByText(`Assigned to ${staff.email}.`)).toBeVisible();
  await found.getByText('Answer or close', { exact: true }).click();
  await expectNoViolations(page);
  await expectNoHorizontalScroll(page);
  await found.getByLabel('Your answer').fill('It is on Monday.');
  await found.getByRole('button', { name: 'Send the answer' }).click();
  await expect(found.getByText('We’re sending the answer.')).toBeVisible();

  const answers = async () => (await sandbox.mails(email)).filter(({ subject }) => subject.startsWith('Our answer'));
  await expect.poll(async () => (await answers()).length).toBe(1);
  expect((await answers())[0]?.subject).toBe(`Our answer to your message ${reference}`);
  expect((await answers())[0]?.text).toContain('It is on Monday.');
  await page.reload();
  await expect(found).toContainText(`Answered by ${staff.email}`);
});

test('an affiliate application is followed from the form to the cases of staff', async ({ page, sandbox }) => {
  const email = newAddress('affiliate');
  await page.goto('/affiliates');
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Apply Now' }).click();
  await expect(page.getByRole('alert')).toBeFocused();
  await expectNoViolations(page);
  await page.getByRole('textbox', { name: 'Full name' }).fill('Ann Driver');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await page.getByRole('textbox', { name: 'Address of your site or channel' }).fill('https://cars.example/<b>');
  await page.getByRole('combobox', { name: 'What it is about' }).selectOption('Cars');
  await page.getByRole('textbox', { name: 'About you and your readers' }).fill('Ten thousand readers a month');
  await page.getByRole('checkbox', { name: /at least 18/ }).check();
  await page.getByRole('checkbox', { name: /meet the requirements/ }).check();
  await expectNoHorizontalScroll(page);
  await page.getByRole('button', { name: 'Apply Now' }).click();
  const done = page.getByRole('status').filter({ hasText: /We have your application VE-[A-Z0-9]{8}/ });
  await expect(done).toContainText(`We reply to ${email} by `);
  await expectNoViolations(page);
  const [reference = 'none'] = /VE-[A-Z0-9]{8}/.exec((await done.textContent()) ?? '') ?? [];

  await expect
    .poll(async () => (await sandbox.mails(email)).map(({ subject }) => subject))
    .toEqual([`We have your affiliate application ${reference}`]);
  const hidden = ['Ann', email, 'cars.example', 'Ten thousand'];
  const link = await expectNotice(() => sandbox.mails(), `Affiliate application ${reference}`, hidden);
  const { found } = await openCase(page, link);
  await expect(found).toContainText('https://cars.example/<b>');
  await expect(found).toContainText('Ten thousand readers a month');
  await expectNoViolations(page);
  await expectNoHorizontalScroll(page);
});
