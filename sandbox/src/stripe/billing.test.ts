import type { Stripe } from 'stripe';
import { getNestedValue } from '../testing/caller.ts';
import { startSandboxStripeCaller, type StripeCaller } from '../testing/stripe-caller.ts';

let sandbox: StripeCaller;
let stripe: Stripe;
beforeAll(async () => {
  sandbox = await startSandboxStripeCaller();
  stripe = sandbox.stripe;
});
afterAll(() => sandbox.close());

const [hour, day] = [3_600, 86_400];
const signedUp = '2027-01-30T09:00:00Z';
const at = (instant: string): number => Date.parse(instant) / 1000;

interface Member {
  customer: string;
  subscription: string;
  advance(seconds: number): Promise<void>;
}

/** A member who has paid 50p with a card, on a trial that ends 24 hours later. */
async function onTrial(
  number = '4242424242424242',
  more: Partial<Stripe.SubscriptionCreateParams> = {},
): Promise<Member> {
  const { customer, advance } = await sandbox.onTestClock(signedUp);
  const intent = await stripe.paymentIntents.create({
    amount: 50,
    currency: 'gbp',
    customer: customer.id,
    setup_future_usage: 'off_session',
    allowed_payment_method_types: ['card'],
  });
  const method = await sandbox.typed(number);
  const confirmed = await sandbox.browser(`/v1/payment_intents/${intent.id}/confirm`, {
    payment_method: method,
    client_secret: String(intent.client_secret),
  });
  if (getNestedValue(confirmed.body, 'status') === 'requires_action') await sandbox.authenticate(intent);
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: 'price_sandbox_membership' }],
    default_payment_method: method,
    trial_end: at(signedUp) + day,
    off_session: true,
    payment_behavior: 'allow_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    metadata: { pi: intent.id },
    ...more,
  });
  return { customer: customer.id, subscription: subscription.id, advance };
}

const read = (member: Member): Promise<Stripe.Subscription> =>
  stripe.subscriptions.retrieve(member.subscription, { expand: ['latest_invoice.payments'] });

const invoices = async (member: Member): Promise<Stripe.Invoice[]> =>
  (await stripe.invoices.list({ subscription: member.subscription })).data.reverse();

/** The types of the events about a subscription and its invoices, in order. */
async function eventsOf(member: Member, ...types: string[]): Promise<string[]> {
  const all = await stripe.events.list({ limit: 100, types });
  return all.data
    .filter(({ data: { object } }) => getNestedValue(object, 'customer') === member.customer)
    .map(({ type }) => String(type))
    .reverse();
}

async function paymentOf(member: Member): Promise<Stripe.PaymentIntent> {
  const subscription = await read(member);
  const id = getNestedValue(subscription.latest_invoice, 'payments', 'data', 0, 'payment', 'payment_intent');
  return stripe.paymentIntents.retrieve(String(id));
}

