import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { removeMailOptOut, recordMailOptOut } from '../mails/mail-opt-out.repository.ts';
import { clearTables } from '../../testing/clear-tables.ts';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import {
  addNewsletterToken,
  findNewsletterSubscription,
  lockNewsletterToken,
  markNewsletterConfirmed,
  recordNewsletterRequest,
} from './newsletter.repository.ts';
import { purgeEntryBatch } from '../../privacy/retention/purge-batch.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(() => clearTables(db.orm.em.fork(), 'newsletter_subscriptions', 'mail_opt_outs'));

const day = (count: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + count * 86_400_000);
const em = () => db.orm.em.fork();
const addresses = async () => await db.data.values('newsletter_subscriptions', 'email', {}, 'email');

describe('newsletter addresses', () => {
  it('are stored in one row when they are entered repeatedly', async () => {
    const ids = await Promise.all([0, 1, 2].map((at) => recordNewsletterRequest(em(), 'a@example.com', day(at))));
    expect(new Set(ids).size).toBe(1);
    expect(await findNewsletterSubscription(em(), ids[0]!)).toEqual({
      id: ids[0],
      email: 'a@example.com',
      confirmedAt: null,
    });
  });

  it('are purged when unconfirmed or unsubscribed, and kept while subscribed', async () => {
    const ids = new Map<string, string>();
    for (const name of ['pending', 'listed', 'left', 'back', 'again']) {
      const id = await recordNewsletterRequest(em(), `${name}@example.com`, day(0));
      ids.set(name, id);
      await addNewsletterToken(em(), {
        subscriptionId: id,
        kind: 'confirm',
        tokenHash: String(ids.size).repeat(64),
        now: day(0),
        expiresAt: day(7),
      });
      if (name !== 'pending') await markNewsletterConfirmed(em(), id, day(1));
    }
    for (const name of ['left', 'back', 'again'])
      await recordMailOptOut(em(), { email: `${name}@example.com`, stream: 'newsletter' }, day(2));
    await recordMailOptOut(em(), { email: 'left@example.com', stream: 'reminder' }, day(2));
    await removeMailOptOut(em(), { email: 'back@example.com', stream: 'newsletter' }, day(2));
    await recordNewsletterRequest(em(), 'again@example.com', day(9));

    expect(await purgeEntryBatch(em(), 'newsletter', { before: day(0), now: day(0) })).toBe(0);
    expect(await lockNewsletterToken(em(), '1'.repeat(64), 'confirm')).toMatchObject({ email: 'pending@example.com' });
    expect(await purgeEntryBatch(em(), 'newsletter', { before: day(8), now: day(8) })).toBe(2);
    expect(await addresses()).toEqual(['again@example.com', 'back@example.com', 'listed@example.com']);
    expect(await db.data.all('newsletter_tokens')).toEqual([]);
    expect(await db.data.all('mail_opt_outs', {}, 'email')).toMatchObject([
      { email: 'again@example.com', stream: 'newsletter' },
      { email: 'left@example.com', stream: 'reminder' },
    ]);
  });
});
