import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { addMail, markMailSent } from '../../messaging/mails/mail.repository.ts';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { addDataDispute, countDataDisputesOfEmail, findDataDispute } from './dispute.repository.ts';
import { purgeEntryBatch } from '../../privacy/retention/purge-batch.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const em = () => db.orm.em.fork();
const at = new Date('2026-03-01T10:00:00Z');
const later = new Date('2026-03-02T10:00:00Z');
const dispute = {
  registration: 'AB12CDE',
  section: 'finance',
  datum: 'Outstanding Finance',
  value: null,
  source: 'UKVD',
  at: '2026-02-28T09:00:00.000Z',
  message: `Robert'); drop table disputes; --\n\tBye`,
} as const;

it('stores a dispute as sent, and purges it by its age, also when the mail to support failed', async () => {
  const ids: Record<string, string> = {};
  for (const name of ['sent', 'failed']) {
    const id = await addDataDispute(em(), { ...dispute, email: `${name}@example.com`, userId: null }, at);
    const mail = { template: 'dispute', recipient: null, subjectId: id, uniqueKey: `dispute.${id}` } as const;
    const mailId = await addMail(em(), mail, at);
    if (name === 'sent') await markMailSent(em(), mailId ?? '', at);
    else await db.data.set('mails', { failedAt: at, failure: 'refused 550' }, { id: mailId ?? '' });
    ids[name] = id;
  }
  const { at: readAt, ...stored } = dispute;
  expect(await findDataDispute(em(), ids.sent!)).toEqual({
    ...stored,
    id: ids.sent,
    readAt: new Date(readAt),
    email: 'sent@example.com',
    userId: null,
    answer: null,
    reference: expect.stringMatching(/^VE-/),
    createdAt: at,
    dueAt: later,
  });
  expect(await countDataDisputesOfEmail(em(), 'sent@example.com', new Date(at.getTime() - 1))).toBe(1);
  expect(await countDataDisputesOfEmail(em(), 'sent@example.com', at)).toBe(0);
  expect(await purgeEntryBatch(em(), 'disputes', { before: at, now: at })).toBe(0);
  expect(await purgeEntryBatch(em(), 'disputes', { before: later, now: later })).toBe(2);
  expect(await db.data.all('disputes')).toEqual([]);
  expect(await purgeEntryBatch(em(), 'mails', { before: later, now: later })).toBe(2);
});