test('a trial is free, announces its end immediately, and leads to the first £8.90 within about an hour of its end', async () => {
  const member = await onTrial();
  const trial = await read(member);
  expect(trial).toMatchObject({
    status: 'trialing',
    trial_end: at(signedUp) + day,
    billing_cycle_anchor: at(signedUp) + day,
    metadata: { pi: expect.stringMatching(/^pi_/) },
  });
  expect(trial.items.data[0]).toMatchObject({
    current_period_start: at(signedUp),
    current_period_end: at(signedUp) + day,
  });
  const [free] = await invoices(member);
  expect(free).toMatchObject({ total: 0, status: 'paid', billing_reason: 'subscription_create' });
  expect(await eventsOf(member, 'customer.subscription.*')).toEqual([
    'customer.subscription.created',
    'customer.subscription.trial_will_end',
  ]);

  await member.advance(day + 60);
  expect(await read(member)).toMatchObject({ status: 'active', latest_invoice: { status: 'draft', amount_due: 890 } });
  const [, draft] = await invoices(member);
  expect(draft).toMatchObject({
    billing_reason: 'subscription_cycle',
    created: at(signedUp) + day,
    automatically_finalizes_at: at(signedUp) + day + hour,
    parent: { subscription_details: { subscription: member.subscription } },
  });

  await member.advance(hour);
  const [, paid] = await invoices(member);
  expect(paid).toMatchObject({ status: 'paid', amount_paid: 890, attempt_count: 1 });
  expect(paid?.status_transitions).toMatchObject({
    finalized_at: at(signedUp) + day + hour,
    paid_at: at(signedUp) + day + hour,
  });
  const charges = await stripe.charges.list({ customer: member.customer });
  expect(charges.data.map(({ amount, status }) => [amount, status])).toEqual([
    [890, 'succeeded'],
    [50, 'succeeded'],
  ]);
  const updated = await stripe.events.list({ type: 'customer.subscription.updated' });
  const active = updated.data.find(({ data }) => getNestedValue(data.object, 'id') === member.subscription);
  expect(active?.data.previous_attributes).toMatchObject({ status: 'trialing' });
  expect(await eventsOf(member, 'invoice.*')).toEqual([
    ...['invoice.created', 'invoice.finalized', 'invoice.paid', 'invoice.payment_succeeded'],
    ...['invoice.created', 'invoice.finalized', 'invoice.paid', 'invoice.payment_succeeded'],
  ]);
});

test('periods keep the day of the month on which the trial ended, and each is charged once', async () => {
  const member = await onTrial();
  await member.advance(50 * day);
  await member.advance(30 * day);
  const all = await invoices(member);
  expect(all.slice(1).map(({ lines }) => new Date((lines.data[0]?.period.start ?? 0) * 1000).toISOString())).toEqual([
    '2027-01-31T09:00:00.000Z',
    '2027-02-28T09:00:00.000Z',
    '2027-03-31T09:00:00.000Z',
  ]);
  expect(all.slice(1).map(({ status }) => status)).toEqual(['paid', 'paid', 'paid']);
  expect(await eventsOf(member, 'invoice.upcoming')).toHaveLength(2);
});

test('a card that attaches and then fails: past due, retried for days, then canceled', async () => {
  const member = await onTrial();
  const failing = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: member.customer });
  await stripe.subscriptions.update(member.subscription, { default_payment_method: failing.id });
  await member.advance(day + 2 * hour);
  expect(await read(member)).toMatchObject({
    status: 'past_due',
    latest_invoice: { status: 'open', attempt_count: 1, next_payment_attempt: at(signedUp) + day + hour + 3 * day },
  });
  expect(await eventsOf(member, 'invoice.payment_failed')).toHaveLength(1);
  expect((await paymentOf(member)).last_payment_error).toMatchObject({ code: 'card_declined' });
  await member.advance(20 * day);
  expect(await read(member)).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'payment_failed' },
    latest_invoice: { status: 'open', attempt_count: 4, next_payment_attempt: null },
  });
  expect(await eventsOf(member, 'customer.subscription.deleted')).toHaveLength(1);
});

test('a past due membership is active again once its invoice is paid with another card', async () => {
  const member = await onTrial();
  const failing = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: member.customer });
  await stripe.subscriptions.update(member.subscription, { default_payment_method: failing.id });
  await member.advance(day + 2 * hour);
  const { latest_invoice: open } = await read(member);
  await expect(stripe.invoices.pay(String(getNestedValue(open, 'id')))).rejects.toMatchObject({
    code: 'card_declined',
  });
  const good = await stripe.paymentMethods.attach('pm_card_visa', { customer: member.customer });
  const paid = await stripe.invoices.pay(String(getNestedValue(open, 'id')), { payment_method: good.id });
  expect(paid).toMatchObject({ status: 'paid', next_payment_attempt: null });
  expect(await read(member)).toMatchObject({ status: 'active', default_payment_method: good.id });
  await expect(stripe.invoices.pay(String(getNestedValue(open, 'id')))).rejects.toThrow('already paid');
});

