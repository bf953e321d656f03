import { findMessageState, markMessageFailed, markMessageSkipped } from '../message.repository.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { clearTables } from '../../testing/clear-tables.ts';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import {
  isMailAddressSuppressed,
  liftMailSuppressionAfterDelivery,
  suppressMailAddress,
} from './mail-suppression.repository.ts';
import { isMailStreamOptedOut, removeMailOptOut, recordMailOptOut } from './mail-opt-out.repository.ts';
import { addMail, claimMail, countMailsToRecipient, markMailSent, releaseMailClaim } from './mail.repository.ts';
import { purgeEntryBatch } from '../../privacy/retention/purge-batch.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase(12);
});
afterAll(() => db.close());
beforeEach(() => clearTables(db.orm.em.fork(), 'mails', 'mail_opt_outs', 'mail_suppressions', 'outbox'));

const em = () => db.orm.em.fork();
const at = (seconds: number) => new Date(Date.parse('2026-03-01T10:00:00Z') + seconds * 1_000);
const mailOf = (uniqueKey: string, recipient: string | null = 'dana@example.com') =>
  ({ template: 'newsletter-confirm', recipient, subjectId: null, uniqueKey }) as const;
const add = async (key: string, recipient?: string | null, seconds = 0) =>
  (await addMail(em(), mailOf(key, recipient), at(seconds))) ?? 'none';

describe('a mail', () => {
  it('is not held by a claim from before the clock was set back', async () => {
    const id = await add('a');
    expect(await claimMail(em(), id, { now: at(86_400), until: at(86_445) })).not.toBeNull();
    expect(await claimMail(em(), id, { now: at(0), until: at(45) })).not.toBeNull();
  });

  it('has one claimer at a time, until the claim ends or is released', async () => {
    const id = await add('a');
    const claims = await Promise.all(
      Array.from({ length: 10 }, () => claimMail(em(), id, { now: at(0), until: at(45) })),
    );
    const [claimed, ...others] = claims.filter((claim) => claim !== null);
    expect(others).toEqual([]);
    expect(claimed).toMatchObject({ id, recipient: 'dana@example.com', claimedUntil: at(45) });
    expect(await claimMail(em(), id, { now: at(44), until: at(90) })).toBeNull();
    const second = await claimMail(em(), id, { now: at(45), until: at(90) });
    expect(second).not.toBeNull();
    await releaseMailClaim(em(), claimed!);
    expect(await claimMail(em(), id, { now: at(46), until: at(90) })).toBeNull();
    await releaseMailClaim(em(), second!);
    expect(await claimMail(em(), id, { now: at(46), until: at(90) })).not.toBeNull();
  });

  it.each([
    ['was sent', (id: string) => markMailSent(em(), id, at(1))],
    ['failed', (id: string) => markMessageFailed(em(), 'mails', { id, failure: 'refused 550', now: at(1) })],
    ['was skipped', (id: string) => markMessageSkipped(em(), 'mails', { id, reason: 'not-needed', now: at(1) })],
  ])('that %s is not claimed again', async (_, end) => {
    const id = await add('a');
    expect(await findMessageState(em(), 'mails', id)).toEqual({ claimedUntil: null, ended: false });
    await end(id);
    expect(await findMessageState(em(), 'mails', id)).toEqual({ claimedUntil: null, ended: true });
    expect(await claimMail(em(), id, { now: at(100), until: at(200) })).toBeNull();
  });

  it('that failed and was then accepted by the mail server is sent, and stays sent', async () => {
    const id = await add('a');
    await markMessageFailed(em(), 'mails', { id, failure: 'timeout', now: at(1) });
    await markMailSent(em(), id, at(2));
    await markMessageFailed(em(), 'mails', { id, failure: 'timeout', now: at(3) });
    expect(await db.data.one('mails')).toMatchObject({ sentAt: at(2), failedAt: null, failure: null });
  });

  it('counts for its address and template, sent or not', async () => {
    await add('a', 'dana@example.com', 0);
    await add('b', 'dana@example.com', 10);
    await add('c', 'eve@example.com', 10);
    const count = (seconds: number) =>
      countMailsToRecipient(em(), {
        template: 'newsletter-confirm',
        recipient: 'dana@example.com',
        since: at(seconds),
      });
    expect([await count(-1), await count(0), await count(10)]).toEqual([2, 1, 0]);
  });

  it('is purged once it is final, except one to our support that failed', async () => {
    for (const name of ['waiting', 'sent', 'failed', 'young']) {
      const id = await add(name, 'dana@example.com', name === 'young' ? 60 : 0);
      if (name === 'sent' || name === 'young') await markMailSent(em(), id, at(1));
      if (name === 'failed') await markMessageFailed(em(), 'mails', { id, failure: 'timeout', now: at(1) });
    }
    await markMessageFailed(em(), 'mails', { id: await add('to-support', null), failure: 'timeout', now: at(1) });
    expect(await purgeEntryBatch(em(), 'mails', { before: at(30), now: at(30) })).toBe(2);
    expect(await db.data.values('mails', 'uniqueKey', {}, 'uniqueKey')).toEqual(['to-support', 'waiting', 'young']);
  });
});

