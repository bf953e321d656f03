import type { VendorCallReport } from '../http/adapter-options.ts';
import type { ProviderLimits } from '../http/provider-limits.ts';
import { createInMemoryLimiter } from '../http/vendor-limiter.fixture.ts';
import {
  dropSocket,
  hang,
  html,
  json,
  raw,
  type Reply,
  startStubVendor,
  type Vendor,
} from '../http/vendor-server.fixture.ts';
import { type Invoice, PaymentsRefusedError, PaymentsUnavailableError } from './payments.port.ts';
import {
  charge,
  declined,
  error,
  intent,
  invoice,
  paidIntent,
  signUpId,
  subscription,
} from './stripe-answers.fixture.ts';
import { createStripeAdapter } from './stripe.adapter.ts';

let vendor: Vendor;
let reports: VendorCallReport[];
let opened: ReturnType<typeof createStripeAdapter>[];
beforeEach(async () => {
  vendor = await startStubVendor();
  reports = [];
  opened = [];
});
afterEach(async () => {
  await vendor.close();
  await Promise.all(opened.map((each) => each.close()));
});

const stripeWith = (limits: Partial<ProviderLimits> = {}, path = '') => {
  const adapter = createStripeAdapter({
    url: vendor.url + path,
    secretKey: 'sk_test_secret',
    priceId: 'price_1',
    webhookSecrets: ['whsec_1'],
    createVendorLimiter: createInMemoryLimiter,
    limits: { backoffMs: 1, ratePerSecond: 10_000, burst: 10_000, ...limits },
    onCall: (report) => reports.push(report),
  });
  opened.push(adapter);
  return adapter;
};
const ok = (body: object): Reply => json({ status: 200, body });
const formOf = ({ body }: { body: string }) => Object.fromEntries(new URLSearchParams(body));
const refundList = (...made: readonly { id: string; amount?: number; key?: string; status?: string }[]): Reply =>
  ok({
    object: 'list',
    data: made.map(({ id, amount = 50, key, status = 'succeeded' }) => ({
      id,
      amount,
      status,
      metadata: key === undefined ? {} : { refund_key: key },
    })),
    has_more: false,
  });
const trialPayment = {
  key: `trial.${signUpId}`,
  customerId: 'cus_1',
  signUpId,
  amountPence: 50,
  currency: 'gbp',
  description: 'Trial',
};

describe('a call', () => {
  it('has the pinned version, our key and no telemetry, and is form-encoded', async () => {
    vendor.play(ok(intent()));
    const stripe = stripeWith();
    await stripe.createTrialPayment(trialPayment);
    await stripe.createTrialPayment(trialPayment);
    const [first, second] = vendor.requests;
    expect(first).toMatchObject({ method: 'POST', path: '/v1/payment_intents' });
    expect(first?.headers).toMatchObject({
      authorization: 'Bearer sk_test_secret',
      'stripe-version': '2026-10-28.endive',
      'idempotency-key': `trial.${signUpId}`,
      'content-type': 'application/x-www-form-urlencoded',
    });
    for (const { headers } of vendor.requests) expect(headers).not.toHaveProperty('x-stripe-client-telemetry');
    expect(second?.body).toBe(first?.body);
    expect(formOf(first ?? { body: '' })).toEqual({
      customer: 'cus_1',
      amount: '50',
      confirmation_method: 'manual',
      currency: 'gbp',
      description: 'Trial',
      'allowed_payment_method_types[0]': 'card',
      setup_future_usage: 'off_session',
      'metadata[sign_up_id]': signUpId,
      'expand[0]': 'payment_method',
      'expand[1]': 'latest_charge',
    });
  });

  it('is sent below the path of the configured URL', async () => {
    vendor.play(ok(intent()));
    await stripeWith({}, '/stripe/').readPayment('pi_1');
    expect(vendor.requests[0]?.path).toMatch(/^\/stripe\/v1\/payment_intents\/pi_1\?expand/);
  });

  it('is reported without its content', async () => {
    vendor.play(ok({ id: 'cus_1' }));
    await stripeWith().createCustomer({ key: 'k', email: 'driver@example.com', name: 'A Driver', signUpId });
    expect(reports).toEqual([
      { provider: 'Stripe', outcome: 'answered', failure: null, ms: expect.any(Number), notes: [] },
    ]);
    expect(formOf(vendor.requests[0] ?? { body: '' })).toEqual({
      email: 'driver@example.com',
      name: 'A Driver',
      'metadata[sign_up_id]': signUpId,
    });
  });
});

