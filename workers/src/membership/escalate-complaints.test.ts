import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { endOpenCase } from '@ve/app/operations/end-case';
import { findComplaintByToken, setComplaintToken } from '@ve/data/messaging/contact/complaint.repository';
import { addContactMessage } from '@ve/data/messaging/contact/contact-message.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { escalateLateComplaints } from '@ve/app/messaging/contact/escalate-complaints';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(() => clearTables(em(), 'contact_messages', 'mails', 'outbox'));
afterAll(() => db.close());

const em = () => db.orm.em.fork();
const answer = (reference: string, at: Date) =>
  em().transactional(
    async (transaction) =>
      (await endOpenCase(transaction, { reference, how: 'answered', answer: null, erase: true }, at)).outcome,
  );
/** Ten working days later at 17:00 is 7 December. */
const received = new Date('2026-11-23T09:30:00Z');
const due = new Date('2026-12-07T17:00:00Z');
const aMomentBefore = new Date(due.getTime() - 1);

const write = (kind: 'enquiry' | 'complaint', email: string, at = received) =>
  addContactMessage(em(), { name: 'Dana Driver', email, message: 'No', kind }, at);
const states = () => db.data.all('contact_messages', {}, 'email');
const mails = () => db.data.all('mails', {}, 'template');

it('a complaint is escalated once after ten working days, with mails to support and its sender', async () => {
  await write('complaint', 'dana@example.com');
  expect(await escalateLateComplaints(em(), aMomentBefore)).toBe(0);
  expect(await mails()).toEqual([]);
  const counts = await Promise.all(Array.from({ length: 4 }, () => escalateLateComplaints(em(), due)));
  expect(counts.toSorted()).toEqual([0, 0, 0, 1]);
  expect(await escalateLateComplaints(em(), due)).toBe(0);
  expect(await states()).toMatchObject([{ email: 'dana@example.com', state: 'escalated' }]);
  expect(await mails()).toMatchObject([
    { template: 'complaint-delayed', recipient: 'dana@example.com' },
    { template: 'complaint-escalated', recipient: null },
  ]);
  expect(await db.data.count('outbox')).toBe(2);
});

it('enquiries, younger and answered complaints are not escalated', async () => {
  await write('enquiry', 'a@example.com');
  await write('complaint', 'b@example.com', new Date('2026-11-24T09:30:00Z'));
  const { reference } = await write('complaint', 'c@example.com');
  expect(await answer(reference ?? '', aMomentBefore)).toBe('done');
  expect(await escalateLateComplaints(em(), due)).toBe(0);
  expect(await states()).toMatchObject([
    { email: 'a@example.com', state: 'received' },
    { email: 'b@example.com', state: 'received' },
    { email: 'c@example.com', state: 'answered' },
  ]);
});

it('an escalated complaint can be answered, once, and its link shows both times', async () => {
  const { id, reference } = await write('complaint', 'dana@example.com');
  await setComplaintToken(em(), id, 'a'.repeat(64));
  await escalateLateComplaints(em(), due);
  const answered = new Date('2026-12-08T10:00:00Z');
  expect(await answer(reference ?? '', answered)).toBe('done');
  expect(await answer(reference ?? '', new Date('2026-12-09T10:00:00Z'))).toBe('already');
  expect(await answer('VE-AAAAAAAA', answered)).toBe('unknown');
  expect(await findComplaintByToken(em(), 'a'.repeat(64))).toEqual({
    reference,
    state: 'answered',
    receivedAt: received,
    escalatedAt: due,
    answeredAt: answered,
    closedAt: null,
  });
});
