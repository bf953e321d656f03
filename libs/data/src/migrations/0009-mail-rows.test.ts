import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openTestDatabase } from '../testing/open-test-database.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

it('sends what was still to be sent when it ran, once, and keeps who left', async () => {
  const sql = <T>(text: string) => db.orm.em.fork().execute<T[]>(text);
  await db.orm.migrator.down({ to: 0 });
  await db.orm.migrator.up({ to: '0008-outbox-relayed' });
  await sql(`
    insert into contact_messages (name, email, message, received_at, support_mailed_at, confirmation_mailed_at) values
      ('Both wait', 'both@example.com', 'x', now(), null, null),
      ('Sent', 'sent@example.com', 'x', now(), now(), now()),
      ('Long ago', 'old@example.com', 'x', now() - interval '3 days', null, null)
  `);
  await sql(`
    insert into newsletter_subscriptions (email, requested_at, confirmed_at, unsubscribed_at) values
      ('asked@example.com', now(), null, null), ('on@example.com', now(), now(), null), ('left@example.com', now(), now(), now())
  `);
  await sql(`
    insert into newsletter_confirmations (subscription_id, requested_at, mailed_at)
    select id, now(), case when email = 'left@example.com' then now() end from newsletter_subscriptions
  `);
  await sql(`
    insert into outbox (job_name, payload, created_at)
    values ('mails.contact-message', '{}', now()), ('error-logs.write', '{}', now())
  `);

  await db.orm.migrator.up();
  expect(await sql('select template, recipient from mails order by template, created_at')).toEqual([
    { template: 'contact-confirmation', recipient: 'both@example.com' },
    { template: 'contact-message', recipient: null },
    { template: 'contact-message', recipient: null },
    { template: 'newsletter-confirm', recipient: 'asked@example.com' },
  ]);
  expect(await sql('select job_name, count(*)::int from outbox group by 1 order by 1')).toEqual([
    { job_name: 'error-logs.write', count: 1 },
    { job_name: 'mails.send', count: 4 },
  ]);
  expect(await sql('select email, stream from mail_stops')).toEqual([
    { email: 'left@example.com', stream: 'newsletter' },
  ]);

  await db.orm.migrator.down({ to: '0008-outbox-relayed' });
  expect(await sql('select name from contact_messages where support_mailed_at is not null')).toEqual([
    { name: 'Sent' },
  ]);
  expect(await sql('select email from newsletter_subscriptions where unsubscribed_at is not null')).toEqual([
    { email: 'left@example.com' },
  ]);
});
