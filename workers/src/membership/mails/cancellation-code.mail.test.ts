import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { redeemCancellationCode } from '@ve/app/membership/cancellation/cancellation-codes';
import { addCancellationCode } from '@ve/data/membership/cancellation-request/cancellation-code.repository';
import { insertPaidTestMember } from '@ve/data/testing/full-checks';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { createUser } from '@ve/data/identity/user/user.repository';
import { randomUUID } from 'node:crypto';
import { buildCancellationCodeEmail } from './cancellation-code.mail.tsx';
import { exampleMailSettings } from '../../messaging/mails/mail-examples.ts';
import { renderEmail } from '../../messaging/mails/render-email.ts';
import { purgeEntryBatch } from '@ve/data/privacy/retention/purge-batch';

const now = new Date('2026-03-01T10:00:00.000Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let email: string;
beforeAll(async () => {
  db = await openTestDatabase();
  ({ email } = await insertPaidTestMember(em(), now));
});
afterAll(() => db.close());

const em = () => db.orm.em.fork();
const browserHash = 'b'.repeat(64);
const search = (address = email) => addCancellationCode(em(), { email: address, browserHash }, now);
const build = (subjectId: string | null, at = now) => {
  const mail = { id: randomUUID(), template: 'cancellation-code', stream: 'service', recipient: email } as const;
  return buildCancellationCodeEmail(
    em(),
    { ...mail, subjectId, claimedUntil: at },
    { settings: exampleMailSettings, now: at },
  );
};
const written = async (subjectId: string) => {
  const content = await build(subjectId);
  if ('skip' in content) throw new Error(content.skip);
  const { text } = await renderEmail(content);
  return { subject: content.subject, text, code: /\b\d{6}\b/.exec(text)?.[0] ?? '' };
};
const redeem = (code: string, at = now) =>
  em().transactional((each) =>
    redeemCancellationCode(each, { email, code, browserHash, grantHash: 'a'.repeat(64) }, at),
  );

it('the mail has six digits that work, how long they work, and the warning not to share them', async () => {
  const { subject, text, code } = await written(await search());
  expect(subject).not.toMatch(/\d/);
  expect(text).toContain('It works once, for 10 minutes.');
  expect(text).toContain('Keep this code to yourself');
  expect(text).toContain('https://vehicle-enquiry.example/cancellation');
  expect(await redeem(code)).toBe(true);
});

it('the mail has the same digits when it is built again, and different ones for each search', async () => {
  const [first, second] = [await search(), await search()];
  const { code } = await written(first);
  expect((await written(first)).code).toBe(code);
  expect((await written(second)).code).not.toBe(code);
});

it('the mail is skipped for an address without subscription, payment or cancellation', async () => {
  await createUser(em(), 'no-member@example.com', now);
  expect(await build(await search('no-member@example.com'))).toEqual({ skip: 'not-needed' });
  expect(await build(await search('nobody@example.com'))).toEqual({ skip: 'not-needed' });
});

it.each([
  ['a cancellation of an earlier release', true],
  ['a cancellation of a user who has another address now', false],
])('the mail is sent to the address of %s: %s', async (_, known) => {
  await db.data.remove('cancellation_requests');
  const userId = known ? null : (await db.data.values('users', 'id'))[0]!;
  await db.data.add('cancellation_requests', { userId, customerEmail: 'gone@example.com' });
  expect('skip' in (await build(await search('gone@example.com')))).toBe(!known);
});

it('the mail is skipped once the code has expired or its search is purged', async () => {
  const id = await search();
  expect(await build(id, later(10))).toEqual({ skip: 'not-needed' });
  expect(await purgeEntryBatch(em(), 'cancellationCodes', { before: later(1), now: later(1) })).toBeGreaterThan(0);
  expect(await build(id)).toEqual({ skip: 'subject-deleted' });
  expect(await build(null)).toEqual({ skip: 'subject-deleted' });
});
