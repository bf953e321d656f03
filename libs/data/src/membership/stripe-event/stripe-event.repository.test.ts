import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import {
  addStripeEvent,
  findStripeEvent,
  markStripeEventFailed,
  markStripeEventProcessed,
  reopenStripeEvent,
} from './stripe-event.repository.ts';
import { purgeEntryBatch } from '../../privacy/retention/purge-batch.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const now = new Date('2026-03-01T10:00:00.000Z');
const event = { stripeEventId: 'evt_1', type: 'invoice.paid', objectId: 'in_1', createdAt: now };

it('is stored and processed once when it is delivered repeatedly', async () => {
  const stored = await Promise.all([1, 2, 3].map(() => addStripeEvent(db.orm.em.fork(), event, now)));
  const [id = ''] = stored.filter((each) => each !== null);
  expect(stored.filter((each) => each !== null)).toHaveLength(1);
  const em = db.orm.em.fork();
  expect(await findStripeEvent(em, id)).toEqual({ id, ...event, receivedAt: now, processedAt: null });
  const marked = await Promise.all([1, 2].map(() => markStripeEventProcessed(db.orm.em.fork(), id, now)));
  expect(marked).toEqual(expect.arrayContaining(['first', null]));
});

it('has the error of its last attempt until it is processed; reopened it is processed again', async () => {
  const em = db.orm.em.fork();
  const id = (await addStripeEvent(em, { ...event, stripeEventId: 'evt_failed' }, now)) ?? '';
  await markStripeEventFailed(em, id, 'x'.repeat(1_000));
  const state = async () =>
    (
      await em.execute<object[]>(
        `select failure, processed_at is not null as processed from stripe_events where id = '${id}'`,
      )
    )[0];
  expect(await state()).toEqual({ failure: 'x'.repeat(300), processed: false });
  await reopenStripeEvent(em, id);
  expect(await state()).toEqual({ failure: null, processed: false });
  expect(await markStripeEventProcessed(em, id, now)).toBe('first');
  await markStripeEventFailed(em, id, 'too late');
  expect(await state()).toEqual({ failure: null, processed: true });
  await reopenStripeEvent(em, id);
  expect(await markStripeEventProcessed(em, id, now)).toBe('again');
  expect(await markStripeEventProcessed(em, id, now)).toBeNull();
});

it('is purged when it is old', async () => {
  const em = db.orm.em.fork();
  const old = await addStripeEvent(em, { ...event, stripeEventId: 'evt_old' }, new Date('2026-01-01T10:00:00.000Z'));
  expect(
    await purgeEntryBatch(em, 'stripeEvents', {
      before: new Date('2026-02-01T10:00:00.000Z'),
      now: new Date('2026-02-01T10:00:00.000Z'),
    }),
  ).toBe(1);
  expect(await findStripeEvent(em, old ?? '')).toBeNull();
});