it('a stream is stopped for one address only and can be resumed', async () => {
  await recordMailOptOut(em(), { email: 'dana@example.com', stream: 'newsletter' }, at(0));
  await recordMailOptOut(em(), { email: 'dana@example.com', stream: 'newsletter' }, at(60));
  expect(await db.data.values('mail_opt_outs', 'optedOutAt')).toEqual([at(0)]);
  const stopped = (email: string) =>
    Promise.all(
      (['service', 'reminder', 'newsletter'] as const).map((stream) => isMailStreamOptedOut(em(), email, stream)),
    );
  expect(await stopped('dana@example.com')).toEqual([false, false, true]);
  expect(await stopped('eve@example.com')).toEqual([false, false, false]);
  await removeMailOptOut(em(), { email: 'dana@example.com', stream: 'newsletter' }, at(61));
  expect(await stopped('dana@example.com')).toEqual([false, false, false]);
});

describe('a suppressed address', () => {
  const email = 'dana@example.com';
  const suppress = (seconds: number, reason: 'bounce' | 'complaint' = 'bounce') =>
    suppressMailAddress(em(), { email, reason, at: at(seconds) });
  const suppressed = () => isMailAddressSuppressed(em(), email);

  it('is unsuppressed when its owner subscribes again, and earlier reports change nothing', async () => {
    await suppress(0);
    await suppress(10, 'complaint');
    expect(await db.data.values('mail_suppressions', 'reason')).toEqual(['bounce']);
    await removeMailOptOut(em(), { email, stream: 'reminder' }, at(60));
    expect(await suppressed()).toBe(false);
    await suppress(60);
    expect(await suppressed()).toBe(false);
    await suppress(61);
    expect(await suppressed()).toBe(true);
    expect(await isMailAddressSuppressed(em(), 'eve@example.com')).toBe(false);
  });

  it('is unsuppressed when mail was seen to arrive, unless a mail was marked as spam', async () => {
    await suppress(0);
    await liftMailSuppressionAfterDelivery(em(), email, at(1));
    expect(await suppressed()).toBe(false);
    await suppress(2, 'complaint');
    await liftMailSuppressionAfterDelivery(em(), email, at(3));
    expect(await suppressed()).toBe(true);
  });

  it('is purged after its retention, but not while an account has it', async () => {
    await suppress(0);
    await db.data.add('users', { email }, at(0));
    expect(await purgeEntryBatch(em(), 'undeliverable', { before: at(1), now: at(1) })).toBe(0);
    await db.data.remove('users');
    expect(await purgeEntryBatch(em(), 'undeliverable', { before: at(0), now: at(0) })).toBe(0);
    expect(await purgeEntryBatch(em(), 'undeliverable', { before: at(1), now: at(1) })).toBe(1);
  });
});
