import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { demoAccounts } from '@ve/data/seed/demo-accounts';
import { seedDemo } from '@ve/data/seed/seed-demo';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { findSubscriptionByStripeId } from '@ve/data/membership/subscription/subscription.repository';
import { syncSubscription } from '@ve/app/membership/subscription/sync-subscription';
import { createTestJobContext } from '../testing/test-job-context.ts';
import { startStripeSandbox, type StripeSandbox } from '../testing/stripe-sandbox.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let sandbox: StripeSandbox;
beforeAll(async () => {
  [db, sandbox] = await Promise.all([openTestDatabase(), startStripeSandbox()]);
});
afterAll(() => Promise.all([db.close(), sandbox.close()]));

it('the demo members at the sandbox’s Stripe match the database', async () => {
  const now = new Date();
  const accounts = demoAccounts.map(({ email, is }) => ({ email, is, registration: null, password: null }));
  await seedDemo(db.orm.em.fork(), { accounts }, now);
  const em = () => db.orm.em.fork();
  for (const account of demoAccounts) {
    if (!account.customer) continue;
    const { customerId, subscriptionId } = account.customer.stripe;
    const seeded = (await findSubscriptionByStripeId(em(), subscriptionId))!;
    expect(seeded).toMatchObject({ stripeCustomerId: customerId, status: account.customer.status });
    await syncSubscription(sandbox.payments, { id: seeded.id }, createTestJobContext({ orm: db.orm, now: () => now }));
    const synced = (await findSubscriptionByStripeId(em(), subscriptionId))!;
    const { status, creditsUsed } = seeded;
    expect(synced).toMatchObject({ status, creditsUsed, endsAt: null, card: { brand: 'visa', last4: '4242' } });
    const days = Math.abs(synced.currentPeriodEnd!.getTime() - seeded.currentPeriodEnd!.getTime()) / 86_400_000;
    expect(days).toBeLessThan(2.1);
  }
  // The driver's paid month; the sandbox uses the same id after each start.
  expect(await db.data.values('payments', 'stripeInvoiceId')).toEqual(['in_demo_driver']);
});
