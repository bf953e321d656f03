import { Stripe } from 'stripe';
import { getNestedValue } from '../testing/caller.ts';
import { startSandboxStripeCaller, type StripeCaller } from '../testing/stripe-caller.ts';

let sandbox: StripeCaller;
let stripe: Stripe;
beforeAll(async () => {
  sandbox = await startSandboxStripeCaller();
  stripe = sandbox.stripe;
});
afterAll(() => sandbox.close());

/** The 50p in the parameters of create-checkout. */
async function fiftyPence(): Promise<Stripe.PaymentIntent> {
  const customer = await stripe.customers.create({ email: 'driver@example.com', metadata: { reg: 'AB12CDE' } });
  return stripe.paymentIntents.create({
    amount: 50,
    currency: 'gbp',
    customer: customer.id,
    setup_future_usage: 'off_session',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    metadata: { reg: 'AB12CDE' },
  });
}

const confirm = (intent: Stripe.PaymentIntent, method: string) =>
  sandbox.browser(`/v1/payment_intents/${intent.id}/confirm`, {
    payment_method: method,
    client_secret: String(intent.client_secret),
    use_stripe_sdk: 'true',
  });

describe('the 50p', () => {
  test('is paid by a working card, which is then attached to the customer', async () => {
    const intent = await fiftyPence();
    expect(intent.status).toBe('requires_payment_method');
    const answer = await confirm(intent, await sandbox.typed('4242424242424242'));
    expect([answer.status, getNestedValue(answer.body, 'status')]).toEqual([200, 'succeeded']);
    // The publishable key cannot read the customer's data.
    expect([getNestedValue(answer.body, 'customer'), getNestedValue(answer.body, 'metadata')]).toEqual([
      undefined,
      undefined,
    ]);
    const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge', 'payment_method'] });
    expect(paid).toMatchObject({
      status: 'succeeded',
      amount_received: 50,
      latest_charge: { status: 'succeeded', amount: 50, payment_method_details: { card: { last4: '4242' } } },
      payment_method: { customer: intent.customer },
    });
  });

  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000009987', 'card_declined', 'lost_card'],
    ['4000000000009979', 'card_declined', 'stolen_card'],
    ['4000000000000069', 'expired_card', undefined],
    ['4000000000000127', 'incorrect_cvc', undefined],
    ['4000000000000119', 'processing_error', undefined],
    ['4000000000000341', 'card_declined', 'generic_decline'],
    ['4000008400001280', 'card_declined', 'generic_decline'],
    ['4111111111111111', 'card_declined', 'test_mode_live_card'],
  ])('is declined with %s: %s, %s; another card then pays it', async (number, code, declineCode) => {
    const intent = await fiftyPence();
    const answer = await confirm(intent, await sandbox.typed(number));
    expect([answer.status, getNestedValue(answer.body, 'error', 'type')]).toEqual([402, 'card_error']);
    expect([
      getNestedValue(answer.body, 'error', 'code'),
      getNestedValue(answer.body, 'error', 'decline_code'),
    ]).toEqual([code, declineCode]);
    const after = await stripe.paymentIntents.retrieve(intent.id);
    expect(after).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { code },
    });
    const second = await confirm(intent, await sandbox.typed('4242424242424242'));
    expect(getNestedValue(second.body, 'status')).toBe('succeeded');
    const charges = await stripe.charges.list({ payment_intent: intent.id });
    expect(charges.data.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
  });

  test.each(['4000002500003155', '4000002760003184', '4000003800000446', '4000000000003220'])(
    'needs authentication with %s, and is paid after it',
    async (number) => {
      const intent = await fiftyPence();
      const answer = await confirm(intent, await sandbox.typed(number));
      expect([getNestedValue(answer.body, 'status'), getNestedValue(answer.body, 'next_action', 'type')]).toEqual([
        'requires_action',
        'use_stripe_sdk',
      ]);
      const url = String(getNestedValue(answer.body, 'next_action', 'use_stripe_sdk', 'stripe_js'));
      expect(await (await fetch(url)).text()).toContain('£0.50');
      await sandbox.authenticate(intent);
      const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
      expect(paid).toMatchObject({
        status: 'succeeded',
        latest_charge: { payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } } },
      });
    },
  );

  test.each([
    ['4000008260003178', 'insufficient_funds'],
    ['4000008400001629', 'generic_decline'],
  ])('needs authentication with %s, and is declined after it: %s', async (number, declineCode) => {
    const intent = await fiftyPence();
    await confirm(intent, await sandbox.typed(number));
    await sandbox.authenticate(intent);
    const after = await stripe.paymentIntents.retrieve(intent.id);
    expect(after).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', decline_code: declineCode },
    });
  });

  test('needs another card when the holder does not authenticate', async () => {
    const intent = await fiftyPence();
    await confirm(intent, await sandbox.typed('4000002760003184'));
    await sandbox.authenticate(intent, 'fail');
    const after = await stripe.paymentIntents.retrieve(intent.id);
    expect(after).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
  });

  test.each(['4000000000003055', '4000000000003097', '4000056655665556', '4000008260000000'])(
    'is paid with %s without authentication',
    async (number) => {
      const intent = await fiftyPence();
      expect(getNestedValue((await confirm(intent, await sandbox.typed(number))).body, 'status')).toBe('succeeded');
    },
  );
});

