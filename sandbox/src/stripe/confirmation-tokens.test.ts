import type { Stripe } from 'stripe';
import { getNestedValue } from '../testing/caller.ts';
import { startSandboxStripeCaller, type StripeCaller } from '../testing/stripe-caller.ts';

let sandbox: StripeCaller;
let stripe: Stripe;
let now = Date.parse('2027-03-01T09:00:00Z');
beforeAll(async () => {
  sandbox = await startSandboxStripeCaller(() => new Date(now));
  stripe = sandbox.stripe;
});
afterAll(() => sandbox.close());

/** A PaymentIntent that only a server confirms. */
const manual = (): Promise<Stripe.PaymentIntent> =>
  stripe.paymentIntents.create({
    amount: 50,
    currency: 'gbp',
    confirmation_method: 'manual',
    allowed_payment_method_types: ['card'],
    setup_future_usage: 'off_session',
  });

const tokenOf = async (card: string): Promise<string> =>
  (await stripe.testHelpers.confirmationTokens.create({ payment_method: `pm_card_${card}` })).id;

/** Creates a token from typed input, as Stripe.js does. */
const typed = (number: string) =>
  sandbox.browser('/v1/confirmation_tokens', {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '40',
    'payment_method_data[card][cvc]': '123',
    'payment_method_data[billing_details][name]': 'A Driver',
    'payment_method_data[billing_details][address][postal_code]': 'LS1 1AA',
    setup_future_usage: 'off_session',
  });

const confirm = async (id: string, card: string) =>
  stripe.paymentIntents.confirm(id, { confirmation_token: await tokenOf(card) });

test('a token shows its card before it confirms anything, and confirms once', async () => {
  const made = await typed('4000008260000000');
  expect(made.status).toBe(200);
  const id = String(getNestedValue(made.body, 'id'));
  expect(await stripe.confirmationTokens.retrieve(id)).toMatchObject({
    object: 'confirmation_token',
    expires_at: now / 1_000 + 12 * 3_600,
    payment_intent: null,
    use_stripe_sdk: true,
    payment_method_preview: {
      type: 'card',
      billing_details: { name: 'A Driver', address: { postal_code: 'LS1 1AA' } },
      card: { brand: 'visa', last4: '0000', country: 'GB' },
    },
  });
  const intent = await manual();
  const paid = await stripe.paymentIntents.confirm(intent.id, { confirmation_token: id, expand: ['payment_method'] });
  expect(paid).toMatchObject({ status: 'succeeded', payment_method: { billing_details: { name: 'A Driver' } } });
  expect(await stripe.confirmationTokens.retrieve(id)).toMatchObject({ payment_intent: intent.id, expires_at: null });
  await expect(stripe.paymentIntents.confirm((await manual()).id, { confirmation_token: id })).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    param: 'confirmation_token',
  });
});

test('a token expires after twelve hours, and an unknown one is missing', async () => {
  const [intent, token] = [await manual(), await tokenOf('visa')];
  now += 12 * 3_600_000;
  await expect(stripe.paymentIntents.confirm(intent.id, { confirmation_token: token })).rejects.toThrow('has expired');
  await expect(stripe.paymentIntents.confirm(intent.id, { confirmation_token: 'ctoken_none' })).rejects.toMatchObject({
    code: 'resource_missing',
  });
});

test('the publishable key cannot confirm a PaymentIntent of manual confirmation, nor read a token', async () => {
  const intent = await manual();
  const method = await sandbox.typed('4242424242424242');
  const client_secret = String(intent.client_secret);
  for (const fields of [{ payment_method: method }, { confirmation_token: await tokenOf('visa') }, {}] as const) {
    const answer = await sandbox.browser(`/v1/payment_intents/${intent.id}/confirm`, { ...fields, client_secret });
    expect([answer.status, getNestedValue(answer.body, 'error', 'message')]).toEqual([
      400,
      expect.stringContaining('cannot be confirmed using your publishable key because its `confirmation_method` is'),
    ]);
  }
  expect((await sandbox.browser(`/v1/confirmation_tokens/${await tokenOf('visa')}`)).status).toBe(403);
  expect(await stripe.charges.list({ payment_intent: intent.id })).toMatchObject({ data: [] });
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method');
});

test('after authentication the server confirms again, and only then money moves', async () => {
  const intent = await manual();
  const pending = await confirm(intent.id, 'authenticationRequired');
  expect(pending).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
  await sandbox.authenticate(intent);
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_confirmation');
  expect((await stripe.charges.list({ payment_intent: intent.id })).data).toEqual([]);
  expect((await stripe.paymentIntents.confirm(intent.id)).status).toBe('succeeded');
});

test('a failed authentication, or one for another card, does not count', async () => {
  const intent = await manual();
  await confirm(intent.id, 'authenticationRequired');
  await sandbox.authenticate(intent, 'fail');
  const failed = await stripe.paymentIntents.retrieve(intent.id);
  expect([failed.status, failed.last_payment_error?.code]).toEqual([
    'requires_payment_method',
    'payment_intent_authentication_failure',
  ]);
  await expect(stripe.paymentIntents.confirm(intent.id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  });
  await confirm(intent.id, 'authenticationRequired');
  await sandbox.authenticate(intent);
  expect((await confirm(intent.id, 'authenticationRequired')).status).toBe('requires_action');
});

test('a card may be declined after authentication', async () => {
  const intent = await manual();
  await confirm(intent.id, 'threeDSecureRequiredChargeDeclined');
  await sandbox.authenticate(intent);
  await expect(stripe.paymentIntents.confirm(intent.id)).rejects.toMatchObject({ code: 'card_declined' });
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method');
});

test('a SetupIntent is confirmed with a token too', async () => {
  const customer = await stripe.customers.create();
  const setup = await stripe.setupIntents.create({ customer: customer.id, allowed_payment_method_types: ['card'] });
  const confirmed = await stripe.setupIntents.confirm(setup.id, { confirmation_token: await tokenOf('visa') });
  expect(confirmed.status).toBe('succeeded');
});
