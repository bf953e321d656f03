import fc from 'fast-check';
import type { SimulatedStripeAccount } from './account.ts';
import { runDueStripeWork } from './due-work.ts';
import { TypedStripeRequestParameters } from './typed-request-parameters.ts';
import { allStripeOperations } from './operations/all.operations.ts';
import type { StripeParameters } from './stripe-parameters.ts';
import { createSimulatedStripeService } from './stripe.service.ts';

const start = Date.parse('2027-01-30T09:00:00Z') / 1000;
const day = 86_400;

/** An account whose clock is a variable. */
function accountAt(): { account: SimulatedStripeAccount; moveTo(at: number): void; end(): void } {
  let now = start;
  const closing = new AbortController();
  const { account, catchUp } = createSimulatedStripeService({
    now: () => new Date(now * 1000),
    baseUrl: () => 'http://sandbox',
    webhookUrl: null,
    closing: closing.signal,
  });
  return {
    account,
    moveTo: (at) => {
      now = at;
      catchUp();
    },
    end: () => closing.abort(),
  };
}

const run = (account: SimulatedStripeAccount, operation: string, values: StripeParameters, id = ''): string => {
  const call = { account, id, given: new TypedStripeRequestParameters(values), secret: true, clientSecret: null };
  return String(allStripeOperations[operation]?.run(call)['id']);
};

interface Plan {
  card: string;
  trialDays: number;
  cancels: boolean;
  /** The card that replaces it during the trial. */
  later: string | null;
}

function member(account: SimulatedStripeAccount, { card, trialDays, cancels, later }: Plan): void {
  const customer = run(account, 'POST /v1/customers', { email: 'driver@example.com' });
  const attach = (id: string): string => run(account, 'POST /v1/payment_methods/:id/attach', { customer }, id);
  const subscription = run(account, 'POST /v1/subscriptions', {
    customer,
    items: [{ price: 'price_sandbox_membership' }],
    default_payment_method: attach(card),
    trial_period_days: trialDays,
    cancel_at_period_end: cancels,
  });
  if (later === null) return;
  run(account, 'POST /v1/subscriptions/:id', { default_payment_method: attach(later) }, subscription);
}

/** All events and charges, without the random ids. */
const story = (account: SimulatedStripeAccount): unknown => ({
  events: [...account.events.values()].map(({ type, created }) => `${new Date(created * 1000).toISOString()} ${type}`),
  subscriptions: [...account.subscriptions.values()].map(({ status, periodEnd, endedAt }) => [
    status,
    periodEnd,
    endedAt,
  ]),
  invoices: [...account.invoices.values()].map((each) => [
    each.billingReason,
    each.status,
    each.paidAt,
    each.attemptCount,
  ]),
  charges: [...account.charges.values()].map(({ amount, status, created }) => [amount, status, created]),
});

const cards = fc.constantFrom('pm_card_visa', 'pm_card_chargeCustomerFail', 'pm_card_authenticationRequired');
const plan: fc.Arbitrary<Plan> = fc.record({
  card: cards,
  trialDays: fc.integer({ min: 1, max: 10 }),
  cancels: fc.boolean(),
  later: fc.option(cards),
});

test('one jump of the clock and many steps, back and forth, cause the same events at the same times, once', () => {
  fc.assert(
    fc.property(plan, fc.array(fc.integer({ min: 1, max: 120 * 24 }), { maxLength: 30 }), (chosen, hours) => {
      const [jumping, stepping] = [accountAt(), accountAt()];
      const end = start + 120 * day;
      for (const { account } of [jumping, stepping]) member(account, chosen);
      jumping.moveTo(end);
      for (const hour of hours) stepping.moveTo(start + hour * 3_600);
      stepping.moveTo(end);
      expect(story(stepping.account)).toEqual(story(jumping.account));
      jumping.end();
      stepping.end();
    }),
    { numRuns: 150 },
  );
});

test('each period is charged at most once, and none after the end', () => {
  fc.assert(
    fc.property(plan, (chosen) => {
      const { account, moveTo, end } = accountAt();
      member(account, chosen);
      moveTo(start + 120 * day);
      const paid = [...account.charges.values()].filter(({ status }) => status === 'succeeded');
      const invoices = [...account.invoices.values()].filter(
        ({ status, lines }) => status === 'paid' && lines[0]?.amount,
      );
      expect(paid).toHaveLength(invoices.length);
      const starts = invoices.map(({ lines }) => lines[0]?.period.start);
      expect(new Set(starts).size).toBe(starts.length);
      const [subscription] = [...account.subscriptions.values()];
      const last = subscription?.endedAt ?? Infinity;
      expect(paid.every(({ created }) => created <= last)).toBe(true);
      end();
    }),
    { numRuns: 150 },
  );
});

test('a membership that its last retry ends is not renewed in the same minute', () => {
  const { account, moveTo, end } = accountAt();
  member(account, { card: 'pm_card_visa', trialDays: 1, cancels: false, later: 'pm_card_chargeCustomerFail' });
  moveTo(start + day + 2 * 3_600);
  const [subscription] = [...account.subscriptions.values()];
  const [, invoice] = [...account.invoices.values()];
  // The last attempt is a minute before the period ends.
  invoice!.attemptCount = 3;
  invoice!.nextAttempt = subscription!.periodEnd - 60;
  moveTo(subscription!.periodEnd + day);
  expect(subscription).toMatchObject({ status: 'canceled', endedAt: subscription!.periodEnd - 60 });
  expect([...account.invoices.values()]).toHaveLength(2);
  end();
});

test('nothing is due before its time', () => {
  const { account, end } = accountAt();
  member(account, { card: 'pm_card_visa', trialDays: 1, cancels: false, later: null });
  const before = story(account);
  runDueStripeWork(account, null, start + day - 1);
  expect(story(account)).toEqual(before);
  end();
});
