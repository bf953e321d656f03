import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openTestDatabase } from '../testing/open-test-database.ts';
import {
  addNewsletterToken,
  confirmNewsletter,
  findConfirmation,
  forgetNewsletterAddresses,
  requestNewsletter,
  unsubscribeNewsletter,
} from './newsletter.repository.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(() => db.orm.em.fork().execute('truncate newsletter_subscriptions, outbox cascade'));

const day = (count: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + count * 86_400_000);
const em = () => db.orm.em.fork();
const ask = (email: string, at: number) => requestNewsletter(em(), { email, correlationId: 'request-1', now: day(at) });
const addresses = async () =>
  (await em().execute<{ email: string }[]>('select email from newsletter_subscriptions order by email')).map(
    ({ email }) => email,
  );
const idOf = async (email: string) => {
  const [row] = await em().execute<{ id: string }[]>('select id from newsletter_subscriptions where email = ?', [
    email,
  ]);
  return row?.id ?? '';
};
const link = async (email: string, kind: 'confirm' | 'unsubscribe', digit: string, at: number) => {
  const tokenHash = digit.repeat(64);
  await addNewsletterToken(em(), { subscriptionId: await idOf(email), kind, tokenHash, now: day(at) });
  return tokenHash;
};

describe('newsletter addresses', () => {
  it('are one row however often they are given, with a mail for each of three requests a day', async () => {
    await Promise.all(Array.from({ length: 4 }, () => ask('a@example.com', 0)));
    expect(await addresses()).toEqual(['a@example.com']);
    const mails = await em().execute<{ id: string }[]>('select id from newsletter_confirmations');
    expect(mails).toHaveLength(3);
    expect(await findConfirmation(em(), mails[0]!.id)).toMatchObject({ email: 'a@example.com', subscribed: false });
    expect(await em().execute('select 1 from outbox')).toHaveLength(3);
  });

  it('are forgotten when nobody confirmed or their owner left, and kept while they are on the list', async () => {
    for (const name of ['pending', 'listed', 'left', 'back']) await ask(`${name}@example.com`, 0);
    for (const [index, name] of ['listed', 'left', 'back'].entries()) {
      await confirmNewsletter(em(), await link(`${name}@example.com`, 'confirm', String(index), 0), day(1));
    }
    for (const [digit, name] of [
      ['a', 'left'],
      ['b', 'back'],
    ] as const) {
      await unsubscribeNewsletter(em(), await link(`${name}@example.com`, 'unsubscribe', digit, 1), day(2));
    }
    await ask('back@example.com', 9);
    expect(await forgetNewsletterAddresses(em(), day(0))).toBe(0);
    expect(await forgetNewsletterAddresses(em(), day(8))).toBe(2);
    expect(await addresses()).toEqual(['back@example.com', 'listed@example.com']);
    expect(await em().execute(`select 1 from newsletter_tokens where kind = 'confirm'`)).toEqual([]);
  });
});
