import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { failFullCheck, recordFullCheckCreditReturned } from '@ve/data/full-check/full-check.repository';
import { insertPaidTestMember, requestTestFullCheck } from '@ve/data/testing/full-checks';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { randomUUID } from 'node:crypto';
import { buildFullCheckFailedEmail } from './full-check-failed.mail.tsx';
import { exampleMailSettings } from '../messaging/mails/mail-examples.ts';
import { renderEmail } from '../messaging/mails/render-email.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const now = new Date('2026-03-01T10:00:00.000Z');
const em = () => db.orm.em.fork();
const order = async () =>
  (await requestTestFullCheck(em(), await insertPaidTestMember(em(), now), { registration: 'AB12CDE', now }))!.id;
const build = (subjectId: string | null) => {
  const mail = {
    id: randomUUID(),
    template: 'full-check-failed',
    stream: 'service',
    recipient: 'dana@example.com',
  } as const;
  return buildFullCheckFailedEmail(
    em(),
    { ...mail, subjectId, claimedUntil: now },
    { settings: exampleMailSettings, now },
  );
};
const textOf = async (id: string): Promise<string> => {
  const letter = await build(id);
  if ('skip' in letter) throw new Error(letter.skip);
  return (await renderEmail(letter)).text;
};

it('the mail names the vehicle, the reason, where the credit is and until when it can be used', async () => {
  const id = await order();
  await failFullCheck(em(), { id, failure: 'not-held' }, now);
  await recordFullCheckCreditReturned(em(), id, now);
  const text = await textOf(id);
  expect(text).toMatch(/^We couldn’t complete the full check of AB12 CDE/);
  expect(text).toContain('Asked for: 1 March 2026 at 10:00');
  expect(text).toContain('Why: The registers hold nothing about this vehicle.');
  expect(text).toContain('Your credit is back. You can use it for another vehicle until 31 March 2026 at 11:00');
  expect(text).toContain('https://vehicle-enquiry.example/report?reg=AB12CDE');
});

it('the mail names a credit that could not be returned, and how it is settled', async () => {
  const id = await order();
  await failFullCheck(em(), { id, failure: 'timeout' }, now);
  const text = await textOf(id);
  expect(text).toContain('UK Vehicle Data did not answer in time.');
  expect(text).not.toContain('Your credit is back');
  expect(text).toContain('We couldn’t return your credit automatically');
  expect(text).not.toContain('nothing was charged');
  expect(text).toContain('support@vehicle-enquiry.example');
});

it('the mail is skipped for a check that did not fail or was deleted', async () => {
  expect(await build(await order())).toEqual({ skip: 'subject-deleted' });
  expect(await build(randomUUID())).toEqual({ skip: 'subject-deleted' });
  expect(await build(null)).toEqual({ skip: 'subject-deleted' });
});