test('3184: the 50p needs authentication, and so does the renewal, which is past due until then', async () => {
  const member = await onTrial('4000002760003184');
  await member.advance(day + 2 * hour);
  expect(await read(member)).toMatchObject({ status: 'past_due', latest_invoice: { status: 'open' } });
  expect(await eventsOf(member, 'invoice.payment_action_required')).toHaveLength(1);
  const { latest_invoice: open } = await read(member);
  const hosted = await (await fetch(String(getNestedValue(open, 'hosted_invoice_url')))).text();
  expect(hosted).toContain('Confirm this payment with your bank');
  await expect(stripe.invoices.pay(String(getNestedValue(open, 'id')), { off_session: false })).rejects.toMatchObject({
    type: 'StripeCardError',
    code: 'invoice_payment_intent_requires_action',
  });
  const intent = await paymentOf(member);
  expect(intent.status).toBe('requires_action');
  await sandbox.authenticate(intent);
  expect(await read(member)).toMatchObject({ status: 'active', latest_invoice: { status: 'paid', amount_paid: 890 } });
});

test('3155: the 50p needs authentication, the renewal does not', async () => {
  const member = await onTrial('4000002500003155');
  await member.advance(day + 2 * hour);
  expect(await read(member)).toMatchObject({ status: 'active', latest_invoice: { status: 'paid' } });
});

describe('upgrading early', () => {
  test('charges immediately, and the month starts now', async () => {
    const member = await onTrial();
    await member.advance(2 * hour);
    const now = at(signedUp) + 2 * hour;
    const upgraded = await stripe.subscriptions.update(member.subscription, { trial_end: 'now' });
    expect(upgraded).toMatchObject({ status: 'active', trial_end: now, billing_cycle_anchor: now });
    expect((await invoices(member))[1]).toMatchObject({
      status: 'paid',
      total: 890,
      billing_reason: 'subscription_update',
      created: now,
    });
    await member.advance(2 * day);
    expect(await invoices(member)).toHaveLength(2);
  });

  test('returns a secret when the bank requires authentication, and is active after it', async () => {
    const member = await onTrial('4000002760003184');
    await stripe.subscriptions.update(member.subscription, { trial_end: 'now', payment_behavior: 'allow_incomplete' });
    const waiting = await stripe.subscriptions.retrieve(member.subscription, {
      expand: ['latest_invoice.confirmation_secret'],
    });
    expect(waiting.status).toBe('past_due');
    const secret = String(getNestedValue(waiting.latest_invoice, 'confirmation_secret', 'client_secret'));
    const intent = await paymentOf(member);
    expect(secret).toBe(intent.client_secret);
    await sandbox.authenticate(intent);
    expect((await read(member)).status).toBe('active');
  });

  test('changes nothing when the payment is required immediately and fails', async () => {
    const member = await onTrial('4000002760003184');
    await expect(
      stripe.subscriptions.update(member.subscription, { trial_end: 'now', payment_behavior: 'error_if_incomplete' }),
    ).rejects.toMatchObject({ code: 'subscription_payment_intent_requires_action' });
    expect((await read(member)).status).toBe('trialing');
    expect(await invoices(member)).toHaveLength(1);
  });
});

