import { randomUUID } from 'node:crypto';
import { staffSignIn } from '../support/staff.ts';
import { expect, expectNoHorizontalScroll, expectNoViolations, test } from '../support/test.ts';

test('an admin answers a complaint, and the audit log has it', async ({ page }) => {
  const name = `Dana ${randomUUID()}`;
  await page.goto('/contact');
  const sent = await page.request.post('/api/contact', {
    headers: { 'sec-fetch-site': 'same-origin', 'x-requested-with': 'vehicle-enquiry' },
    data: {
      name,
      email: `${randomUUID()}@example.com`,
      message: '<img src=x onerror=alert(1)>\nWhere is it?',
      kind: 'complaint',
    },
  });
  const { reference } = (await sent.json()) as { reference: string };
  await staffSignIn(page);
  await page.goto('/admin/complaints');
  const complaint = page.getByRole('article').filter({ hasText: reference });
  await expect(complaint.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
  await complaint.getByText('Answer', { exact: true }).click();
  await complaint.getByLabel('Your answer').fill('We are sorry. It is on its way.');
  await expectNoViolations(page);
  await expectNoHorizontalScroll(page);
  await complaint.getByRole('button', { name: 'Send the answer' }).click();
  await expect(complaint.getByRole('status')).toHaveText('The answer is on its way.');
  await expectNoViolations(page);

  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('searchbox', { name: 'Of', exact: true }).fill(reference);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const table = page.getByRole('table', { name: 'Audit log' });
  await expect(table.getByRole('rowheader')).toHaveCount(1);
  await expect(table.getByText('complaint.answered')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/admin/audit\\?subject=${reference}$`));
  await expectNoViolations(page);
  await expectNoHorizontalScroll(page);
});
