import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { randomUUID } from 'node:crypto';
import { type MailToQueue, queueMail, queueText, type TextToQueue } from './queue-message.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(() => clearTables(db.orm.em.fork(), 'mails', 'texts', 'outbox'));

const now = new Date('2026-03-01T10:00:00Z');
const ordered = { now: () => now, correlationId: 'request-1' };
const subjectId = randomUUID();
const mail = (order: MailToQueue) => db.orm.em.fork().transactional((em) => queueMail(em, order, ordered));
const text = (order: TextToQueue) => db.orm.em.fork().transactional((em) => queueText(em, order, ordered));
const toDana = { recipient: 'dana@example.com', subjectId } as const;
const toPhone = { recipient: '+447700900123', subjectId } as const;

it('a mail ordered twice is written once, with one job for its id', async () => {
  for (let time = 0; time < 2; time += 1) await mail({ ...toDana, template: 'newsletter-confirm' });
  const row = await db.data.one('mails');
  expect(row).toMatchObject({ stream: 'service', recipient: 'dana@example.com', createdAt: now, sentAt: null });
  const payload = { mailId: row.id, correlationId: 'request-1' };
  expect(await db.data.values('outbox', 'payload', { jobName: 'mails.send' })).toEqual([payload]);
});

it('a text ordered twice is written once, with one job for its id, which the second order reports', async () => {
  const order = { ...toPhone, template: 'help' } as const;
  expect([await text(order), await text(order)]).toEqual([true, false]);
  const row = await db.data.one('texts');
  expect(row).toMatchObject({ recipient: '+447700900123', sentAt: null, vendorMessageId: null });
  const payload = { textId: row.id, correlationId: 'request-1' };
  expect(await db.data.values('outbox', 'payload', { jobName: 'texts.send' })).toEqual([payload]);
});

it.each<[MailToQueue, string]>([
  [{ ...toDana, template: 'welcome' }, `welcome.${subjectId}`],
  [{ ...toDana, template: 'charge-failed', occasion: 'in_1' }, 'charge-failed.in_1'],
  [{ ...toDana, template: 'alert' }, `alert:${subjectId}`],
  [{ template: 'refund-refused-notice', recipient: null, subjectId }, `refund-refused.${subjectId}`],
])('the order %j of a mail has the key %s', async (order, key) => {
  await mail(order);
  expect(await db.data.values('mails', 'uniqueKey')).toEqual([key]);
});

it('a skipped text that is ordered again is sent after all', async () => {
  const order = { ...toPhone, template: 'reminder', afterSkip: true } as const;
  await text(order);
  await db.data.set('texts', { skippedAt: now, skipReason: 'paused' });
  expect(await text({ ...order, recipient: '+447700900124' })).toBe(true);
  expect(await db.data.one('texts')).toMatchObject({ recipient: '+447700900124', skippedAt: null });
});