describe('upgrading early, once that is paid', () => {
  const upgrade = (member: Member) =>
    stripe.subscriptions.update(member.subscription, {
      trial_end: 'now',
      proration_behavior: 'none',
      payment_behavior: 'pending_if_incomplete',
    });
  const trialEnd = at(signedUp) + day;
  const openOf = async (member: Member) => {
    const [open] = (await stripe.invoices.list({ subscription: member.subscription, status: 'open' })).data;
    return String(open?.id);
  };

  test('ends the trial immediately when the card pays', async () => {
    const member = await onTrial();
    expect(await upgrade(member)).toMatchObject({ status: 'active', trial_end: at(signedUp), pending_update: null });
    expect(await eventsOf(member, 'customer.subscription.pending_update_applied')).toHaveLength(0);
  });

  test.each(['4000000000000341', '4000002760003184'])(
    'leaves the trial unchanged while the card %s does not pay',
    async (card) => {
      const member = await onTrial();
      const method = await stripe.paymentMethods.attach(await sandbox.typed(card), { customer: member.customer });
      await stripe.subscriptions.update(member.subscription, { default_payment_method: method.id });
      const invoice = { status: 'open', billing_reason: 'subscription_update', next_payment_attempt: null };
      const waiting = { status: 'trialing', trial_end: trialEnd };
      expect(await upgrade(member)).toMatchObject({
        ...waiting,
        pending_update: { trial_end: at(signedUp), expires_at: at(signedUp) + 23 * hour },
      });
      expect(await read(member)).toMatchObject({ ...waiting, latest_invoice: invoice });
      await stripe.invoices.voidInvoice(await openOf(member));
      expect(await read(member)).toMatchObject({ ...waiting, pending_update: null });
      const good = await stripe.paymentMethods.attach('pm_card_visa', { customer: member.customer });
      await stripe.subscriptions.update(member.subscription, { default_payment_method: good.id });
      await member.advance(day + 2 * hour);
      expect(await read(member)).toMatchObject({
        status: 'active',
        latest_invoice: { billing_reason: 'subscription_cycle' },
      });
    },
  );

  test('is applied when a payment that was attached to its invoice succeeds', async () => {
    const member = await onTrial('4000002760003184');
    await upgrade(member);
    const invoice = await openOf(member);
    const intent = await stripe.paymentIntents.create({
      amount: 890,
      currency: 'gbp',
      customer: member.customer,
      allowed_payment_method_types: ['card'],
      confirmation_method: 'manual',
    });
    await stripe.invoices.attachPayment(invoice, { payment_intent: intent.id });
    await member.advance(2 * hour);
    await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    expect(await read(member)).toMatchObject({
      status: 'active',
      trial_end: at(signedUp),
      billing_cycle_anchor: at(signedUp),
      pending_update: null,
      latest_invoice: { status: 'paid', amount_paid: 890 },
    });
    expect(await eventsOf(member, 'customer.subscription.pending_update_applied')).toHaveLength(1);
  });

  test('expires after 23 hours, and its invoice is void; a new request replaces the one before', async () => {
    const member = await onTrial('4000002760003184');
    await upgrade(member);
    const first = await openOf(member);
    await member.advance(hour);
    expect(await upgrade(member)).toMatchObject({ pending_update: { expires_at: trialEnd } });
    const second = await openOf(member);
    expect(await stripe.invoices.retrieve(first)).toMatchObject({ status: 'void' });
    await member.advance(23 * hour);
    expect(await stripe.invoices.retrieve(second)).toMatchObject({ status: 'void' });
    expect(await read(member)).toMatchObject({ status: 'active', pending_update: null });
    expect(await eventsOf(member, 'customer.subscription.pending_update_expired')).toHaveLength(2);
  });

  test('ends with the subscription', async () => {
    const member = await onTrial('4000002760003184');
    await upgrade(member);
    expect(await stripe.subscriptions.cancel(member.subscription)).toMatchObject({ pending_update: null });
  });

  test('accepts only parameters that can wait for a payment', async () => {
    const member = await onTrial();
    await expect(
      stripe.subscriptions.update(member.subscription, {
        trial_end: 'now',
        payment_behavior: 'pending_if_incomplete',
        off_session: false,
      }),
    ).rejects.toMatchObject({ param: 'off_session' });
    expect(await read(member)).toMatchObject({ status: 'trialing' });
  });
});

