import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { restoreCancellation } from './restored-cancellation.repository.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const em = () => db.orm.em.fork();
const at = new Date('2026-03-01T10:00:00Z');

it('a cancellation that was recorded from Stripe’s state before its charge names the charge that it refunds', async () => {
  const { id: userId } = await db.data.add('users', {}, at);
  const subscription = { userId, stripeSubscriptionId: 'sub_1' };
  await db.data.add('subscriptions', { ...subscription, endsAt: at }, at);
  await db.data.add('cancellation_requests', { ...subscription, origin: 'stripe', endsAt: at, finishedAt: at }, at);
  const paid = await db.data.add('payments', { ...subscription, stripePaymentIntentId: 'pi_1' }, at);
  const refund = { paymentIntentId: 'pi_1', refundId: 're_1', pence: 890, refundedAt: at };
  const cancellationId = randomUUID();
  expect(await restoreCancellation(em(), { cancellationId, ...refund })).toBe(true);
  expect(await db.data.one('cancellation_requests')).toMatchObject({
    id: cancellationId,
    refundKind: 'full',
    paymentId: paid.id,
    paidUntil: paid.periodEnd,
  });
});
