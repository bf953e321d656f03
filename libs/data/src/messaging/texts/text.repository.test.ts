import { findMessageState, markMessageFailed, markMessageSkipped, reopenMessage } from '../message.repository.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { tables } from '../../entities.ts';
import { clearTables } from '../../testing/clear-tables.ts';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { type TextReceipt, recordTextReceipt } from './text-receipt.repository.ts';
import { findTextOptOut, removeTextOptOut, recordTextOptOut } from './text-opt-out.repository.ts';
import {
  addText,
  beginTextAttempt,
  claimText,
  findOwnTextSids,
  markTextSent,
  releaseTextClaim,
} from './text.repository.ts';
import { purgeEntryBatch } from '../../privacy/retention/purge-batch.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase(12);
});
afterAll(() => db.close());
beforeEach(() => clearTables(em(), 'texts', 'text_opt_outs', 'outbox'));

const em = () => db.orm.em.fork();
const at = (seconds: number) => new Date(Date.parse('2026-03-01T10:00:00Z') + seconds * 1_000);
const phone = '+447700900123';
const textOf = (uniqueKey: string) => ({ template: 'reminder', recipient: phone, subjectId: null, uniqueKey }) as const;
const add = async (key: string) => (await addText(em(), textOf(key), at(0))) ?? 'none';
const cost = { segments: 1, priceMicros: 40_000 };
const sid = `SM${'a'.repeat(32)}`;
const row = () => tables(em()).selectFrom('texts').selectAll().executeTakeFirst();

describe('a text', () => {
  it('has one claimer at a time, until the claim ends or is released', async () => {
    const id = await add('a');
    const claims = await Promise.all(
      Array.from({ length: 10 }, () => claimText(em(), id, { now: at(0), until: at(45) })),
    );
    const [claimed, ...others] = claims.filter((claim) => claim !== null);
    expect(others).toEqual([]);
    expect(await claimText(em(), id, { now: at(44), until: at(90) })).toBeNull();
    const second = await claimText(em(), id, { now: at(45), until: at(90) });
    await releaseTextClaim(em(), claimed!, { unsent: true });
    expect(await claimText(em(), id, { now: at(46), until: at(90) })).toBeNull();
    await releaseTextClaim(em(), second!, { unsent: true });
    expect(await claimText(em(), id, { now: at(46), until: at(90) })).not.toBeNull();
  });

  it('keeps the first attempt without a known response, and clears one that was certainly not accepted', async () => {
    const id = await add('a');
    const attempt = async (seconds: number) => {
      const claim = await claimText(em(), id, { now: at(seconds), until: at(seconds + 45) });
      await beginTextAttempt(em(), { id, cost }, at(seconds));
      return claim!;
    };
    const refused = await attempt(0);
    await releaseTextClaim(em(), refused, { unsent: true });
    const unknown = await attempt(10);
    expect(unknown.attemptedAt).toBeNull();
    await releaseTextClaim(em(), unknown, { unsent: false });
    const third = await attempt(20);
    expect(third).toMatchObject({ attemptedAt: at(10), lastAttemptAt: at(10) });
    expect(await row()).toMatchObject({ attemptedAt: at(10), lastAttemptAt: at(20) });
    await releaseTextClaim(em(), third, { unsent: true });
    expect(await row()).toMatchObject({ attemptedAt: at(10), lastAttemptAt: at(10), claimedUntil: null });
  });

  it.each([
    ['was sent', (id: string) => markTextSent(em(), { id, sent: { ...cost, sid } }, at(1))],
    ['failed', (id: string) => markMessageFailed(em(), 'texts', { id, failure: 'refused 21211', now: at(1) })],
    ['was skipped', (id: string) => markMessageSkipped(em(), 'texts', { id, reason: 'stopped', now: at(1) })],
  ])('that %s is not claimed again', async (_, end) => {
    const id = await add('a');
    await end(id);
    expect(await findMessageState(em(), 'texts', id)).toEqual({ claimedUntil: null, ended: true });
    expect(await claimText(em(), id, { now: at(100), until: at(200) })).toBeNull();
  });

  it('is reopened after it failed, unless the vendor has it', async () => {
    const [unsent, sent] = [await add('a'), await add('b')];
    await markMessageFailed(em(), 'texts', { id: unsent, failure: 'timeout', now: at(1) });
    await markTextSent(em(), { id: sent, sent: { ...cost, sid } }, at(1));
    await recordTextReceipt(em(), { sid, textId: null, state: 'failed', failure: 'unreachable 30003' }, at(2));
    for (const id of [unsent, sent]) await reopenMessage(em(), 'texts', id);
    expect(await claimText(em(), unsent, { now: at(3), until: at(40) })).not.toBeNull();
    expect(await claimText(em(), sent, { now: at(3), until: at(40) })).toBeNull();
  });

  it('is purged by its age once it is final', async () => {
    const [waiting, skipped] = [await add('a'), await add('b')];
    await markMessageSkipped(em(), 'texts', { id: skipped, reason: 'stopped', now: at(1) });
    expect(await purgeEntryBatch(em(), 'texts', { before: at(1), now: at(1) })).toBe(1);
    expect(await findMessageState(em(), 'texts', waiting)).not.toBeNull();
  });
});