describe('reading objects of Stripe', () => {
  it('reads a payment', async () => {
    vendor.play(ok(paidIntent()));
    const card = { brand: 'visa', last4: '4242', expiryMonth: 4, expiryYear: 2030, fingerprint: 'Xt5EWLLDS7FJjR1c' };
    expect(await stripeWith().readPayment('pi_1')).toEqual({
      id: 'pi_1',
      status: 'succeeded',
      amountPence: 50,
      currency: 'gbp',
      refundedPence: 0,
      customerId: 'cus_1',
      paymentMethodId: 'pm_1',
      card,
      signUpId,
      paidAt: new Date(1_795_000_000_000),
      askedAt: new Date(1_795_000_000_000),
      decline: null,
      clientSecret: 'pi_1_secret_x',
      receiptUrl: 'https://pay.stripe.com/receipts/1',
    });
  });

  it.each([
    ['requires_action', 'needs-authentication'],
    ['requires_confirmation', 'needs-confirmation'],
    ['processing', 'processing'],
    ['canceled', 'cancelled'],
  ])('reads a payment that %s', async (status, read) => {
    vendor.play(ok(intent({ status })));
    expect(await stripeWith().readPayment('pi_1')).toMatchObject({ status: read, paidAt: null, receiptUrl: null });
  });

  it('reads a declined payment with its reason in plain words', async () => {
    const { error: last_payment_error } = declined('insufficient_funds');
    vendor.play(ok(intent({ last_payment_error })));
    expect(await stripeWith().readPayment('pi_1')).toMatchObject({
      status: 'needs-card',
      decline: { code: 'insufficient_funds', message: 'There is not enough money on this card. Use another card.' },
    });
  });

  it('reads a subscription with the period of its items', async () => {
    vendor.play(ok(subscription({ cancel_at_period_end: true })));
    expect(await stripeWith().readSubscription('sub_1')).toMatchObject({
      status: 'trialing',
      customerId: 'cus_1',
      trialEndsAt: new Date(1_795_086_400_000),
      periodStart: new Date(1_795_000_000_000),
      periodEnd: new Date(1_795_086_400_000),
      endsAt: new Date(1_795_086_400_000),
      card: { last4: '4242' },
      signUpId,
      latestInvoiceId: 'in_1',
    });
  });

  it('reads an open invoice with the period of its lines and the reason why it is unpaid', async () => {
    vendor.play(ok(invoice()), ok(intent({ id: 'pi_9', status: 'requires_action', amount: 890, metadata: {} })));
    expect(await stripeWith().readInvoice('in_1')).toEqual({
      id: 'in_1',
      status: 'open',
      subscriptionId: 'sub_1',
      customerId: 'cus_1',
      amountPence: 890,
      totalPence: 890,
      currency: 'gbp',
      billingReason: 'cycle',
      periodStart: new Date(1_795_086_400_000),
      periodEnd: new Date(1_797_678_400_000),
      paidAt: null,
      nextAttemptAt: new Date(1_795_200_000_000),
      url: 'https://invoice.stripe.com/i/1',
      paymentIntentId: 'pi_9',
      attempt: expect.objectContaining({ id: 'pi_9', status: 'needs-authentication', signUpId: null }),
      ownPayment: null,
      overpaidBy: [],
    });
  });

  const payments = (...each: ['default' | 'own', 'open' | 'paid' | 'canceled'][]) => ({
    object: 'list',
    data: each.map(([kind, status]) => ({
      is_default: kind === 'default',
      status,
      payment: { type: 'payment_intent', payment_intent: `pi_${kind}` },
    })),
    has_more: false,
  });

  it('reads our own payment of an open invoice until it is cancelled', async () => {
    vendor.play(
      ok(invoice({ payments: payments(['own', 'open'], ['default', 'open']) })),
      ok(intent({ id: 'pi_default', metadata: {} })),
      ok(intent({ id: 'pi_own', status: 'requires_confirmation', metadata: {} })),
    );
    const stripe = stripeWith();
    const ids = ({ paymentIntentId, attempt, ownPayment }: Invoice) => [paymentIntentId, attempt?.id, ownPayment?.id];
    expect(ids(await stripe.readInvoice('in_1'))).toEqual(['pi_default', 'pi_default', 'pi_own']);
    vendor.play(
      ok(invoice({ payments: payments(['own', 'canceled'], ['default', 'open']) })),
      ok(intent({ id: 'pi_default', metadata: {} })),
    );
    expect(ids(await stripe.readInvoice('in_1'))).toEqual(['pi_default', 'pi_default', undefined]);
  });

  it.each([
    ['ours', payments(['own', 'paid'], ['default', 'canceled']), 'pi_own'],
    ['Stripe’s', payments(['own', 'open'], ['default', 'paid']), 'pi_default'],
  ])('reads the payment of an invoice that %s has paid', async (_, payments, paymentIntentId) => {
    const open = payments.data[0]?.status === 'open' ? [ok(intent({ id: 'pi_own', metadata: {} }))] : [];
    vendor.play(ok(invoice({ status: 'paid', amount_paid: 890, payments })), ...open);
    expect(await stripeWith().readInvoice('in_1')).toMatchObject({
      paymentIntentId,
      attempt: null,
      ownPayment: null,
      overpaidBy: [],
    });
  });

  it('reads an invoice paid twice: what paid it first, and what was paid after it', async () => {
    const paidAt = (kind: 'default' | 'own', paid_at: number) => ({
      is_default: kind === 'default',
      status: 'paid',
      status_transitions: { paid_at },
      payment: { type: 'payment_intent', payment_intent: `pi_${kind}` },
    });
    for (const [own, byDefault, first, second] of [
      [2, 1, 'pi_default', 'pi_own'],
      [1, 2, 'pi_own', 'pi_default'],
      [1, 1, 'pi_default', 'pi_own'],
    ] as const) {
      const data = [paidAt('own', own), paidAt('default', byDefault)];
      vendor.play(
        ok(invoice({ status: 'paid', amount_paid: 1_780, payments: { data } })),
        ok(paidIntent({ id: second, metadata: {} })),
      );
      expect(await stripeWith().readInvoice('in_1')).toMatchObject({
        amountPence: 890,
        paymentIntentId: first,
        overpaidBy: [second],
      });
    }
  });

  it.each([
    ['automatic', null],
    ['manual', 'pi_1_secret_x'],
  ])(
    'reads a payment of %s confirmation, with its secret only where a browser cannot confirm with it',
    async (how, secret) => {
      vendor.play(ok(intent({ confirmation_method: how, status: 'requires_action' })));
      expect(await stripeWith().readPayment('pi_1')).toMatchObject({ clientSecret: secret });
    },
  );

  it.each([
    ['requires_payment_method', null],
    ['requires_action', 'seti_1_secret_x'],
    ['succeeded', null],
  ])(
    'reads a SetupIntent that is %s, with its secret only while the bank asks for authentication',
    async (status, secret) => {
      vendor.play(
        ok({
          id: 'seti_1',
          status,
          created: 1_795_090_000,
          customer: 'cus_1',
          payment_method: null,
          client_secret: 'seti_1_secret_x',
          last_setup_error: null,
        }),
      );
      expect(await stripeWith().readCardSetup('seti_1')).toMatchObject({ clientSecret: secret });
    },
  );

  it('reads a paid invoice', async () => {
    vendor.play(ok(invoice({ status: 'paid', amount_paid: 890, status_transitions: { paid_at: 1_795_090_000 } })));
    expect(await stripeWith().readInvoice('in_1')).toMatchObject({
      status: 'paid',
      amountPence: 890,
      paidAt: new Date(1_795_090_000_000),
      attempt: null,
    });
    expect(vendor.requests).toHaveLength(1);
  });

  it('reads a list page by page, at most as many entries as requested', async () => {
    const page = (ids: string[], has_more: boolean) =>
      ok({ object: 'list', data: ids.map((id) => intent({ id })), has_more });
    vendor.play(page(['pi_3', 'pi_2'], true), page(['pi_1'], false));
    const found = await stripeWith().listPayments({ since: new Date(1_794_000_000_500), limit: 10 });
    expect(found.map(({ id }) => id)).toEqual(['pi_3', 'pi_2', 'pi_1']);
    const queries = vendor.requests.map(({ path }) => Object.fromEntries(new URL(path, vendor.url).searchParams));
    expect(queries).toMatchObject([
      { 'created[gte]': '1794000000', limit: '10' },
      { starting_after: 'pi_2', limit: '8' },
    ]);
  });

  it.each<[string, object]>([
    ['an unknown status', intent({ status: 'of_tomorrow' })],
    ['an amount below zero', intent({ amount: -50 })],
    ['an amount of text', intent({ amount: '50' })],
    ['no currency', intent({ currency: undefined })],
    ['a list in its place', { object: 'list', data: [], has_more: false }],
    ['an odd secret', intent({ client_secret: 7 })],
  ])('rejects %s', async (_, body) => {
    vendor.play(ok(body));
    await expect(stripeWith().readPayment('pi_1')).rejects.toThrow(PaymentsUnavailableError);
  });

  it('reads the payment of a charge', async () => {
    vendor.play(ok({ id: 'ch_1', payment_intent: 'pi_1' }), ok({ id: 'ch_2', payment_intent: null }));
    const { paymentOfCharge } = stripeWith();
    expect([await paymentOfCharge('ch_1'), await paymentOfCharge('ch_2')]).toEqual(['pi_1', null]);
  });

  it('reads no sign-up from foreign metadata, and no receipt from an invalid URL', async () => {
    vendor.play(
      ok(
        paidIntent({
          metadata: { sign_up_id: "' or 1=1" },
          latest_charge: { ...charge, receipt_url: 'javascript:alert(1)' },
        }),
      ),
    );
    expect(await stripeWith().readPayment('pi_1')).toMatchObject({ signUpId: null, receiptUrl: null });
  });
});

