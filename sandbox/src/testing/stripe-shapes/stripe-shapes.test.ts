import { jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Stripe } from 'stripe';
import { allStripeOperations } from '../../stripe/operations/all.operations.ts';
import { stripeParameterShapes } from '../../stripe/shapes.ts';
import { startSandboxStripeCaller, type StripeCaller } from '../stripe-caller.ts';
import { deviationsFromStripeShape } from './deviations-from-stripe-shape.ts';
import { stripeObjectTypes, stripeOperationTypes } from './operations.ts';
import { formatStripeShapes, readStripeTypes } from './read-stripe-types.ts';

// The types of the whole SDK take long to read on a busy machine.
jest.setTimeout(180_000);

const committed = (name: string): string =>
  readFileSync(new URL(`../../../shapes/${name}.json`, import.meta.url), 'utf8');

/** Converts decimals, which the SDK parses into its own objects. */
const asSent = (item: unknown): unknown => JSON.parse(JSON.stringify(item));

test('the committed tables match the types of the pinned SDK', () => {
  const fresh = readStripeTypes(fileURLToPath(new URL('../../../../', import.meta.url)));
  expect(formatStripeShapes(fresh.parameters)).toBe(committed('stripe-parameters'));
  expect(formatStripeShapes(fresh.objects)).toBe(committed('stripe-objects'));
});

test('every operation has its parameters, and accepts none that Stripe does not know', () => {
  expect(Object.keys(allStripeOperations).sort()).toEqual(Object.keys(stripeOperationTypes).sort());
  const unknown = Object.entries(allStripeOperations).flatMap(([name, { takes }]) => {
    const definition = stripeParameterShapes.definitions[stripeParameterShapes.roots[name] ?? ''];
    return takes.filter((parameter) => !(parameter in (definition?.fields ?? {}))).map((each) => `${name}: ${each}`);
  });
  expect(unknown).toEqual([]);
});