describe('an off-session payment', () => {
  const renewal = (customer: string, method: string) =>
    stripe.paymentIntents.create({
      amount: 890,
      currency: 'gbp',
      customer,
      payment_method: method,
      allowed_payment_method_types: ['card'],
      off_session: true,
      confirm: true,
    });

  async function setUp(number: string): Promise<{ customer: string; method: string }> {
    const intent = await fiftyPence();
    const method = await sandbox.typed(number);
    const answer = await confirm(intent, method);
    if (getNestedValue(answer.body, 'status') === 'requires_action') await sandbox.authenticate(intent);
    return { customer: String(intent.customer), method };
  }

  test.each(['4242424242424242', '4000002500003155', '4000003800000446'])(
    'with %s succeeds once the card is set up',
    async (number) => {
      const { customer, method } = await setUp(number);
      expect((await renewal(customer, method)).status).toBe('succeeded');
    },
  );

  test('with 3184 is declined, since the card requires authentication every time', async () => {
    const { customer, method } = await setUp('4000002760003184');
    await expect(renewal(customer, method)).rejects.toMatchObject({
      type: 'StripeCardError',
      code: 'authentication_required',
      decline_code: 'authentication_required',
    });
  });
});

describe('cards', () => {
  test('are rejected with a wrong number, date or security code', async () => {
    await expect(sandbox.typed('4242424242424241')).rejects.toThrow('incorrect_number');
    await expect(sandbox.typed('4242424242424242', { 'card[exp_year]': '2019' })).rejects.toThrow(
      'invalid_expiry_year',
    );
    await expect(sandbox.typed('4242424242424242', { 'card[exp_month]': '13' })).rejects.toThrow(
      'invalid_expiry_month',
    );
    await expect(sandbox.typed('4242424242424242', { 'card[cvc]': '1' })).rejects.toThrow('invalid_cvc');
  });

  test('of a family are as many as there are numbers, each with its own fingerprint', async () => {
    const typed = await Promise.all(
      ['4242420000000018', '4242420000000026', '4242420000000018'].map((number) => sandbox.typed(number)),
    );
    const [first, other, again] = await Promise.all(
      typed.map(async (id) => (await stripe.paymentMethods.retrieve(id)).card?.fingerprint),
    );
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  test('are rejected by number with the secret key', async () => {
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2040 };
    await expect(stripe.paymentMethods.create({ type: 'card', card })).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
    });
  });

  test('attach, list, detach; one that declines does not attach, 0341 does', async () => {
    const customer = await stripe.customers.create();
    const visa = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    await expect(
      stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer: customer.id }),
    ).rejects.toMatchObject({ code: 'card_declined' });
    const fails = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id });
    const listed = await stripe.paymentMethods.list({ customer: customer.id, type: 'card' });
    expect(listed.data.map(({ id }) => id)).toEqual([fails.id, visa.id]);
    await stripe.paymentMethods.detach(visa.id);
    expect((await stripe.customers.listPaymentMethods(customer.id)).data).toHaveLength(1);
  });

  test('of another customer cannot be used', async () => {
    const owner = await stripe.customers.create();
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: owner.id });
    const intent = await fiftyPence();
    expect((await confirm(intent, card.id)).status).toBe(400);
  });
});