describe('a subscription', () => {
  const create = { key: 'subscription.1', customerId: 'cus_1', paymentMethodId: 'pm_1', signUpId };

  it('with a trial is created for an absent customer', async () => {
    vendor.play(ok(subscription()));
    await stripeWith().createSubscription({ ...create, trialEndsAt: new Date(1_795_086_400_000) });
    expect(formOf(vendor.requests[0] ?? { body: '' })).toEqual({
      customer: 'cus_1',
      'items[0][price]': 'price_1',
      default_payment_method: 'pm_1',
      payment_behavior: 'allow_incomplete',
      'payment_settings[payment_method_types][0]': 'card',
      'payment_settings[save_default_payment_method]': 'on_subscription',
      off_session: 'true',
      trial_end: '1795086400',
      'trial_settings[end_behavior][missing_payment_method]': 'cancel',
      'metadata[sign_up_id]': signUpId,
      'expand[0]': 'default_payment_method',
    });
  });

  it('without a trial may need authentication by the bank', async () => {
    vendor.play(ok(subscription({ status: 'incomplete', trial_end: null })));
    const made = await stripeWith().createSubscription({ ...create, trialEndsAt: null, signUpId: null });
    expect(made).toMatchObject({ status: 'incomplete', trialEndsAt: null });
    const form = formOf(vendor.requests[0] ?? { body: '' });
    expect(form).toMatchObject({ off_session: 'false' });
    expect(form).not.toHaveProperty('trial_end');
  });

  it('is returned unchanged if it is already cancelled', async () => {
    vendor.play(
      json({ status: 404, body: error({ code: 'resource_missing' }) }),
      ok(subscription({ status: 'canceled', ended_at: 1_795_000_500 })),
      ok({ data: [], has_more: false }),
    );
    expect(await stripeWith().cancelSubscription({ key: 'k', id: 'sub_1', when: 'now' })).toMatchObject({
      status: 'canceled',
      endsAt: new Date(1_795_000_500_000),
    });
    expect(vendor.requests.map(({ method }) => method)).toEqual(['DELETE', 'GET', 'GET']);
  });

  const ownAndDefault = {
    data: [
      { is_default: false, status: 'open', payment: { payment_intent: 'pi_own' } },
      { is_default: true, status: 'open', payment: { payment_intent: 'pi_default' } },
    ],
  };

  it('is cancelled now together with its open invoices and our payments of them, including an invoice that is voided concurrently', async () => {
    vendor.play(
      ok(subscription({ status: 'canceled' })),
      ok({ data: [invoice({ id: 'in_1' }), invoice({ id: 'in_2', payments: ownAndDefault })], has_more: false }),
      json({ status: 400, body: error({ code: null }) }),
      ok(invoice({ id: 'in_1', status: 'void' })),
      ok(intent({ status: 'canceled', metadata: {} })),
      ok(invoice({ id: 'in_2', status: 'void' })),
    );
    await stripeWith().cancelSubscription({ key: 'k', id: 'sub_1', when: 'now' });
    expect(vendor.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'DELETE /v1/subscriptions/sub_1?expand[0]=default_payment_method',
      'GET /v1/invoices?subscription=sub_1&status=open&limit=100&expand[0]=data.payments',
      'POST /v1/invoices/in_1/void',
      'GET /v1/invoices/in_1?expand[0]=payments',
      'POST /v1/payment_intents/pi_own/cancel',
      'POST /v1/invoices/in_2/void',
    ]);
  });

  it('is kept after its cancellation was undone, without the id of that cancellation', async () => {
    vendor.play(ok(subscription({ status: 'active' })));
    expect(await stripeWith().withdrawSubscriptionCancellation({ key: 'k', id: 'sub_1' })).toMatchObject({
      endsAt: null,
    });
    expect(formOf(vendor.requests[0] ?? { body: '' })).toMatchObject({
      cancel_at_period_end: 'false',
      'metadata[cancellation_id]': '',
    });
  });

  it('is rejected if it cannot be cancelled', async () => {
    vendor.play(json({ status: 400, body: error({ code: 'parameter_unknown' }) }), ok(subscription()));
    await expect(stripeWith().cancelSubscription({ key: 'k', id: 'sub_1', when: 'period-end' })).rejects.toThrow(
      PaymentsRefusedError,
    );
  });
});

