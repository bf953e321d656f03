import { Stripe } from 'stripe';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getNestedValue } from '../testing/caller.ts';
import { startSandboxStripeCaller, type StripeCaller } from '../testing/stripe-caller.ts';

interface Received {
  body: string;
  signature: string;
  event: Stripe.Event;
}

/** A webhook endpoint that records what it receives. */
class Endpoint {
  readonly received: Received[] = [];
  /** The status codes of the next responses; 200 after them. */
  readonly answers: number[] = [];
  secret = '';
  readonly #server: Server;
  #got: () => void = () => undefined;

  constructor() {
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const body = Buffer.concat(parts).toString('utf8');
        const signature = String(request.headers['stripe-signature']);
        this.received.push({ body, signature, event: JSON.parse(body) as Stripe.Event });
        response.statusCode = this.answers.shift() ?? 200;
        response.end();
        this.#got();
      });
    });
  }

  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api/webhooks/stripe`;
  }

  /** Waits for deliveries until there are enough. */
  async until(enough: (received: readonly Received[]) => boolean): Promise<void> {
    while (!enough(this.received)) await new Promise<void>((resolve) => (this.#got = resolve));
  }

  of(type: string): Received[] {
    return this.received.filter(({ event }) => event.type === type);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

let sandbox: StripeCaller;
let stripe: Stripe;
let endpoint: Endpoint;
let id: string;
beforeEach(async () => {
  sandbox = await startSandboxStripeCaller();
  stripe = sandbox.stripe;
  endpoint = new Endpoint();
  const url = await endpoint.open();
  const made = await stripe.webhookEndpoints.create({
    url,
    enabled_events: ['customer.created', 'customer.updated', 'payment_intent.succeeded'],
  });
  endpoint.secret = String(made.secret);
  id = made.id;
});
afterEach(async () => {
  endpoint.close();
  await sandbox.close();
});

const settings = (body: object) => sandbox.caller.put('/control/stripe/webhooks', body);
const verified = ({ body, signature }: Received, secret = endpoint.secret): Stripe.Event =>
  Stripe.webhooks.constructEvent(body, signature, secret);

test('events are signed as the SDK verifies them, and contain the object in the format of the API', async () => {
  const customer = await stripe.customers.create({ email: 'driver@example.com' }, { idempotencyKey: 'signed' });
  await endpoint.until(({ length }) => length === 1);
  const [first] = endpoint.received;
  const event = verified(first!);
  expect(event).toMatchObject({
    object: 'event',
    type: 'customer.created',
    api_version: '2026-10-28.endive',
    livemode: false,
    request: { idempotency_key: 'signed', id: customer.lastResponse.requestId },
  });
  expect(event.data.object).toEqual(JSON.parse(JSON.stringify(customer)));
  expect(() => verified({ ...first!, body: first!.body.replace('driver', 'lorry') })).toThrow();
  expect(() => verified(first!, 'whsec_other')).toThrow();
  expect((await stripe.events.retrieve(event.id)).type).toBe('customer.created');
});

test('only subscribed types are delivered', async () => {
  await stripe.products.create({ name: 'Other' });
  await stripe.customers.create();
  await endpoint.until(({ length }) => length === 1);
  expect(endpoint.received.map(({ event }) => event.type)).toEqual(['customer.created']);
});

test('an event is delivered again without changes until it is accepted', async () => {
  endpoint.answers.push(500, 302, 404);
  await stripe.customers.create();
  await endpoint.until(({ length }) => length === 4);
  expect(new Set(endpoint.received.map(({ body }) => body)).size).toBe(1);
  const undelivered = async (): Promise<number> => (await stripe.events.list({ delivery_success: false })).data.length;
  while ((await undelivered()) > 0);
  const { deliveries } = getNestedValue((await sandbox.caller.call('/control/stripe')).body, 'webhooks') as {
    deliveries: { attempt: number; status: number }[];
  };
  expect(deliveries.map(({ attempt, status }) => [attempt, status])).toEqual([
    [4, 200],
    [3, 404],
    [2, 302],
    [1, 500],
  ]);
});

test('duplicates are delivered', async () => {
  await settings({ duplicates: 2 });
  await stripe.customers.create();
  await endpoint.until(({ length }) => length === 3);
  expect(new Set(endpoint.received.map(({ event }) => event.id)).size).toBe(1);
});

test('events are delivered out of order', async () => {
  await settings({ disorder: true });
  const { id: customer } = await stripe.customers.create();
  const made = Array.from({ length: 12 }, (_, name) => String(name));
  for (const name of made) await stripe.customers.update(customer, { name });
  await endpoint.until(({ length }) => length === 13);
  const names = endpoint
    .of('customer.updated')
    .map(({ event }) => String(getNestedValue(event, 'data', 'object', 'name')));
  expect(names).not.toEqual(made);
  expect(names.sort()).toEqual(made.sort());
});

test('a lost event is delivered on request', async () => {
  await settings({ lossPercent: 100 });
  await stripe.customers.create({ name: 'lost' });
  await settings({ lossPercent: 0 });
  await stripe.customers.create({ name: 'kept' });
  await endpoint.until(({ length }) => length === 1);
  expect(getNestedValue(endpoint.received[0]!.event, 'data', 'object', 'name')).toBe('kept');
  await sandbox.caller.call('/control/stripe/webhooks/resend', { method: 'POST' });
  await endpoint.until((received) =>
    received.some(({ event }) => getNestedValue(event, 'data', 'object', 'name') === 'lost'),
  );
});

test('signatures can be wrong, or of a future time', async () => {
  await settings({ wrongSignature: true });
  await stripe.customers.create();
  await endpoint.until(({ length }) => length === 1);
  expect(() => verified(endpoint.received[0]!)).toThrow();
  await settings({ wrongSignature: false, futureDated: true });
  await stripe.customers.create();
  await endpoint.until(({ length }) => length === 2);
  const time = Number(/t=(\d+)/.exec(endpoint.received[1]!.signature)?.[1]);
  expect(time - endpoint.received[1]!.event.created).toBeGreaterThanOrEqual(600);
  expect((await settings({ duplicates: 9 })).status).toBe(400);
});

test('the time of a signature is that of the sandbox’s clock', async () => {
  await sandbox.caller.put('/control/clock', { days: 2 });
  await stripe.customers.create();
  await endpoint.until(({ length }) => length === 1);
  const [{ body, signature }] = endpoint.received as [Received];
  const now = Date.parse((await sandbox.caller.call('/control/clock')).text);
  expect(() => Stripe.webhooks.constructEvent(body, signature, endpoint.secret, 300, undefined, now)).not.toThrow();
});

test('both secrets sign during a rotation', async () => {
  const answer = await sandbox.caller.call(`/control/stripe/webhooks/${id}/roll`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ hours: 1 }),
  });
  const secret = String(getNestedValue(answer.body, 'secret'));
  await stripe.customers.create();
  await endpoint.until(({ length }) => length === 1);
  expect(verified(endpoint.received[0]!).type).toBe('customer.created');
  expect(verified(endpoint.received[0]!, secret).type).toBe('customer.created');
  await sandbox.caller.put('/control/clock', { hours: 2 });
  await stripe.customers.create();
  await endpoint.until(({ length }) => length === 2);
  const { body, signature } = endpoint.received[1]!;
  const now = Date.parse((await sandbox.caller.call('/control/clock')).text);
  expect(() => Stripe.webhooks.constructEvent(body, signature, endpoint.secret, 300, undefined, now)).toThrow();
  expect(() => Stripe.webhooks.constructEvent(body, signature, secret, 300, undefined, now)).not.toThrow();
});

test('a disabled or deleted endpoint gets nothing', async () => {
  await stripe.webhookEndpoints.update(id, { disabled: true });
  await stripe.customers.create({ name: 'disabled' });
  await stripe.webhookEndpoints.update(id, { disabled: false });
  await stripe.customers.create({ name: 'enabled' });
  await endpoint.until(({ length }) => length === 1);
  expect(getNestedValue(endpoint.received[0]!.event, 'data', 'object', 'name')).toBe('enabled');
  await stripe.webhookEndpoints.del(id);
  await expect(stripe.webhookEndpoints.retrieve(id)).rejects.toMatchObject({ code: 'resource_missing' });
});

describe('the control of the account', () => {
  test('shows everything, and resets it', async () => {
    const customer = await stripe.customers.create({ payment_method: 'pm_card_visa' });
    const state = (await sandbox.caller.call('/control/stripe')).body;
    expect(getNestedValue(state, 'customers', 0, 'id')).toBe(customer.id);
    expect(getNestedValue(state, 'paymentMethods', 0, 'customer')).toBe(customer.id);
    const other = await stripe.customers.create();
    const own = (await sandbox.caller.call(`/control/stripe?customer=${other.id}`)).body;
    expect([getNestedValue(own, 'customers', 0, 'id'), getNestedValue(own, 'paymentMethods')]).toEqual([other.id, []]);
    await sandbox.caller.remove('/control/stripe');
    await expect(stripe.customers.retrieve(customer.id)).rejects.toMatchObject({ code: 'resource_missing' });
    expect((await stripe.prices.list({ lookup_keys: ['membership_monthly'] })).data).toHaveLength(1);
  });

  test('closes a dispute, and renews a card', async () => {
    const intent = await stripe.paymentIntents.create({
      amount: 890,
      currency: 'gbp',
      payment_method: 'pm_card_createDispute',
      allowed_payment_method_types: ['card'],
      confirm: true,
    });
    await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      code: 'charge_disputed',
    });
    const disputes = getNestedValue((await sandbox.caller.call('/control/stripe')).body, 'disputes');
    const closed = await sandbox.caller.put(`/control/stripe/disputes/${String(getNestedValue(disputes, 0, 'id'))}`, {
      status: 'won',
    });
    expect(getNestedValue(closed.body, 'status')).toBe('won');
    expect((await stripe.refunds.create({ payment_intent: intent.id })).status).toBe('succeeded');
    await sandbox.caller.put(`/control/stripe/payment-methods/${String(intent.payment_method)}`, { expYear: 2041 });
    const types = (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type);
    expect(types).toEqual(
      expect.arrayContaining([
        'charge.dispute.created',
        'charge.dispute.closed',
        'payment_method.automatically_updated',
      ]),
    );
  });

  test('leaves a membership unpaid after the last retry, if configured so', async () => {
    await sandbox.caller.put('/control/stripe/retries', { afterRetries: 'unpaid' });
    const { customer, advance } = await sandbox.onTestClock('2027-01-30T09:00:00Z');
    const card = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id });
    const { id: subscription } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: 'price_sandbox_membership' }],
      default_payment_method: card.id,
      trial_period_days: 1,
    });
    await advance(20 * 86_400);
    expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('unpaid');
  });
});