describe('saving a card', () => {
  test('requires authentication if the bank wants it, and then attaches the card', async () => {
    const customer = await stripe.customers.create();
    const intent = await stripe.setupIntents.create({ customer: customer.id, allowed_payment_method_types: ['card'] });
    const method = await sandbox.typed('4000002500003155');
    const answer = await sandbox.browser(`/v1/setup_intents/${intent.id}/confirm`, {
      payment_method: method,
      client_secret: String(intent.client_secret),
    });
    expect(getNestedValue(answer.body, 'status')).toBe('requires_action');
    await sandbox.authenticate(intent);
    expect(await stripe.setupIntents.retrieve(intent.id)).toMatchObject({
      status: 'succeeded',
      payment_method: method,
    });
    expect((await stripe.paymentMethods.retrieve(method)).customer).toBe(customer.id);
  });

  test('is processed for half an hour with the card that is saved later, and cannot be cancelled meanwhile', async () => {
    const { customer, advance } = await sandbox.onTestClock('2027-01-30T09:00:00Z');
    const intent = await stripe.setupIntents.create({
      customer: customer.id,
      payment_method: await sandbox.typed('4000290000000108'),
      allowed_payment_method_types: ['card'],
      confirm: true,
    });
    expect(intent.status).toBe('requires_action');
    await sandbox.authenticate(intent);
    const status = async () => (await stripe.setupIntents.retrieve(intent.id)).status;
    expect(await status()).toBe('processing');
    const refused = { code: 'setup_intent_unexpected_state' };
    await expect(stripe.setupIntents.cancel(intent.id)).rejects.toMatchObject(refused);
    await expect(stripe.setupIntents.confirm(intent.id)).rejects.toMatchObject(refused);
    await advance(1_799);
    expect(await status()).toBe('processing');
    await advance(1);
    expect(await status()).toBe('succeeded');
    const { data } = await stripe.events.list({ type: 'setup_intent.succeeded', limit: 100 });
    expect(data.filter(({ data: { object } }) => Reflect.get(object, 'id') === intent.id)).toHaveLength(1);
  });

  test('is declined', async () => {
    const intent = await stripe.setupIntents.create({ allowed_payment_method_types: ['card'] });
    await expect(
      stripe.setupIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' }),
    ).rejects.toMatchObject({ code: 'card_declined' });
    expect((await stripe.setupIntents.retrieve(intent.id)).status).toBe('requires_payment_method');
  });
});

describe('the publishable key', () => {
  test('needs the client secret of the intent', async () => {
    const [mine, other] = [await fiftyPence(), await fiftyPence()];
    const read = (secret: string | null) =>
      sandbox.browser(`/v1/payment_intents/${mine.id}${secret === null ? '' : `?client_secret=${secret}`}`);
    expect((await read(mine.client_secret)).status).toBe(200);
    expect((await read(other.client_secret)).status).toBe(404);
    expect((await read(null)).status).toBe(404);
  });

  test('confirms with a new card in one call, as Stripe.js does', async () => {
    const intent = await fiftyPence();
    const confirmed = await sandbox.browser(`/v1/payment_intents/${intent.id}/confirm`, {
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '40',
      'payment_method_data[card][cvc]': '123',
      'payment_method_data[billing_details][name]': 'A Driver',
      client_secret: String(intent.client_secret),
      use_stripe_sdk: 'true',
    });
    expect(getNestedValue(confirmed.body, 'status')).toBe('succeeded');
    const declined = await sandbox.browser(`/v1/payment_intents/${(await fiftyPence()).id}/confirm`, {
      'payment_method_data[card][planet]': 'Mars',
      client_secret: String(intent.client_secret),
    });
    expect(getNestedValue(declined.body, 'error', 'code')).toBe('parameter_unknown');
  });

  test('cannot see metadata in an error either', async () => {
    const intent = await fiftyPence();
    const answer = await confirm(intent, await sandbox.typed('4000000000000002'));
    const shown = getNestedValue(answer.body, 'error', 'payment_intent');
    expect([getNestedValue(shown, 'status'), getNestedValue(shown, 'metadata')]).toEqual([
      'requires_payment_method',
      undefined,
    ]);
  });

  test('cannot read or create anything else', async () => {
    const answer = await sandbox.browser('/v1/customers', { email: 'a@example.com' });
    expect([answer.status, getNestedValue(answer.body, 'error', 'code')]).toEqual([403, 'secret_key_required']);
    expect((await sandbox.browser('/v1/events')).status).toBe(403);
  });

  test('is sent by a browser after a preflight request', async () => {
    const preflight = await sandbox.caller.call('/v1/payment_methods', {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
  });
});

test('every other key is rejected', async () => {
  const { hostname, port } = new URL(sandbox.caller.url);
  const other = new Stripe('sk_test_4eC39HqLyjWDarjtT1zdp7dc', { host: hostname, port, protocol: 'http' });
  await expect(other.customers.list()).rejects.toMatchObject({
    type: 'StripeAuthenticationError',
    message: expect.stringContaining('sk_test_'),
  });
  expect((await sandbox.caller.call('/v1/customers')).status).toBe(401);
});

test('a rejected request creates nothing', async () => {
  const [owner, other] = [await stripe.customers.create(), await stripe.customers.create()];
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: owner.id });
  const fields = { amount: 50, currency: 'gbp', customer: other.id, payment_method: card.id };
  await expect(stripe.paymentIntents.create(fields)).rejects.toMatchObject({ code: 'resource_missing' });
  expect((await stripe.paymentIntents.list({ customer: other.id })).data).toEqual([]);
});

test('a canceled intent cannot be paid, nor a paid one canceled', async () => {
  const intent = await fiftyPence();
  await stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' });
  await expect(stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  });
  const paid = await fiftyPence();
  await stripe.paymentIntents.confirm(paid.id, { payment_method: 'pm_card_visa' });
  await expect(stripe.paymentIntents.cancel(paid.id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  });
});
