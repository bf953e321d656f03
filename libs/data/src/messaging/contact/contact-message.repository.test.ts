import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { addMail, markMailSent } from '../mails/mail.repository.ts';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { addContactMessage, findContactMessage } from './contact-message.repository.ts';
import { purgeEntryBatch } from '../../privacy/retention/purge-batch.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

it('stores an enquiry as typed, and purges it after its retention only once it was sent to support', async () => {
  const em = () => db.orm.em.fork();
  const at = new Date('2026-03-01T10:00:00Z');
  const later = new Date('2026-03-02T10:00:00Z');
  const message = `Robert'); drop table contact_messages; --\n\tBye`;
  const ids: Record<string, string> = {};
  for (const name of ['Sent', 'Unsent']) {
    const { id } = await addContactMessage(em(), { name, email: `${name.toLowerCase()}@example.com`, message }, at);
    const mailId = await addMail(
      em(),
      { template: 'contact-message', recipient: null, subjectId: id, uniqueKey: `contact-message.${id}` },
      at,
    );
    if (name === 'Sent') await markMailSent(em(), mailId ?? '', at);
    ids[name] = id;
  }
  expect(await findContactMessage(em(), ids.Sent!)).toEqual({
    id: ids.Sent,
    name: 'Sent',
    email: 'sent@example.com',
    message,
    registration: null,
    kind: 'enquiry',
    reference: null,
    state: 'received',
    receivedAt: at,
  });
  expect(await purgeEntryBatch(em(), 'enquiries', { before: at, now: at })).toBe(0);
  expect(await purgeEntryBatch(em(), 'enquiries', { before: later, now: later })).toBe(1);
  expect(await db.data.values('contact_messages', 'name')).toEqual(['Unsent']);
});
