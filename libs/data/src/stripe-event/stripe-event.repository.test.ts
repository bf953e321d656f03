import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { purgeByAge } from '../retention/purge-by-age.ts';
import { openTestDatabase } from '../testing/open-test-database.ts';
import { addStripeEvent, findStripeEvent, markStripeEventProcessed } from './stripe-event.repository.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const now = new Date('2026-03-01T10:00:00.000Z');
const event = { stripeEventId: 'evt_1', type: 'invoice.paid', objectId: 'in_1', createdAt: now };

it('is stored once however often it is delivered, and processed once', async () => {
  const stored = await Promise.all([1, 2, 3].map(() => addStripeEvent(db.orm.em.fork(), event, now)));
  const [id = ''] = stored.filter((each) => each !== null);
  expect(stored.filter((each) => each !== null)).toHaveLength(1);
  const em = db.orm.em.fork();
  expect(await findStripeEvent(em, id)).toEqual({ id, ...event, processedAt: null });
  const marked = await Promise.all([1, 2].map(() => markStripeEventProcessed(db.orm.em.fork(), id, now)));
  expect(marked.toSorted()).toEqual([false, true]);
});

it('is purged when it is old', async () => {
  const em = db.orm.em.fork();
  const old = await addStripeEvent(em, { ...event, stripeEventId: 'evt_old' }, new Date('2026-01-01T10:00:00.000Z'));
  expect(await purgeByAge(em, 'stripe_events', new Date('2026-02-01T10:00:00.000Z'))).toBe(1);
  expect(await findStripeEvent(em, old ?? '')).toBeNull();
});
