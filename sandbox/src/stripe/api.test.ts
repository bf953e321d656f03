import type { Stripe } from 'stripe';
import { sandboxCredentials } from '../sandbox-credentials.ts';
import { getNestedValue } from '../testing/caller.ts';
import { startSandboxStripeCaller, type StripeCaller } from '../testing/stripe-caller.ts';

let sandbox: StripeCaller;
let stripe: Stripe;
beforeAll(async () => {
  sandbox = await startSandboxStripeCaller();
  stripe = sandbox.stripe;
});
afterEach(() => sandbox.caller.remove('/control/faults'));
afterAll(() => sandbox.close());

/** A call that the SDK cannot make. */
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  sandbox.caller.call(path, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandboxCredentials.stripeSecretKey}`, ...headers },
    body: new URLSearchParams(fields),
  });

const newKey = (() => {
  let count = 0;
  return (): string => {
    count += 1;
    return `key-${count}`;
  };
})();

const customers = async (email: string): Promise<number> => (await stripe.customers.list({ email })).data.length;

describe('parameters', () => {
  test.each([
    ['/v1/customers', { surname: 'Driver' }, 'Received unknown parameter: surname', 'parameter_unknown'],
    [
      '/v1/customers',
      { 'address[planet]': 'Mars' },
      'Received unknown parameter: address[planet]',
      'parameter_unknown',
    ],
    ['/v1/payment_intents', { currency: 'gbp' }, 'Missing required param: amount.', 'parameter_missing'],
    ['/v1/payment_intents', { amount: '5.5', currency: 'gbp' }, 'Invalid integer: 5.5', 'parameter_invalid_integer'],
    ['/v1/payment_intents', { amount: '29', currency: 'gbp' }, 'Amount must be at least £0.30 gbp', 'amount_too_small'],
    [
      '/v1/payment_intents',
      { amount: '50', currency: 'gbp', confirm: 'perhaps' },
      'Invalid boolean: perhaps',
      undefined,
    ],
    ['/v1/payment_intents', { amount: '50', currency: 'gbp', setup_future_usage: 'x' }, /must be one of/, undefined],
    [
      '/v1/payment_intents',
      { amount: '50', currency: 'gbp', payment_method_types: 'card' },
      /unknown/,
      'parameter_unknown',
    ],
    [
      '/v1/payment_intents',
      { amount: '50', currency: 'gbp', customer: 'cus_none' },
      /No such customer/,
      'resource_missing',
    ],
    ['/v1/customers', { metadata: 'x' }, 'Invalid object', undefined],
    ['/v1/customers', { 'metadata[a]': 'x'.repeat(501) }, /500/, undefined],
    ['/v1/subscriptions', { customer: 'cus_none' }, /No such customer/, 'resource_missing'],
  ])('%s rejects %j: %s', async (path, fields, message, code) => {
    const answer = await post(path, fields as Record<string, string>);
    expect([answer.status, getNestedValue(answer.body, 'error', 'type')]).toEqual([400, 'invalid_request_error']);
    expect([getNestedValue(answer.body, 'error', 'message'), getNestedValue(answer.body, 'error', 'code')]).toEqual([
      typeof message === 'string' ? message : expect.stringMatching(message),
      code,
    ]);
  });

  test('parameters that Stripe knows and the sandbox does not implement are rejected with an error', async () => {
    const answer = await post('/v1/customers', { balance: '100' });
    expect(getNestedValue(answer.body, 'error', 'code')).toBe('sandbox_not_implemented');
  });

  test('an unknown id is not found, and an unknown address is not recognised', async () => {
    await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such customer: 'cus_none'",
    });
    expect((await post('/v1/charms', {})).status).toBe(404);
    expect((await post('/v1/customers', {}, { 'stripe-version': '2020-08-27' })).status).toBe(400);
  });

  test('metadata is merged, and an empty value removes its key', async () => {
    const { id } = await stripe.customers.create({ metadata: { reg: 'AB12CDE', plan: 'trial' } });
    const changed = await stripe.customers.update(id, { metadata: { plan: '', seen: '1' } });
    expect(changed.metadata).toEqual({ reg: 'AB12CDE', seen: '1' });
    expect((await stripe.customers.update(id, { metadata: '' })).metadata).toEqual({});
  });

  test('expands the expandable fields, and no other', async () => {
    const customer = await stripe.customers.create({ name: 'A Driver', payment_method: 'pm_card_visa' });
    const [card] = (await stripe.customers.listPaymentMethods(customer.id, { expand: ['data.customer'] })).data;
    expect(card?.customer).toMatchObject({ object: 'customer', id: customer.id });
    await expect(stripe.customers.retrieve(customer.id, { expand: ['name'] })).rejects.toMatchObject({
      code: 'property_not_expandable',
    });
  });

  test('lists are paged, newest first', async () => {
    const email = 'page@example.com';
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) made.unshift((await stripe.customers.create({ email })).id);
    const read: string[] = [];
    for await (const { id } of stripe.customers.list({ email, limit: 2 })) read.push(id);
    expect(read).toEqual(made);
    const before = await stripe.customers.list({ email, limit: 2, ending_before: made[4] ?? '' });
    expect(before.data.map(({ id }) => id)).toEqual(made.slice(2, 4));
    await expect(stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
  });

  test('a lookup key belongs to one price, and can be transferred', async () => {
    const { id: product } = await stripe.products.create({ name: 'Membership' });
    const price = { product, currency: 'gbp', unit_amount: 890, lookup_key: 'monthly' };
    const first = await stripe.prices.create(price);
    await expect(stripe.prices.create(price)).rejects.toMatchObject({ param: 'lookup_key' });
    const second = await stripe.prices.create({ ...price, transfer_lookup_key: true });
    const found = await stripe.prices.list({ lookup_keys: ['monthly'] });
    expect(found.data.map(({ id }) => id)).toEqual([second.id]);
    expect((await stripe.prices.retrieve(first.id)).lookup_key).toBeNull();
  });
});

describe('idempotency keys', () => {
  test('the same request again gets the same response, and has no effect', async () => {
    const [idempotencyKey, email] = [newKey(), 'once@example.com'];
    const first = await stripe.customers.create({ email }, { idempotencyKey });
    const again = await stripe.customers.create({ email }, { idempotencyKey });
    expect(again).toEqual(first);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
    expect(await customers(email)).toBe(1);
  });

  test('other parameters are rejected', async () => {
    const idempotencyKey = newKey();
    await stripe.customers.create({ email: 'one@example.com' }, { idempotencyKey });
    await expect(stripe.customers.create({ email: 'two@example.com' }, { idempotencyKey })).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    });
  });

  test('a second request is rejected while the first is running, and gets its response later', async () => {
    const [idempotencyKey, email] = [newKey(), 'slow@example.com'];
    await sandbox.caller.put('/control/faults/stripe', { mode: 'slow', delayMs: 400, times: 1 });
    const slow = stripe.customers.create({ email }, { idempotencyKey });
    const second = async (): Promise<unknown> => {
      const calls = (await sandbox.caller.call('/control/state')).body;
      const open = JSON.stringify(calls).includes('"asked":"POST /v1/customers","status":null');
      return open ? stripe.customers.create({ email }, { idempotencyKey }) : second();
    };
    await expect(second()).rejects.toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    const first = await slow;
    expect((await stripe.customers.create({ email }, { idempotencyKey })).id).toBe(first.id);
    expect(await customers(email)).toBe(1);
  });

  test('a decline is stored; a badly formed request and a 429 are not', async () => {
    const customer = await stripe.customers.create();
    const idempotencyKey = newKey();
    const intent = await stripe.paymentIntents.create({
      amount: 50,
      currency: 'gbp',
      customer: customer.id,
      allowed_payment_method_types: ['card'],
    });
    const pay = () =>
      stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' }, { idempotencyKey });
    await expect(pay()).rejects.toMatchObject({ code: 'card_declined' });
    await expect(pay()).rejects.toMatchObject({ code: 'card_declined' });
    expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1);

    const headers = { 'idempotency-key': newKey() };
    expect((await post('/v1/customers', { nonsense: '1' }, headers)).status).toBe(400);
    await sandbox.caller.put('/control/faults/stripe', { mode: 'rate-limit', times: 1 });
    expect((await post('/v1/customers', { email: 'a@example.com' }, headers)).status).toBe(429);
    expect((await post('/v1/customers', { email: 'a@example.com' }, headers)).status).toBe(200);
  });

  test('expire after a day', async () => {
    const [idempotencyKey, email] = [newKey(), 'day@example.com'];
    await stripe.customers.create({ email }, { idempotencyKey });
    await sandbox.caller.put('/control/clock', { hours: 25 });
    await stripe.customers.create({ email }, { idempotencyKey });
    expect(await customers(email)).toBe(2);
    await sandbox.caller.remove('/control/clock');
  });
});

describe('faults', () => {
  test.each([
    ['error-500', 'StripeAPIError'],
    ['error-503', 'StripeAPIError'],
    ['rate-limit', 'StripeRateLimitError'],
    ['forbidden', 'StripePermissionError'],
    ['bad-request', 'StripeInvalidRequestError'],
    ['not-found', 'StripeInvalidRequestError'],
    ['malformed', 'StripeAPIError'],
    ['html', 'StripeAPIError'],
    ['drop', 'StripeConnectionError'],
  ])('%s is a %s to the SDK', async (mode, type) => {
    await sandbox.caller.put('/control/faults/stripe', { mode });
    await expect(stripe.customers.list()).rejects.toMatchObject({ type });
  });

  test('a fault of one operation does not affect the others', async () => {
    await sandbox.caller.put('/control/faults/stripe', { mode: 'error-500', operation: 'GET /v1/customers/:id' });
    const { id } = await stripe.customers.create();
    await expect(stripe.customers.retrieve(id)).rejects.toMatchObject({ type: 'StripeAPIError' });
    await stripe.customers.update(id, { name: 'A Driver' });
    const wrong = await sandbox.caller.put('/control/faults/stripe', { mode: 'error-500', operation: 'customers' });
    expect(wrong.status).toBe(400);
  });

  test('answers-lost charges the card without a response; the same key then returns it', async () => {
    const customer = await stripe.customers.create();
    const idempotencyKey = newKey();
    const pay = () =>
      stripe.paymentIntents.create(
        {
          amount: 50,
          currency: 'gbp',
          customer: customer.id,
          payment_method: 'pm_card_visa',
          allowed_payment_method_types: ['card'],
          confirm: true,
        },
        { idempotencyKey },
      );
    // The SDK retries once itself when a connection is cut.
    await sandbox.caller.put('/control/faults/stripe', { mode: 'answers-lost', times: 2 });
    await expect(pay()).rejects.toMatchObject({ type: 'StripeConnectionError' });
    expect((await stripe.charges.list({ customer: customer.id })).data).toHaveLength(1);
    expect((await pay()).status).toBe('succeeded');
    expect((await stripe.charges.list({ customer: customer.id })).data).toHaveLength(1);
  });
});