describe('a payment that is attached to an open invoice', () => {
  /** A membership whose first charge needs authentication. */
  const unauthenticated = async () => {
    const member = await onTrial('4000002760003184');
    await stripe.subscriptions.update(member.subscription, { trial_end: 'now' });
    const [invoice] = (await stripe.invoices.list({ subscription: member.subscription, status: 'open' })).data;
    return { member, invoice: String(invoice?.id) };
  };
  const pay = (customer: string, amount = 890) =>
    stripe.paymentIntents.create({
      amount,
      currency: 'gbp',
      customer,
      allowed_payment_method_types: ['card'],
      confirmation_method: 'manual',
    });
  const attach = (invoice: string, payment_intent: string) =>
    stripe.invoices.attachPayment(invoice, { payment_intent, expand: ['payments'] });
  const paymentsOf = async (invoice: string) =>
    (await stripe.invoicePayments.list({ invoice })).data.map(({ is_default, status }) => [is_default, status]);

  test('pays it once it succeeds, and the default payment is cancelled', async () => {
    const { member, invoice } = await unauthenticated();
    const intent = await pay(member.customer);
    expect(await attach(invoice, intent.id)).toMatchObject({ status: 'open', payments: { data: [{}, {}] } });
    const byDefault = (await defaultOf(invoice)) ?? '';
    await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    expect(await read(member)).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'paid', amount_paid: 890, amount_overpaid: 0 },
    });
    expect(await paymentsOf(invoice)).toEqual([
      [false, 'paid'],
      [true, 'canceled'],
    ]);
    expect(await stripe.paymentIntents.retrieve(byDefault)).toMatchObject({ status: 'canceled' });
    expect(await eventsOf(member, 'invoice.paid')).toHaveLength(2);
  });

  test('that has succeeded before pays it immediately', async () => {
    const { member, invoice } = await unauthenticated();
    const intent = await pay(member.customer);
    await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    expect(await attach(invoice, intent.id)).toMatchObject({ status: 'paid' });
  });

  test('leaves the invoice unchanged when it is declined', async () => {
    const { member, invoice } = await unauthenticated();
    const intent = await pay(member.customer);
    await attach(invoice, intent.id);
    await expect(
      stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' }),
    ).rejects.toMatchObject({ code: 'card_declined' });
    expect(await paymentsOf(invoice)).toEqual([
      [false, 'open'],
      [true, 'open'],
    ]);
  });

  test('overpays it when it is made after the default one', async () => {
    const { member, invoice } = await unauthenticated();
    const intent = await pay(member.customer);
    await attach(invoice, intent.id);
    await sandbox.authenticate(await stripe.paymentIntents.retrieve((await defaultOf(invoice)) ?? ''));
    await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    expect(await stripe.invoices.retrieve(invoice)).toMatchObject({ amount_paid: 890, amount_overpaid: 890 });
    expect(await paymentsOf(invoice)).toEqual([
      [false, 'paid'],
      [true, 'paid'],
    ]);
    expect(await stripe.customers.retrieve(member.customer)).toMatchObject({ balance: -890 });
    expect((await stripe.customers.listBalanceTransactions(member.customer)).data).toMatchObject([
      { type: 'invoice_overpaid', amount: -890, ending_balance: -890, invoice },
    ]);
    await member.advance(32 * day);
    expect(await read(member)).toMatchObject({
      latest_invoice: { status: 'paid', total: 890, amount_due: 0, amount_paid: 0, starting_balance: -890 },
    });
    expect(await stripe.customers.retrieve(member.customer)).toMatchObject({ balance: 0 });
  });

  test('gives its credit back when the next invoice that used it is voided', async () => {
    const { member, invoice } = await unauthenticated();
    await stripe.customers.createBalanceTransaction(member.customer, { amount: -300, currency: 'gbp' });
    await stripe.invoices.voidInvoice(invoice);
    await member.advance(32 * day);
    const [open] = (await stripe.invoices.list({ subscription: member.subscription, status: 'open' })).data;
    expect(open).toMatchObject({ amount_due: 590, starting_balance: -300 });
    await stripe.invoices.voidInvoice(String(open?.id));
    expect(await stripe.customers.retrieve(member.customer)).toMatchObject({ balance: -300 });
    expect((await stripe.customers.listBalanceTransactions(member.customer)).data).toMatchObject([
      { type: 'unapplied_from_invoice', amount: -300, ending_balance: -300, invoice: open?.id },
      { type: 'applied_to_invoice', amount: 300, ending_balance: 0, invoice: open?.id },
      { type: 'adjustment', amount: -300 },
    ]);
  });

  test('leaves the next invoice unchanged once its credit is reversed', async () => {
    const { member, invoice } = await unauthenticated();
    const intent = await pay(member.customer);
    await attach(invoice, intent.id);
    await sandbox.authenticate(await stripe.paymentIntents.retrieve((await defaultOf(invoice)) ?? ''));
    await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    const back = { amount: 890, currency: 'gbp', metadata: { of: intent.id } };
    expect(await stripe.customers.createBalanceTransaction(member.customer, back)).toMatchObject({
      type: 'adjustment',
      amount: 890,
      ending_balance: 0,
      metadata: { of: intent.id },
    });
    await member.advance(32 * day);
    expect(await read(member)).toMatchObject({ latest_invoice: { amount_due: 890, starting_balance: 0 } });
  });

  test('keeps the invoice from being voided until it is cancelled', async () => {
    const { member, invoice } = await unauthenticated();
    const intent = await pay(member.customer);
    await attach(invoice, intent.id);
    await expect(stripe.invoices.voidInvoice(invoice)).rejects.toThrow('open payments');
    await stripe.paymentIntents.cancel(intent.id);
    expect(await stripe.invoices.voidInvoice(invoice)).toMatchObject({ status: 'void' });
    expect(await paymentsOf(invoice)).toEqual([
      [false, 'canceled'],
      [true, 'canceled'],
    ]);
  });

  test('must be of the whole amount, of the same customer, and of no other invoice', async () => {
    const { member, invoice } = await unauthenticated();
    const less = await pay(member.customer, 800);
    await expect(attach(invoice, less.id)).rejects.toThrow('an amount that matches the invoice total');
    const foreign = await pay((await stripe.customers.create({})).id);
    await expect(attach(invoice, foreign.id)).rejects.toThrow('the same customer');
    const intent = await pay(member.customer);
    await attach(invoice, intent.id);
    await expect(attach(invoice, intent.id)).rejects.toThrow('attached to an invoice already');
  });

  const defaultOf = async (invoice: string): Promise<string | undefined> => {
    const { data } = await stripe.invoicePayments.list({ invoice });
    return data.find(({ is_default }) => is_default)?.payment.payment_intent?.toString();
  };
});