describe('the credit of an overpaid invoice', () => {
  const transaction = (more: object) => ({
    id: 'cbtxn_1',
    amount: -890,
    type: 'invoice_overpaid',
    invoice: 'in_1',
    ...more,
  });
  const list = (...data: object[]) => ok({ data, has_more: false });
  const back = {
    key: 'overpaid.pi_1',
    customerId: 'cus_1',
    invoiceId: 'in_1',
    amountPence: 890,
    currency: 'gbp',
  };

  it.each([
    ['all of it', -890, 890],
    ['a part of it', -400, 400],
  ])('is reversed as far as it is unused: %s', async (_what, balance, amount) => {
    vendor.play(list(transaction({})), ok({ id: 'cus_1', balance }), ok({ id: 'cbtxn_2' }));
    expect(await stripeWith().removeCredit(back)).toBe(amount);
    expect(vendor.requests.at(-1)).toMatchObject({ headers: { 'idempotency-key': back.key } });
    expect(formOf(vendor.requests.at(-1) ?? { body: '' })).toEqual({
      amount: String(amount),
      currency: 'gbp',
      'metadata[credit_key]': back.key,
      'metadata[credit_invoice]': back.invoiceId,
    });
  });

  it.each([
    ['was used', [transaction({})], 0],
    [
      'was given by Stripe for another reason',
      [transaction({ invoice: 'in_2' }), transaction({ type: 'adjustment' })],
      -1_780,
    ],
  ])('is not reversed if it %s', async (_what, transactions, balance) => {
    vendor.play(list(...transactions), ok({ id: 'cus_1', balance }));
    expect(await stripeWith().removeCredit(back)).toBe(0);
  });

  it('is not taken from credit that staff gave after it was used', async () => {
    const goodwill = transaction({ id: 'cbtxn_3', type: 'adjustment', invoice: null, amount: -500 });
    const applied = transaction({ id: 'cbtxn_2', type: 'applied_to_invoice', invoice: 'in_2', amount: 890 });
    vendor.play(list(goodwill, applied, transaction({})), ok({ id: 'cus_1', balance: -500 }));
    expect(await stripeWith().removeCredit(back)).toBe(0);
  });

  it('is reversed no further than the charge that it came from', async () => {
    const other = transaction({ id: 'cbtxn_2' });
    vendor.play(list(other, transaction({})), ok({ id: 'cus_1', balance: -1_780 }), ok({ id: 'cbtxn_3' }));
    expect(await stripeWith().removeCredit(back)).toBe(890);
  });

  it('is reversed once per key', async () => {
    const own = transaction({
      id: 'cbtxn_2',
      type: 'adjustment',
      invoice: null,
      amount: 890,
      metadata: { credit_key: back.key },
    });
    vendor.play(list(own, transaction({})));
    expect(await stripeWith().removeCredit(back)).toBe(890);
    expect(vendor.requests).toHaveLength(1);
  });
});

