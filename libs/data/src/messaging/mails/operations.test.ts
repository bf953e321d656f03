import { markMessageFailed } from '../message.repository.ts';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { addMail } from './mail.repository.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

it('the runbook statements find a mail that failed, and send it again', async () => {
  const page = new URL('../../../../../docs/operations/alarms/mails-fail.md', import.meta.url);
  const [, sql = ''] = /```sql\n([\s\S]*?)```/.exec(readFileSync(page, 'utf8')) ?? [];
  const [failed = '', waiting = '', again = ''] = sql.split(';');
  const em = db.orm.em.fork();
  const written = new Date('2026-03-01T10:00:00Z');
  const mail = { template: 'contact-message', recipient: null, subjectId: null, uniqueKey: 'a' } as const;
  const id = await addMail(em, mail, written);
  await markMessageFailed(em, 'mails', { id: id ?? '', failure: 'refused 550', now: written });

  expect(await em.execute(failed)).toMatchObject([{ id, failure: 'refused 550' }]);
  expect(await em.execute(waiting)).toEqual([]);
  await em.execute(again.replace('…', id ?? ''));
  expect(await em.execute(failed)).toEqual([]);
  expect(await em.execute(waiting)).toMatchObject([{ id }]);
  const payload = { mailId: id, correlationId: 'by-hand' };
  expect(await db.data.values('outbox', 'payload', { jobName: 'mails.send' })).toEqual([payload]);
});