describe('receipts', () => {
  const receipts = {
    accepted: { sid, textId: null, state: 'accepted', failure: null },
    delivered: { sid, textId: null, state: 'delivered', failure: null },
    failed: { sid, textId: null, state: 'failed', failure: 'unreachable 30003' },
  } satisfies Record<string, TextReceipt>;

  it.each([
    ['accepted delivered', { deliveredAt: at(3), failedAt: null }],
    ['delivered accepted', { deliveredAt: at(2), failedAt: null }],
    ['delivered delivered', { deliveredAt: at(2), failedAt: null }],
    ['delivered failed', { deliveredAt: at(2), failedAt: null, failure: null }],
    ['failed accepted', { deliveredAt: null, failedAt: at(2), failure: 'unreachable 30003' }],
    ['failed delivered', { deliveredAt: at(3), failedAt: null, failure: null }],
  ])('in the order %s', async (order, expected) => {
    const id = await add('a');
    await markTextSent(em(), { id, sent: { ...cost, sid } }, at(1));
    for (const [index, name] of order.split(' ').entries()) {
      await recordTextReceipt(em(), receipts[name as keyof typeof receipts], at(2 + index));
    }
    expect(await row()).toMatchObject({ sentAt: at(1), ...expected });
  });

  it('report each new state once', async () => {
    const id = await add('a');
    await markTextSent(em(), { id, sent: { ...cost, sid } }, at(1));
    const changed: (boolean | undefined)[] = [];
    for (const name of ['accepted', 'failed', 'failed', 'delivered', 'delivered', 'failed'] as const) {
      changed.push((await recordTextReceipt(em(), receipts[name], at(2)))?.changed);
    }
    expect(changed).toEqual([false, true, false, true, false, false]);
  });

  it('that arrive before the id is stored mark the text as sent, which is then not sent again', async () => {
    const id = await add('a');
    await claimText(em(), id, { now: at(0), until: at(45) });
    await beginTextAttempt(em(), { id, cost }, at(0));
    await recordTextReceipt(em(), { ...receipts.accepted, textId: id }, at(1));
    expect(await claimText(em(), id, { now: at(50), until: at(95) })).toBeNull();
    await markTextSent(em(), { id, sent: { ...cost, sid: `SM${'c'.repeat(32)}` } }, at(2));
    expect(await row()).toMatchObject({ vendorMessageId: sid, sentAt: at(1), priceMicros: 40_000 });
    expect([...(await findOwnTextSids(em(), [sid, `SM${'c'.repeat(32)}`]))]).toEqual([sid]);
  });

  it('of a text that was marked as failed take precedence over that mark', async () => {
    const id = await add('a');
    await markMessageFailed(em(), 'texts', { id, failure: 'timeout', now: at(1) });
    await recordTextReceipt(em(), { ...receipts.accepted, textId: id }, at(2));
    expect(await row()).toMatchObject({ vendorMessageId: sid, sentAt: at(2), failedAt: null, failure: null });
  });

  it('of a text that is not ours change nothing', async () => {
    await add('a');
    expect(await recordTextReceipt(em(), receipts.delivered, at(2))).toBeNull();
    expect(await row()).toMatchObject({ vendorMessageId: null, deliveredAt: null });
  });
});

describe('stopped numbers', () => {
  it('keep their owner’s STOP over a network’s reason, until texts are requested again', async () => {
    await recordTextOptOut(em(), { phone, reason: 'unreachable' }, at(0));
    await recordTextOptOut(em(), { phone, reason: 'stop' }, at(1));
    await recordTextOptOut(em(), { phone, reason: 'unknown' }, at(2));
    expect(await tables(em()).selectFrom('text_opt_outs').select(['reason', 'optedOutAt']).execute()).toEqual([
      { reason: 'stop', optedOutAt: at(1) },
    ]);
    await removeTextOptOut(em(), phone);
    expect(await findTextOptOut(em(), phone)).toBeNull();
  });

  it('are purged when no account has them', async () => {
    await recordTextOptOut(em(), { phone, reason: 'stop' }, at(0));
    expect(await purgeEntryBatch(em(), 'textOptOuts', { before: at(0), now: at(0) })).toBe(0);
    expect(await purgeEntryBatch(em(), 'textOptOuts', { before: at(1), now: at(1) })).toBe(1);
  });
});