describe('a response of the sandbox', () => {
  let sandbox: StripeCaller;
  beforeAll(async () => {
    sandbox = await startSandboxStripeCaller();
    await everything(sandbox);
  });
  afterAll(() => sandbox.close());

  /** Creates objects of every kind, in their various states. */
  async function everything({ stripe, typed, authenticate, onTestClock }: StripeCaller): Promise<void> {
    const { customer, advance } = await onTestClock('2027-01-30T09:00:00Z');
    await stripe.customers.update(customer.id, {
      address: { line1: '1 High Street', postal_code: 'SW1A 1AA' },
      shipping: { name: 'A Driver', address: { line1: '1 High Street' } },
    });
    const visa = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    for (const card of ['4242424242424242', '4000000000000002', '4000002760003184', '4000000000000259']) {
      const method = await typed(card, { 'billing_details[address][postal_code]': 'SW1A 1AA' });
      const fields = { payment_method: method, return_url: 'http://localhost/back' };
      const intent = await stripe.paymentIntents.create({ amount: 50, currency: 'gbp', customer: customer.id });
      await stripe.paymentIntents.confirm(intent.id, fields).catch(() => null);
      if (card === '4000002760003184') await authenticate(intent, 'fail');
      await stripe.setupIntents.create({ ...fields, customer: customer.id, confirm: true }).catch(() => null);
    }
    const waiting = await stripe.paymentIntents.create({ amount: 50, currency: 'gbp' });
    await stripe.paymentIntents.cancel(waiting.id, { cancellation_reason: 'abandoned' });
    for (const method of ['pm_card_visa', 'pm_card_authenticationRequired', 'pm_card_chargeCustomerFail']) {
      const { id } = await stripe.paymentMethods.attach(method, { customer: customer.id });
      await stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: 'price_sandbox_membership' }],
        default_payment_method: id,
        trial_end: Date.parse('2027-01-31T09:00:00Z') / 1000,
        metadata: { reg: 'AB12CDE' },
      });
    }
    await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: 'price_sandbox_membership' }],
      default_payment_method: visa.id,
      cancel_at_period_end: true,
    });
    await advance(27 * 3_600);
    await advance(40 * 86_400);
    const [paid] = (await stripe.invoices.list({ status: 'paid' })).data.filter(({ total }) => total > 0);
    const [payment] = (await stripe.invoicePayments.list({ invoice: String(paid?.id) })).data;
    await stripe.refunds.create({ payment_intent: String(payment?.payment.payment_intent), amount: 100 });
    const product = await stripe.products.create({ name: 'Other' });
    await stripe.prices.create({ product: product.id, currency: 'gbp', unit_amount: 500 });
    await stripe.webhookEndpoints.create({ url: 'http://127.0.0.1:9/none', enabled_events: ['charge.expired'] });
  }

  const lists: Record<string, (stripe: Stripe) => Promise<{ data: unknown[] }>> = {
    customer: async (stripe) => {
      const clocks = await stripe.testHelpers.testClocks.list();
      return stripe.customers.list({ test_clock: String(clocks.data[0]?.id) });
    },
    customer_balance_transaction: async (stripe) => {
      const { id } = await stripe.customers.create({ email: 'credit@example.com' });
      await stripe.customers.createBalanceTransaction(id, { amount: -890, currency: 'gbp' });
      return stripe.customers.listBalanceTransactions(id);
    },
    payment_method: async (stripe) => {
      const [customer] = (await lists['customer']?.(stripe))?.data ?? [];
      return stripe.paymentMethods.list({ customer: String(Reflect.get(Object(customer), 'id')) });
    },
    payment_intent: (stripe) => stripe.paymentIntents.list({ limit: 100 }),
    setup_intent: (stripe) => stripe.setupIntents.list({ limit: 100 }),
    confirmation_token: async (stripe) => {
      const { id } = await stripe.testHelpers.confirmationTokens.create({ payment_method: 'pm_card_visa' });
      const unused = await stripe.confirmationTokens.retrieve(id);
      const { id: intent } = await stripe.paymentIntents.create({
        amount: 50,
        currency: 'gbp',
        confirmation_method: 'manual',
      });
      await stripe.paymentIntents.confirm(intent, { confirmation_token: id, return_url: 'http://localhost/back' });
      return { data: [unused, await stripe.confirmationTokens.retrieve(id)] };
    },
    product: (stripe) => stripe.products.list(),
    price: (stripe) => stripe.prices.list(),
    subscription: async (stripe) => {
      const clocks = await stripe.testHelpers.testClocks.list();
      return stripe.subscriptions.list({ status: 'all', test_clock: String(clocks.data[0]?.id) });
    },
    invoice: (stripe) =>
      stripe.invoices.list({
        limit: 100,
        expand: ['data.payments', 'data.confirmation_secret'],
      }),
    invoice_payment: (stripe) => stripe.invoicePayments.list({ limit: 100 }),
    charge: (stripe) => stripe.charges.list({ limit: 100, expand: ['data.customer', 'data.payment_intent'] }),
    refund: (stripe) => stripe.refunds.list(),
    webhook_endpoint: (stripe) => stripe.webhookEndpoints.list(),
    account: async (stripe) => ({ data: [await stripe.accounts.retrieveCurrent()] }),
    payment_method_domain: async (stripe) => {
      await stripe.paymentMethodDomains.create({ domain_name: 'site.example' });
      return stripe.paymentMethodDomains.list();
    },
    'test_helpers.test_clock': (stripe) => stripe.testHelpers.testClocks.list(),
    event: (stripe) => stripe.events.list({ limit: 100 }),
  };

  test.each(Object.keys(lists))('has exactly the fields of a %s', async (kind) => {
    const { data } = (await lists[kind]?.(sandbox.stripe)) ?? { data: [] };
    expect(data.length).toBeGreaterThan(0);
    expect(data.flatMap((item, index) => deviationsFromStripeShape(kind, asSent(item), `${kind}[${index}]`))).toEqual(
      [],
    );
  });

  test('has them in events of every emitted type, too', async () => {
    const wrong: string[] = [];
    const kinds = new Set<string>();
    for await (const { type, data } of sandbox.stripe.events.list({ limit: 100 })) {
      const kind = String(Reflect.get(data.object, 'object'));
      kinds.add(kind);
      wrong.push(...deviationsFromStripeShape(kind, asSent(data.object), type));
    }
    expect(wrong).toEqual([]);
    expect([...kinds]).toEqual(expect.arrayContaining(['dispute', 'invoice', 'subscription', 'charge', 'refund']));
  });

  test('covers every kind', () => {
    const within = ['plan', 'subscription_item', 'line_item', 'dispute'];
    expect([...Object.keys(lists), ...within].sort()).toEqual(Object.keys(stripeObjectTypes).sort());
  });
});
