import { createSandboxClock } from '../control/clock.ts';
import { createSimulatedStripeService } from './stripe.service.ts';

const anHour = 3_600;

test('the demo customers exist from the start, with a card, one paid and one on trial, and again after a reset', () => {
  const clock = createSandboxClock();
  const closing = new AbortController();
  const stripe = createSimulatedStripeService({
    now: clock.now,
    baseUrl: () => 'http://127.0.0.1',
    webhookUrl: null,
    demo: true,
    closing: closing.signal,
  });
  for (const round of [1, 2]) {
    const { account } = stripe;
    const now = account.now();
    const [driver, trial] = ['driver', 'trial'].map((name) => account.subscription(`sub_demo_${name}`));
    expect([round, driver?.status, trial?.status]).toEqual([round, 'active', 'trialing']);
    expect(driver?.customer).toBe('cus_demo_driver');
    expect(account.paymentMethod(driver?.defaultPaymentMethod ?? '').card.number).toBe('4242424242424242');
    expect(account.invoice('in_demo_driver')).toMatchObject({ status: 'paid', subscription: 'sub_demo_driver' });
    expect(driver?.latestInvoice).toBe('in_demo_driver');
    expect(trial?.trialEnd).toBeGreaterThan(now + 23 * anHour);
    expect([...account.events.values()]).toEqual([]);
    stripe.reset();
  }
  closing.abort();
});