describe('a change that was already made', () => {
  it('a charge that can no longer be cancelled is returned unchanged', async () => {
    vendor.play(json({ status: 400, body: error({ code: 'payment_intent_unexpected_state' }) }), ok(paidIntent()));
    expect(await stripeWith().cancelPayment({ key: 'k', id: 'pi_1' })).toMatchObject({ status: 'succeeded' });
  });

  it('a refunded charge returns its refund', async () => {
    vendor.play(
      refundList(),
      ok(paidIntent()),
      json({ status: 400, body: error({ code: 'charge_already_refunded' }) }),
      refundList({ id: 're_1' }),
    );
    expect(await stripeWith().refundPayment({ key: 'k', paymentIntentId: 'pi_1' })).toEqual({ id: 're_1' });
  });

  it.each([
    ['what was returned under its key', [{ id: 're_1', amount: 20, key: 'k' }], 20, 30, 'k', { amount: '10' }],
    ['what is left', [{ id: 're_1', amount: 40 }], 40, 30, 'k', { amount: '10' }],
    ['also what failed', [{ id: 're_1', amount: 30, key: 'k', status: 'failed' }], 0, 30, 'k', null],
    [
      'not what was never sent',
      [{ id: 're_1', amount: 30, key: 'k', status: 'canceled' }],
      0,
      30,
      'k',
      { amount: '30' },
    ],
    ['everything', [{ id: 're_1', amount: 50 }], 50, undefined, 'k', null],
  ] as const)('a refund counts %s', async (_, made, refundedPence, amountPence, key, sent) => {
    vendor.play(
      refundList(...made),
      ok(paidIntent({ latest_charge: { ...charge, amount_refunded: refundedPence } })),
      ok({ id: 're_2' }),
    );
    const refund = { key, paymentIntentId: 'pi_1', ...(amountPence === undefined ? {} : { amountPence }) };
    expect(await stripeWith().refundPayment(refund)).toEqual({ id: sent === null ? 're_1' : 're_2' });
    if (sent === null) return expect(vendor.requests).toHaveLength(2);
    expect(formOf(vendor.requests[2] ?? { body: '' })).toMatchObject({ ...sent, 'metadata[refund_key]': key });
  });

  it('a declined invoice is returned with the reason', async () => {
    const refused = declined('stolen_card');
    vendor.play(
      json({ status: 402, body: refused }),
      ok(invoice()),
      ok(intent({ id: 'pi_9', last_payment_error: refused.error })),
    );
    const { status, attempt } = await stripeWith().payInvoice({ key: 'k', id: 'in_1' });
    expect(status).toBe('open');
    expect(attempt?.decline?.message).toBe('Your bank declined this card. Use another card, or ask your bank why.');
    expect(formOf(vendor.requests[0] ?? { body: '' })).toMatchObject({ off_session: 'false' });
  });

  it('an invoice that was paid meanwhile is returned as paid', async () => {
    const paid = invoice({ status: 'paid', amount_paid: 890, status_transitions: { paid_at: 1_795_090_000 } });
    vendor.play(json({ status: 400, body: error({ code: 'invoice_not_editable' }) }), ok(paid));
    expect(await stripeWith().payInvoice({ key: 'k', id: 'in_1' })).toMatchObject({ status: 'paid' });
  });

  it('an invoice that was finalised meanwhile is returned unchanged', async () => {
    vendor.play(json({ status: 400, body: error({}) }), ok(invoice()), ok(intent({ id: 'pi_9' })));
    expect(await stripeWith().finalizeInvoice({ key: 'k', id: 'in_1' })).toMatchObject({ status: 'open' });
  });
});

