import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { addContactMessage } from '../../messaging/contact/contact-message.repository.ts';
import { countOpenCases, countOverdueCases } from './case-count.repository.ts';
import { endCase, findCase, listOpenCases } from './case.repository.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const em = () => db.orm.em.fork();

it('counts open cases, and by kind those whose promised time has passed', async () => {
  const at = new Date('2026-03-02T10:00:00Z');
  const enquiry = { name: 'Dana', email: 'dana@example.com', message: 'Hello' };
  const { reference } = await addContactMessage(em(), enquiry, at);
  await addContactMessage(em(), { ...enquiry, kind: 'complaint' }, at);
  await db.data.add('disputes', {
    registrationNumber: 'AB12CDE',
    section: 'tax',
    datum: 'Tax',
    message: 'Wrong',
    email: 'dana@example.com',
    createdAt: at,
    dueAt: new Date('2026-03-03T10:00:00Z'),
  });
  const late = new Date('2026-03-03T10:00:01Z');
  expect(await countOpenCases(em())).toEqual({ total: 3, isMore: false });
  expect(await countOpenCases(em(), { overdueAt: late })).toEqual({ total: 2, isMore: false });
  expect((await countOverdueCases(em(), late)).toSorted((a, b) => (a.kind < b.kind ? -1 : 1))).toEqual([
    { kind: 'dispute', count: 1 },
    { kind: 'enquiry', count: 1 },
  ]);
  const found = await findCase(em(), reference);
  await endCase(em(), { ...found!, end: { how: 'closed' } }, late);
  expect(await countOpenCases(em())).toEqual({ total: 2, isMore: false });
  expect((await listOpenCases(em(), {}, { after: null, limit: 10 })).map(({ kind }) => kind)).toEqual([
    'dispute',
    'complaint',
  ]);
});
