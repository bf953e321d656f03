import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { signInAsStaff } from '../support/staff.ts';
import { expect, expectNoHorizontalScroll, expectNoViolations, test } from '../support/test.ts';

/** Adds rows that only a vendor's failure would write, with a name that only this test uses. */
async function addFailures(name: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL ?? '' });
  await client.connect();
  await client.query(
    `insert into stripe_events (id, stripe_event_id, type, object_id, created_at, received_at, failure)
     values ($1, $2, 'charge.updated', $3, now(), now(), 'The service did not answer in time')`,
    [randomUUID(), `evt_${name}`, `ch_${name}`],
  );
  await client.query(
    `insert into mails (template, stream, recipient, unique_key, created_at, failed_at, failure)
     values ('account-deleted', 'service', $1, $1, now(), now(), 'refused 550')`,
    [`${name}@example.com`],
  );
  await client.query(
    `insert into texts (template, recipient, unique_key, created_at, failed_at, failure)
     values ('help', '+447700900188', $1, now(), now(), 'unreachable 30003')`,
    [name],
  );
  await client.end();
}

test('an admin retries a Stripe event and an e-mail that failed', async ({ page }) => {
  const name = randomUUID();
  await addFailures(name);
  await signInAsStaff(page);
  await page.goto('/admin/webhooks');
  await page.getByLabel('State').selectOption('failed');
  await page.getByRole('searchbox', { name: 'Id' }).fill(`evt_${name}`);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const events = page.getByRole('table', { name: 'Webhooks' });
  await expect(events.getByRole('rowheader')).toHaveCount(1);
  await expectNoViolations(page);
  await expectNoHorizontalScroll(page);
  await events.getByRole('button', { name: `Process again: charge.updated of ch_${name}` }).click();
  const event = page.getByRole('dialog', { name: 'Process this event again?' });
  await event.getByLabel('Reason').fill('Stripe is back');
  await expectNoViolations(page);
  await event.getByRole('button', { name: 'Process again' }).click();
  await expect(page.getByText('Processing the event again')).toBeVisible();

  await page.getByRole('link', { name: 'E-mails', exact: true }).click();
  const mails = page.getByRole('table', { name: 'E-mails' });
  await expect(mails.getByText(`${name}@example.com`)).toBeVisible();
  await expectNoViolations(page);
  await expectNoHorizontalScroll(page);
  await mails.getByRole('button', { name: `Send again: Account deleted to ${name}@example.com` }).click();
  const mail = page.getByRole('dialog', { name: 'Send this e-mail again?' });
  await mail.getByLabel('Reason').fill('The mailbox is back');
  await expectNoViolations(page);
  await mail.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Sending the e-mail again')).toBeVisible();
  await page.getByRole('tab', { name: 'Failed texts' }).click();
  await expect(page.getByRole('table', { name: 'Failed texts' }).getByText('Unreachable 30003').first()).toBeVisible();
  await expectNoViolations(page);
  await expectNoHorizontalScroll(page);
});

test('an admin responds to a complaint, and the audit log records it', async ({ page }) => {
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
  await signInAsStaff(page);
  await page.goto(`/admin/cases?reference=${reference}`);
  const complaint = page.getByRole('article').filter({ hasText: reference });
  await expect(complaint.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
  await complaint.getByText('Answer or close', { exact: true }).click();
  await complaint.getByLabel('Your answer').fill('We are sorry. It is on its way.');
  await expectNoViolations(page);
  await expectNoHorizontalScroll(page);
  await complaint.getByRole('button', { name: 'Send the answer' }).click();
  await expect(complaint.getByText('We’re sending the answer.')).toBeVisible();
  await expectNoViolations(page);

  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('searchbox', { name: 'Subject', exact: true }).fill(reference);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const table = page.getByRole('table', { name: 'Audit log' });
  await expect(table.getByRole('rowheader')).toHaveCount(1);
  await expect(table.getByText('complaint.answered')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/admin/audit\\?subject=${reference}$`));
  await expectNoViolations(page);
  await expectNoHorizontalScroll(page);
});