it('updates only the name and address of a customer', async () => {
  vendor.play(ok({ id: 'cus_1' }));
  await stripeWith().updateCustomer({ key: 'customer.1', id: 'cus_1', email: 'new@example.org', name: 'Dana Driver' });
  expect(
    vendor.requests.map(({ path, headers, body }) => [path, headers['idempotency-key'], formOf({ body })]),
  ).toEqual([['/v1/customers/cus_1', 'customer.1', { email: 'new@example.org', name: 'Dana Driver' }]]);
});

it('deletes a customer, and treats an unknown one as deleted', async () => {
  vendor.play(
    ok({ id: 'cus_1', deleted: true }),
    json({ status: 404, body: error({ code: 'resource_missing' }) }),
    json({ status: 400, body: error({}) }),
  );
  await stripeWith().deleteCustomer('cus_1');
  await stripeWith().deleteCustomer('cus_2');
  await expect(stripeWith().deleteCustomer('cus_3')).rejects.toThrow();
  expect(vendor.requests.map(({ method, path, body }) => [method, path, body])).toEqual(
    ['cus_1', 'cus_2', 'cus_3'].map((id) => ['DELETE', `/v1/customers/${id}`, '']),
  );
});

it('makes a new card the customer’s and the subscription’s', async () => {
  vendor.play(ok({ id: 'any' }));
  await stripeWith().useCard({ key: 'card.1', customerId: 'cus_1', subscriptionId: 'sub_1', paymentMethodId: 'pm_2' });
  expect(
    vendor.requests.map(({ path, headers, body }) => [path, headers['idempotency-key'], formOf({ body })]),
  ).toEqual([
    ['/v1/customers/cus_1', 'card.1.customer', { 'invoice_settings[default_payment_method]': 'pm_2' }],
    ['/v1/subscriptions/sub_1', 'card.1.subscription', { default_payment_method: 'pm_2' }],
  ]);
});

