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

it('stores an enquiry as typed, and purges it by its age, also when the mail to support failed', async () => {
  const em = () => db.orm.em.fork();
  const at = new Date('2026-03-01T10:00:00Z');
  const later = new Date('2026-03-02T10:00:00Z');
  const message = `Robert'); drop table contact_messages; --\n\tBye`;
  const ids: Record<string, string> = {};
  for (const name of ['Sent', 'Failed']) {
    const { id } = await addContactMessage(em(), { name, email: `${name.toLowerCase()}@example.com`, message }, at);
    const mailId = await addMail(
      em(),
      { template: 'contact-message', recipient: null, subjectId: id, uniqueKey: `contact-message.${id}` },
      at,
    );
    if (name === 'Sent') await markMailSent(em(), mailId ?? '', at);
    else await db.data.set('mails', { failedAt: at, failure: 'refused 550' }, { id: mailId ?? '' });
    ids[name] = id;
  }
  expect(await findContactMessage(em(), ids.Sent!)).toEqual({
    id: ids.Sent,
    name: 'Sent',
    email: 'sent@example.com',
    message,
    registration: null,
    kind: 'enquiry',
    reference: expect.stringMatching(/^VE-/),
    state: 'received',
    receivedAt: at,
    dueAt: later,
  });
  expect(await purgeEntryBatch(em(), 'enquiries', { before: at, now: at })).toBe(0);
  expect(await purgeEntryBatch(em(), 'enquiries', { before: later, now: later })).toBe(2);
  expect(await db.data.all('contact_messages')).toEqual([]);
  expect(await purgeEntryBatch(em(), 'mails', { before: later, now: later })).toBe(2);
});