describe('a cancellation', () => {
  test('at the end of the period can be undone', async () => {
    const member = await onTrial();
    await stripe.subscriptions.update(member.subscription, { cancel_at_period_end: true });
    await stripe.subscriptions.update(member.subscription, { cancel_at_period_end: false });
    await member.advance(day + 2 * hour);
    expect((await read(member)).status).toBe('active');
    await stripe.subscriptions.update(member.subscription, {
      cancel_at_period_end: true,
      cancellation_details: { feedback: 'too_expensive' },
    });
    await member.advance(31 * day);
    expect(await read(member)).toMatchObject({
      status: 'canceled',
      ended_at: at('2027-02-28T09:00:00Z'),
      cancellation_details: { reason: 'cancellation_requested', feedback: 'too_expensive' },
    });
    expect(await invoices(member)).toHaveLength(2);
  });

  test('takes effect immediately, before a draft is charged', async () => {
    const member = await onTrial();
    await member.advance(day + 60);
    expect((await stripe.subscriptions.cancel(member.subscription)).status).toBe('canceled');
    await member.advance(10 * day);
    expect((await stripe.charges.list({ customer: member.customer })).data).toHaveLength(1);
    await expect(stripe.subscriptions.cancel(member.subscription)).rejects.toMatchObject({ code: 'resource_missing' });
  });

  test.each([
    ['cancel', 'canceled', 'customer.subscription.deleted'],
    ['pause', 'paused', 'customer.subscription.paused'],
  ] as const)('of a trial without a card follows its setting %s', async (missing, status, event) => {
    const member = await onTrial('4242424242424242', {
      trial_settings: { end_behavior: { missing_payment_method: missing } },
    });
    const { default_payment_method: card } = await read(member);
    await stripe.paymentMethods.detach(String(card));
    await member.advance(day + 2 * hour);
    expect((await read(member)).status).toBe(status);
    expect(await eventsOf(member, event)).toHaveLength(1);
    expect(await invoices(member)).toHaveLength(1);
  });
});