describe('the stored card', () => {
  const customer = (chosen: string | null) => ok({ id: 'cus_1', invoice_settings: { default_payment_method: chosen } });
  const latest = (card: string | null) =>
    ok({ data: [{ id: 'sub_1', default_payment_method: card }], has_more: false });

  it.each<[string, [Reply, ...Reply[]], string | null]>([
    ['is the one chosen last', [customer('pm_chosen')], 'pm_chosen'],
    ['is that of the latest subscription where none was chosen', [customer(null), latest('pm_latest')], 'pm_latest'],
    ['is none where that has none', [customer(null), latest(null)], null],
    ['is none without a subscription', [customer(null), ok({ data: [], has_more: false })], null],
    ['is none of a deleted customer', [ok({ id: 'cus_1', deleted: true }), ok({ data: [], has_more: false })], null],
  ])('%s', async (_, replies, card) => {
    vendor.play(...replies);
    expect(await stripeWith().storedCard('cus_1')).toBe(card);
  });
});

describe('errors', () => {
  const create = () => stripeWith().createTrialPayment(trialPayment);

  it.each<[string, number, object, string | null]>([
    ['a missing object', 404, error({ code: 'resource_missing', param: 'customer' }), 'resource_missing'],
    ['a wrong parameter', 400, error({ code: 'parameter_unknown' }), 'parameter_unknown'],
    ['a key used for something else', 400, error({ type: 'idempotency_error' }), null],
    ['a wrong key', 401, error({}), null],
    ['a key without the right', 403, error({}), null],
  ])('%s is rejected without a retry and without the request in the error', async (_, status, body, code) => {
    vendor.play(json({ status, body }));
    const refused = await create().catch((thrown: unknown) => thrown);
    expect(refused).toBeInstanceOf(PaymentsRefusedError);
    expect(refused).toMatchObject({ code });
    expect(String(refused)).not.toMatch(/It says a name|sk_test/);
    expect((refused as Error).cause).toBeUndefined();
    expect(vendor.requests).toHaveLength(1);
  });

  it.each<[string, Reply, number]>([
    ['a 429', raw(429, JSON.stringify(error({ code: 'rate_limit' }))), 3],
    ['a 400 with the code of a rate limit', json({ status: 400, body: error({ code: 'rate_limit' }) }), 1],
    ['a key still in use', json({ status: 409, body: error({ code: 'idempotency_key_in_use' }) }), 3],
    ['a 500', json({ status: 500, body: error({ type: 'api_error' }) }), 1],
    ['a 503', html(503), 3],
    ['a page of some proxy', html(200), 1],
    ['a page of some proxy with a 404', html(404), 1],
    ['half an answer', raw(200, '{"id":"pi_1"'), 1],
    ['nothing', raw(200, ''), 1],
    ['a list', raw(200, '[]'), 1],
    ['an error with a 200', ok(error({})), 1],
    ['dropped connections', dropSocket, 3],
  ])('%s means that Stripe is unavailable', async (_, reply, calls) => {
    vendor.play(reply);
    await expect(create()).rejects.toThrow(PaymentsUnavailableError);
    expect(vendor.requests).toHaveLength(calls);
    expect(new Set(vendor.requests.map(({ headers }) => headers['idempotency-key']))).toEqual(
      new Set([trialPayment.key]),
    );
  });

  it('repeats a call whose response was lost with the same key', async () => {
    vendor.play(dropSocket, ok(intent()));
    expect(await create()).toMatchObject({ id: 'pi_1' });
    expect(vendor.requests.map(({ headers, body }) => [headers['idempotency-key'], body])).toEqual(
      Array(2).fill([trialPayment.key, vendor.requests[0]?.body]),
    );
  });

  it('a call to a slow Stripe fails after its timeout and is not repeated', async () => {
    vendor.play(hang);
    await expect(stripeWith({ totalTimeoutMs: 200 }).readPayment('pi_1')).rejects.toThrow(PaymentsUnavailableError);
    expect(vendor.requests).toHaveLength(1);
  });

  it('five failures in a row pause calls to Stripe', async () => {
    vendor.play(json({ status: 500, body: {} }));
    const stripe = stripeWith();
    for (let n = 0; n < 8; n += 1) {
      await expect(stripe.readPayment('pi_1')).rejects.toThrow(PaymentsUnavailableError);
    }
    expect(vendor.requests).toHaveLength(5);
    expect(reports.at(-1)).toMatchObject({ outcome: 'circuit-open' });
  });

  it('a decline does not count as a failure of Stripe', async () => {
    vendor.play(json({ status: 402, body: declined('insufficient_funds') }));
    const stripe = stripeWith();
    for (let n = 0; n < 8; n += 1)
      await expect(stripe.createTrialPayment(trialPayment)).rejects.toThrow(PaymentsRefusedError);
    expect(vendor.requests).toHaveLength(8);
    expect(reports.at(-1)).toMatchObject({ outcome: 'declined', failure: null });
  });
});
