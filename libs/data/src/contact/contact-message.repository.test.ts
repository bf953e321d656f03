import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openTestDatabase } from '../testing/open-test-database.ts';
import {
  findContactMessage,
  forgetContactMessages,
  markContactMailed,
  receiveContactMessage,
} from './contact-message.repository.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

it('an enquiry is kept as typed, and forgotten after its time only when support was sent it', async () => {
  const em = () => db.orm.em.fork();
  const at = new Date('2026-03-01T10:00:00Z');
  const later = new Date('2026-03-02T10:00:00Z');
  const message = `Robert'); drop table contact_messages; --\n\tBye`;
  for (const name of ['Sent', 'Unsent']) {
    await receiveContactMessage(
      em(),
      { name, email: `${name.toLowerCase()}@example.com`, message },
      { correlationId: 'x', now: at },
    );
  }
  const [row] = await em().execute<{ id: string }[]>(`select id from contact_messages where name = 'Sent'`);
  expect(await findContactMessage(em(), row!.id)).toEqual({
    id: row!.id,
    name: 'Sent',
    email: 'sent@example.com',
    message,
    registration: null,
    receivedAt: at,
    supportMailedAt: null,
    confirmationMailedAt: null,
  });
  await markContactMailed(em(), row!.id, 'support', at);
  expect(await forgetContactMessages(em(), at)).toBe(0);
  expect(await forgetContactMessages(em(), later)).toBe(1);
  expect(await em().execute('select name from contact_messages')).toEqual([{ name: 'Unsent' }]);
});