describe('another price', () => {
  const newPrice = (more: Partial<Stripe.PriceCreateParams> = {}) =>
    stripe.prices.create({
      product: 'prod_sandbox_membership',
      currency: 'gbp',
      unit_amount: 990,
      recurring: { interval: 'month' },
      ...more,
    });
  const change = async (member: Member, price: string, more: Partial<Stripe.SubscriptionUpdateParams> = {}) => {
    const [item] = (await read(member)).items.data;
    const items = [{ id: String(item?.id), price }];
    return stripe.subscriptions.update(member.subscription, { items, proration_behavior: 'none', ...more });
  };
  const totals = async (member: Member) => (await invoices(member)).map(({ total }) => total);

  test('is charged from the next period on, without an invoice or a change of the period now', async () => {
    const member = await onTrial();
    await member.advance(3 * day);
    const before = await read(member);
    const { id } = await newPrice();
    const changed = await change(member, id);
    expect(changed.items.data[0]).toMatchObject({
      id: before.items.data[0]?.id,
      price: { id, unit_amount: 990 },
      current_period_end: before.items.data[0]?.current_period_end,
    });
    expect(await totals(member)).toEqual([0, 890]);
    await member.advance(31 * day);
    expect(await totals(member)).toEqual([0, 890, 990]);
    expect(await eventsOf(member, 'customer.subscription.updated')).not.toEqual([]);
  });

  test('does not change the draft of a period that has begun', async () => {
    const member = await onTrial();
    await member.advance(day + 60);
    await change(member, (await newPrice()).id);
    await member.advance(hour);
    expect(await totals(member)).toEqual([0, 890]);
    await member.advance(31 * day);
    expect(await totals(member)).toEqual([0, 890, 990]);
  });

  test('is the first charge of a trial that has it', async () => {
    const member = await onTrial();
    await change(member, (await newPrice()).id);
    await member.advance(2 * day);
    expect(await totals(member)).toEqual([0, 990]);
  });

  test.each<[what: string, () => Promise<string>, Partial<Stripe.SubscriptionUpdateParams>, RegExp]>([
    ['is unknown', () => Promise.resolve('price_unknown'), {}, /No such price/],
    ['is archived', async () => (await newPrice({ active: false })).id, {}, /inactive/],
    ['is not recurring', async () => (await newPrice({ recurring: undefined as never })).id, {}, /one_time/],
    ['is in another currency', async () => (await newPrice({ currency: 'usd' })).id, {}, /currency/],
  ])('that %s changes nothing', async (_, priceId, more, message) => {
    const member = await onTrial();
    await expect(change(member, await priceId(), more)).rejects.toThrow(message);
    expect((await read(member)).items.data[0]?.price.id).toBe('price_sandbox_membership');
  });

  test('cannot be given to a subscription that has ended', async () => {
    const member = await onTrial();
    const { id } = await newPrice();
    const [item] = (await read(member)).items.data;
    await stripe.subscriptions.cancel(member.subscription);
    await expect(
      stripe.subscriptions.update(member.subscription, {
        items: [{ id: String(item?.id), price: id }],
        proration_behavior: 'none',
      }),
    ).rejects.toThrow(/canceled subscription/);
  });
});

describe('a subscription without a trial', () => {
  const subscribe = async (card: string, behavior: Stripe.SubscriptionCreateParams.PaymentBehavior) => {
    const { customer, advance } = await sandbox.onTestClock(signedUp);
    const method = await stripe.paymentMethods.attach(card, { customer: customer.id });
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: 'price_sandbox_membership' }],
      default_payment_method: method.id,
      payment_behavior: behavior,
    });
    return { customer: customer.id, subscription: subscription.id, advance };
  };

  test('is charged immediately', async () => {
    const member = await subscribe('pm_card_visa', 'allow_incomplete');
    expect(await read(member)).toMatchObject({ status: 'active', latest_invoice: { status: 'paid' } });
  });

  test('is incomplete until it is paid, and expires after 23 hours', async () => {
    const member = await subscribe('pm_card_chargeCustomerFail', 'allow_incomplete');
    expect((await read(member)).status).toBe('incomplete');
    await member.advance(23 * hour);
    expect(await read(member)).toMatchObject({ status: 'incomplete_expired', latest_invoice: { status: 'void' } });
  });

  test('is paid by confirming its payment', async () => {
    const member = await subscribe('pm_card_visa', 'default_incomplete');
    const intent = await paymentOf(member);
    await stripe.paymentIntents.confirm(intent.id);
    expect(await read(member)).toMatchObject({ status: 'active', latest_invoice: { status: 'paid' } });
  });

  test('is not created when the payment is required immediately and fails', async () => {
    await expect(subscribe('pm_card_chargeCustomerFail', 'error_if_incomplete')).rejects.toMatchObject({
      code: 'card_declined',
    });
  });
});

test('a clock is not advanced by more than two periods, nor moved back', async () => {
  const member = await onTrial();
  await expect(member.advance(70 * day)).rejects.toThrow('at most two intervals');
  await expect(member.advance(-80 * day)).rejects.toThrow('after its current frozen time');
});

test('objects without a test clock follow the sandbox’s clock, step by step', async () => {
  const customer = await stripe.customers.create({ payment_method: 'pm_card_visa' });
  const [card] = (await stripe.customers.listPaymentMethods(customer.id)).data;
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: 'price_sandbox_membership' }],
    default_payment_method: String(card?.id),
    trial_period_days: 1,
  });
  await sandbox.caller.put('/control/clock', { days: 1, hours: 2 });
  const member = { customer: customer.id, subscription: subscription.id, advance: async () => undefined };
  expect(await read(member)).toMatchObject({ status: 'active', latest_invoice: { status: 'paid', amount_paid: 890 } });
  const [, paid] = await invoices(member);
  expect(paid?.status_transitions.paid_at).toBe(Number(subscription.trial_end) + hour);
  await sandbox.caller.remove('/control/clock');
});

describe('refunds', () => {
  test('are made in parts, up to the amount', async () => {
    const member = await onTrial();
    await member.advance(day + 2 * hour);
    const intent = (await paymentOf(member)).id;
    const part = await stripe.refunds.create({ payment_intent: intent, amount: 200, reason: 'requested_by_customer' });
    expect(part).toMatchObject({ status: 'succeeded', amount: 200 });
    await expect(stripe.refunds.create({ payment_intent: intent, amount: 700 })).rejects.toThrow(
      'greater than unrefunded',
    );
    await stripe.refunds.create({ payment_intent: intent });
    await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    const [charge] = (await stripe.charges.list({ payment_intent: intent })).data;
    expect(charge).toMatchObject({ refunded: true, amount_refunded: 890 });
    expect((await stripe.refunds.list({ payment_intent: intent })).data.map(({ amount }) => amount)).toEqual([
      690, 200,
    ]);
    expect(await eventsOf(member, 'charge.refunded', 'refund.created')).toHaveLength(4);
  });

  test('can fail later', async () => {
    const { customer, advance } = await sandbox.onTestClock(signedUp);
    const intent = await stripe.paymentIntents.create({
      amount: 890,
      currency: 'gbp',
      customer: customer.id,
      payment_method: 'pm_card_refundFail',
      allowed_payment_method_types: ['card'],
      confirm: true,
    });
    const refund = await stripe.refunds.create({ payment_intent: intent.id });
    await advance(2 * hour);
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'failed' });
    expect((await stripe.events.list({ type: 'refund.failed' })).data[0]?.data.object).toMatchObject({ id: refund.id });
  });
});
