import { membershipOffer, trialEndAfterPayment } from '@ve/domain/membership/offer';
import { randomUUID } from 'node:crypto';
import { createInMemoryLimiter } from '../http/vendor-limiter.fixture.ts';
import { type PaymentsPort, PaymentsRefusedError, PaymentsUnavailableError } from './payments.port.ts';
import { createStripeAdapter } from './stripe.adapter.ts';
import { startStripeSandbox, type StripeSandbox } from './stripe-sandbox.fixture.ts';

let sandbox: StripeSandbox;
beforeAll(async () => {
  sandbox = await startStripeSandbox();
});
afterAll(() => sandbox.close());

const adapterWith = (secretKey = 'sk_test_sandbox') =>
  createStripeAdapter({
    url: sandbox.url,
    secretKey,
    priceId: 'price_sandbox_membership',
    webhookSecrets: ['whsec_sandbox'],
    createVendorLimiter: createInMemoryLimiter,
    limits: { backoffMs: 5, totalTimeoutMs: 2_000, ratePerSecond: 1_000, burst: 1_000 },
  });
let stripe: ReturnType<typeof adapterWith>;
beforeEach(() => {
  stripe = adapterWith();
});
afterEach(async () => {
  await sandbox.fault('ok');
  await stripe.close();
});

const begin = async (port: PaymentsPort = stripe) => {
  const signUpId = randomUUID();
  const { id: customerId } = await port.createCustomer({
    key: `customer.${signUpId}`,
    email: 'driver@example.com',
    name: 'A Driver',
    signUpId,
  });
  const trial = {
    key: `trial.${signUpId}`,
    customerId,
    signUpId,
    amountPence: membershipOffer.trial.pence,
    currency: membershipOffer.currency,
    description: 'Trial',
  };
  return { signUpId, customerId, trial, payment: await port.createTrialPayment(trial) };
};

/** A sign-up with paid 50p and a subscription. */
const subscribe = async () => {
  const { signUpId, customerId, payment } = await begin();
  await sandbox.pay(payment.clientSecret ?? '');
  const { paidAt, paymentMethodId } = await stripe.readPayment(payment.id);
  if (!paidAt || !paymentMethodId) throw new Error('the payment did not succeed');
  const subscription = {
    key: `subscription.${signUpId}`,
    customerId,
    paymentMethodId,
    trialEndsAt: trialEndAfterPayment(paidAt),
    signUpId,
  };
  return { subscription, made: await stripe.createSubscription(subscription), customerId, payment };
};

it('charges 50p and starts a trial that ends a day later', async () => {
  const { signUpId, customerId, payment } = await begin();
  expect(payment).toMatchObject({ status: 'needs-card', amountPence: 50, currency: 'gbp', signUpId, customerId });
  await sandbox.pay(payment.clientSecret ?? '', 'authenticationRequired');
  const paid = await stripe.readPayment(payment.id);
  expect(paid).toMatchObject({
    status: 'succeeded',
    paidAt: expect.any(Date),
    card: { brand: 'visa', fingerprint: expect.any(String) },
    decline: null,
    receiptUrl: expect.stringMatching(/^http/),
  });

  const trialEndsAt = trialEndAfterPayment(paid.paidAt ?? new Date());
  const subscription = {
    key: `subscription.${signUpId}`,
    customerId,
    paymentMethodId: paid.paymentMethodId ?? '',
    trialEndsAt,
    signUpId,
  };
  const made = await stripe.createSubscription(subscription);
  expect(made).toMatchObject({
    status: 'trialing',
    customerId,
    trialEndsAt,
    periodEnd: trialEndsAt,
    signUpId,
    card: { last4: paid.card?.last4 },
    endsAt: null,
  });
  expect(await stripe.createSubscription(subscription)).toEqual(made);
  expect(await stripe.listSubscriptions(customerId)).toEqual([made]);
  const [listed] = await stripe.listPayments({ since: new Date(Date.now() - 60_000), limit: 1 });
  expect(listed).toEqual(paid);
});

describe('a charge confirmed by the server', () => {
  const confirm = (id: string, confirmationToken: string | null, key: string = randomUUID()) =>
    stripe.confirmPayment({ key, id, card: confirmationToken === null ? null : { confirmationToken } });

  it('is made once per key, and a decline is repeated under the same key', async () => {
    const { payment } = await begin();
    const token = await sandbox.tokenOf('chargeDeclined');
    for (let times = 0; times < 2; times += 1) {
      expect(await confirm(payment.id, token, `declined.${payment.id}`)).toMatchObject({
        status: 'needs-card',
        decline: { code: 'generic_decline' },
      });
    }
    expect(await sandbox.list('charges')).toHaveLength(
      (await sandbox.list('charges')).filter(({ payment_intent: of }) => of !== payment.id).length + 1,
    );
    const good = await sandbox.tokenOf('visa');
    expect(await confirm(payment.id, good, `paid.${payment.id}`)).toMatchObject({ status: 'succeeded' });
    expect(await confirm(payment.id, good, `paid.${payment.id}`)).toMatchObject({ status: 'succeeded' });
    // With another key after that, the payment is returned unchanged.
    expect(await confirm(payment.id, await sandbox.tokenOf('visa'))).toMatchObject({ status: 'succeeded' });
  });

  it('waits for the bank’s authentication, and then for another confirmation', async () => {
    const { payment } = await begin();
    const pending = await confirm(payment.id, await sandbox.tokenOf('authenticationRequired'));
    expect(pending).toMatchObject({ status: 'needs-authentication', clientSecret: payment.clientSecret });
    await sandbox.authenticate(payment.clientSecret ?? '');
    expect(await stripe.readPayment(payment.id)).toMatchObject({ status: 'needs-confirmation', paidAt: null });
    expect(await confirm(payment.id, null)).toMatchObject({ status: 'succeeded' });
  });

  it('is refused for a used token, and when a browser confirms it', async () => {
    const [{ payment }, other] = [await begin(), await begin()];
    const token = await sandbox.tokenOf('visa');
    await confirm(payment.id, token);
    await expect(confirm(other.payment.id, token)).rejects.toThrow(PaymentsRefusedError);
    const clientSecret = other.payment.clientSecret ?? '';
    const fields = { payment_method: 'pm_card_visa', client_secret: clientSecret };
    const { error } = await sandbox.call(
      'POST',
      `payment_intents/${other.payment.id}/confirm`,
      fields,
      'pk_test_sandbox',
    );
    expect(error).toMatchObject({ message: expect.stringContaining('cannot be confirmed using your publishable key') });
  });
});

it('returns the bank’s reason for a decline, and accepts another card', async () => {
  const { payment } = await begin();
  await sandbox.pay(payment.clientSecret ?? '', 'chargeDeclinedInsufficientFunds');
  expect(await stripe.readPayment(payment.id)).toMatchObject({
    status: 'needs-card',
    decline: { code: 'insufficient_funds', message: 'There is not enough money on this card. Use another card.' },
  });
  await sandbox.pay(payment.clientSecret ?? '');
  expect(await stripe.readPayment(payment.id)).toMatchObject({ status: 'succeeded', decline: null });
});

it('cancels an unpaid charge once, and does not cancel a paid one', async () => {
  const { payment } = await begin();
  const cancel = { key: `cancel.${payment.id}`, id: payment.id };
  expect(await stripe.cancelPayment(cancel)).toMatchObject({ status: 'cancelled' });
  expect(await stripe.cancelPayment({ ...cancel, key: `again.${payment.id}` })).toMatchObject({ status: 'cancelled' });
  const paid = (await begin()).payment;
  await sandbox.pay(paid.clientSecret ?? '');
  expect(await stripe.cancelPayment({ key: `cancel.${paid.id}`, id: paid.id })).toMatchObject({ status: 'succeeded' });
});

it('refunds a charge once', async () => {
  const { payment } = await begin();
  await sandbox.pay(payment.clientSecret ?? '');
  const refund = await stripe.refundPayment({ key: `refund.${payment.id}`, paymentIntentId: payment.id });
  expect(await stripe.refundPayment({ key: `again.${payment.id}`, paymentIntentId: payment.id })).toEqual(refund);
  expect(await stripe.readPayment(payment.id)).toMatchObject({ status: 'succeeded', refundedPence: 50 });
});

it('charges the membership immediately when the trial is ended', async () => {
  const { made } = await subscribe();
  const ended = await stripe.endTrialNow({ key: `upgrade.${made.id}`, id: made.id });
  expect(ended).toMatchObject({ status: 'active' });
  const [newest] = await stripe.listInvoices({ subscriptionId: made.id, limit: 5 });
  expect(newest).toMatchObject({
    id: ended.latestInvoiceId,
    status: 'paid',
    amountPence: 890,
    currency: 'gbp',
    subscriptionId: made.id,
    periodStart: ended.periodStart,
    periodEnd: ended.periodEnd,
    paidAt: expect.any(Date),
    attempt: null,
  });
});

it('distinguishes a declined membership charge from one that needs authentication', async () => {
  const { made, customerId } = await subscribe();
  const declined = await sandbox.call('POST', 'payment_methods/pm_card_chargeCustomerFail/attach', {
    customer: customerId,
  });
  const use = { customerId, subscriptionId: made.id };
  await stripe.useCard({ key: `card.${made.id}.1`, ...use, paymentMethodId: declined.id });
  const ended = await stripe.endTrialNow({ key: `upgrade.${made.id}`, id: made.id });
  expect(ended).toMatchObject({ status: 'trialing', trialEndsAt: made.trialEndsAt, card: { last4: '0341' } });
  const open = await stripe.readInvoice(ended.latestInvoiceId ?? '');
  expect(open).toMatchObject({
    status: 'open',
    paidAt: null,
    attempt: { status: 'needs-card', decline: { message: expect.stringMatching(/^Your bank declined/) } },
  });

  const authenticationCard = await sandbox.call('POST', 'payment_methods/pm_card_authenticationRequired/attach', {
    customer: customerId,
  });
  await stripe.useCard({ key: `card.${made.id}.2`, ...use, paymentMethodId: authenticationCard.id });
  const unpaid = await stripe.payInvoice({ key: `pay.${open.id}.1`, id: open.id });
  expect(unpaid).toMatchObject({ status: 'open', attempt: { status: 'needs-authentication' } });

  const good = await sandbox.call('POST', 'payment_methods/pm_card_visa/attach', { customer: customerId });
  await stripe.useCard({ key: `card.${made.id}.3`, ...use, paymentMethodId: good.id });
  const paid = await stripe.payInvoice({ key: `pay.${open.id}.2`, id: open.id });
  expect(paid).toMatchObject({ status: 'paid', amountPence: 890 });
  expect(await stripe.payInvoice({ key: `pay.${open.id}.3`, id: open.id })).toMatchObject({ status: 'paid' });
  expect(await stripe.readSubscription(made.id)).toMatchObject({ status: 'active' });
});

it('cancels a trial immediately and a membership at its period’s end, once each', async () => {
  const { made } = await subscribe();
  const now = await stripe.cancelSubscription({ key: `cancel.${made.id}`, id: made.id, when: 'now' });
  expect(now).toMatchObject({ status: 'canceled', endsAt: expect.any(Date) });
  expect(await stripe.cancelSubscription({ key: `cancel.${made.id}`, id: made.id, when: 'now' })).toEqual(now);
  expect(await stripe.cancelSubscription({ key: `end.${made.id}`, id: made.id, when: 'period-end' })).toEqual(now);

  const other = (await subscribe()).made;
  const running = await stripe.endTrialNow({ key: `upgrade.${other.id}`, id: other.id });
  const ending = await stripe.cancelSubscription({ key: `cancel.${other.id}`, id: other.id, when: 'period-end' });
  expect(ending).toMatchObject({ status: 'active', cancelAtPeriodEnd: true, endsAt: running.periodEnd });
});

it('undoes a cancellation, and returns whose cancellation it was', async () => {
  const { made } = await subscribe();
  const cancellationId = '0b7f4c1e-7a0e-4b6c-9d7e-0f2f6a3b1c12';
  const ending = { key: `cancel.${made.id}`, id: made.id, when: 'period-end', cancellationId } as const;
  expect(await stripe.cancelSubscription(ending)).toMatchObject({ cancellationId, cancelAtPeriodEnd: true });
  expect(await stripe.withdrawSubscriptionCancellation({ key: `keep.${made.id}`, id: made.id })).toMatchObject({
    cancellationId: null,
    endsAt: null,
    signUpId: made.signUpId,
  });
  const ended = await stripe.cancelSubscription({ key: `end.${made.id}`, id: made.id, when: 'now' });
  expect(await stripe.withdrawSubscriptionCancellation({ key: `late.${made.id}`, id: made.id })).toEqual(ended);
});

it('restarts a membership without a trial', async () => {
  const { customerId, subscription } = await subscribe();
  const again = await stripe.createSubscription({
    ...subscription,
    key: `rejoin.${customerId}`,
    trialEndsAt: null,
    signUpId: null,
  });
  expect(again).toMatchObject({ status: 'active', trialEndsAt: null, signUpId: null });
});

/** A membership whose charge needs authentication; its holder has no secret to authenticate with. */
const unauthenticated = async () => {
  const { made, customerId } = await subscribe();
  const card = await sandbox.call('POST', 'payment_methods/pm_card_authenticationRequired/attach', {
    customer: customerId,
  });
  const use = { customerId, subscriptionId: made.id, paymentMethodId: card.id };
  await stripe.useCard({ key: `card.${made.id}`, ...use });
  const { latestInvoiceId } = await stripe.endTrialNow({ key: `upgrade.${made.id}`, id: made.id });
  const invoice = await stripe.readInvoice(latestInvoiceId ?? '');
  expect(invoice).toMatchObject({ status: 'open', attempt: { status: 'needs-authentication', clientSecret: null } });
  const own = { key: `own.${invoice.id}`, invoice, subscriptionId: randomUUID(), description: 'Membership' };
  return { made, customerId, invoice, own, paymentMethodId: card.id };
};

describe('our payment for an open invoice', () => {
  it('asks for authentication, and pays the invoice once the server confirms again', async () => {
    const { made, invoice, own, paymentMethodId } = await unauthenticated();
    const payment = await stripe.createInvoicePayment(own);
    expect(payment).toMatchObject({ status: 'needs-card', amountPence: 890, signUpId: null });
    expect(await stripe.createInvoicePayment(own)).toEqual(payment);
    const confirm = { key: `confirm.${payment.id}.1`, id: payment.id, card: { paymentMethodId } };
    const question = await stripe.confirmPayment(confirm);
    expect(question).toMatchObject({ status: 'needs-authentication', clientSecret: payment.clientSecret });
    await sandbox.authenticate(payment.clientSecret ?? '');
    expect(await stripe.readInvoice(invoice.id)).toMatchObject({
      status: 'open',
      ownPayment: { id: payment.id, status: 'needs-confirmation' },
    });
    const paid = await stripe.confirmPayment({ key: `confirm.${payment.id}.2`, id: payment.id, card: null });
    expect(paid).toMatchObject({ status: 'succeeded' });
    expect(await stripe.readInvoice(invoice.id)).toMatchObject({ status: 'paid', paymentIntentId: payment.id });
    expect(await stripe.readSubscription(made.id)).toMatchObject({ status: 'active' });
  });

  it('is refunded by its id when Stripe collected the invoice first, and so is its credit', async () => {
    const { customerId, invoice, own } = await unauthenticated();
    const payment = await stripe.createInvoicePayment(own);
    await sandbox.call('POST', `invoices/${invoice.id}/pay`, { payment_method: 'pm_card_visa' });
    expect(await stripe.readInvoice(invoice.id)).toMatchObject({ status: 'paid', overpaidBy: [] });
    const good = await sandbox.call('POST', 'payment_methods/pm_card_visa/attach', { customer: customerId });
    await stripe.confirmPayment({ key: `late.${payment.id}`, id: payment.id, card: { paymentMethodId: good.id } });
    expect(await stripe.readInvoice(invoice.id)).toMatchObject({
      status: 'paid',
      amountPence: 890,
      paymentIntentId: invoice.paymentIntentId,
      overpaidBy: [payment.id],
    });
    expect(await stripe.invoiceOfPayment(payment.id)).toMatchObject({ id: invoice.id, overpaidBy: [payment.id] });
    // Goodwill of staff is none of it.
    await sandbox.call('POST', `customers/${customerId}/balance_transactions`, { amount: '-500', currency: 'gbp' });
    const of = { customerId, invoiceId: invoice.id, amountPence: 890, currency: 'gbp' };
    const credit = { key: `overpaid.${payment.id}`, ...of };
    expect([await stripe.removeCredit(credit), await stripe.removeCredit(credit)]).toEqual([890, 890]);
    expect(await stripe.removeCredit({ ...credit, key: 'another' })).toBe(0);
    expect(await sandbox.call('GET', `customers/${customerId}`)).toMatchObject({ balance: -500 });
  });

  it('is cancelled with the invoice, after which the trial continues', async () => {
    const { made, invoice, own } = await unauthenticated();
    const payment = await stripe.createInvoicePayment(own);
    for (let times = 0; times < 2; times += 1) {
      expect(await stripe.voidInvoice(invoice.id)).toMatchObject({ status: 'void', overpaidBy: [] });
    }
    expect(await stripe.readPayment(payment.id)).toMatchObject({ status: 'cancelled' });
    expect(await stripe.readSubscription(made.id)).toMatchObject({ status: 'trialing', trialEndsAt: made.trialEndsAt });
  });

  it('is not cancelled once it has paid the invoice', async () => {
    const { customerId, invoice, own } = await unauthenticated();
    const payment = await stripe.createInvoicePayment(own);
    const good = await sandbox.call('POST', 'payment_methods/pm_card_visa/attach', { customer: customerId });
    await stripe.confirmPayment({ key: `pay.${payment.id}`, id: payment.id, card: { paymentMethodId: good.id } });
    expect(await stripe.voidInvoice(invoice.id)).toMatchObject({ status: 'paid', paymentIntentId: payment.id });
  });

  it('is cancelled with the membership', async () => {
    const { made, invoice, own } = await unauthenticated();
    const payment = await stripe.createInvoicePayment(own);
    await stripe.cancelSubscription({ key: `cancel.${made.id}`, id: made.id, when: 'now' });
    expect(await stripe.readInvoice(invoice.id)).toMatchObject({ status: 'void' });
    expect(await stripe.readPayment(payment.id)).toMatchObject({ status: 'cancelled' });
    await expect(stripe.createInvoicePayment({ ...own, key: `late.${invoice.id}` })).rejects.toThrow(
      PaymentsRefusedError,
    );
  });
});

it('returns no secret with which a browser could confirm a payment', async () => {
  const { made, customerId, invoice, own } = await unauthenticated();
  const since = new Date(Date.now() - 600_000);
  const pagesOf = async (pages: AsyncIterable<unknown>) => {
    const found: unknown[] = [];
    for await (const page of pages) found.push(page);
    return found;
  };
  const answers = [
    invoice,
    await stripe.createInvoicePayment(own),
    await stripe.payInvoice({ key: `pay.${invoice.id}`, id: invoice.id }),
    await stripe.finalizeInvoice({ key: `finalize.${invoice.id}`, id: invoice.id }),
    await stripe.listInvoices({ subscriptionId: made.id, limit: 10 }),
    await stripe.readPayment(invoice.paymentIntentId ?? ''),
    await stripe.listPayments({ since, limit: 100 }),
    await pagesOf(stripe.paymentPages({ customerId })),
    await stripe.readSubscription(made.id),
    await stripe.listSubscriptions(customerId),
    await pagesOf(stripe.subscriptionPages()),
    await stripe.setUpCard({
      key: `setup.${customerId}`,
      customerId,
      confirmationToken: await sandbox.tokenOf('chargeDeclined'),
    }),
  ];
  const secrets = new Set(JSON.stringify(answers).match(/\w+_secret_\w+/g));
  expect(secrets.size).toBeGreaterThan(0);
  for (const secret of secrets) {
    const [id = ''] = secret.split('_secret_');
    const fields = { payment_method: 'pm_card_visa', client_secret: secret };
    const { error } = await sandbox.call('POST', `payment_intents/${id}/confirm`, fields, 'pk_test_sandbox');
    expect(error).toMatchObject({ message: expect.stringContaining('cannot be confirmed using your publishable key') });
  }
});

describe('a card for later charges', () => {
  const setUp = async (card: Parameters<typeof sandbox.tokenOf>[0]) => {
    const { customerId } = await begin();
    const confirmationToken = await sandbox.tokenOf(card);
    return stripe.setUpCard({ key: `setup.${confirmationToken}`, customerId, confirmationToken });
  };

  it('is set up by the server', async () => {
    const setup = await setUp('visa');
    const stored = { status: 'succeeded', paymentMethodId: expect.stringMatching(/^pm_/), card: { last4: '4242' } };
    expect(setup).toMatchObject({ ...stored, clientSecret: null });
    expect(await stripe.readCardSetup(setup.id)).toMatchObject(stored);
  });

  it('returns the reason and no secret when the card is declined', async () => {
    const setup = await setUp('chargeDeclined');
    expect(setup).toMatchObject({ status: 'needs-card', decline: { code: 'generic_decline' }, clientSecret: null });
    expect(await stripe.cancelCardSetup(setup.id)).toMatchObject({
      status: 'cancelled',
    });
  });

  it('is set up after the holder has authenticated at the bank', async () => {
    const setup = await setUp('authenticationRequired');
    expect(setup).toMatchObject({ status: 'needs-authentication', clientSecret: expect.stringMatching(/_secret_/) });
    await sandbox.authenticate(setup.clientSecret ?? '');
    expect(await stripe.readCardSetup(setup.id)).toMatchObject({ status: 'succeeded', clientSecret: null });
  });

  it('is refused for an unknown or used token', async () => {
    const { customerId, payment } = await begin();
    const used = await sandbox.tokenOf('visa');
    await stripe.confirmPayment({ key: `pay.${payment.id}`, id: payment.id, card: { confirmationToken: used } });
    for (const confirmationToken of ['ctoken_made_up', used]) {
      const setup = stripe.setUpCard({ key: `setup.${confirmationToken}`, customerId, confirmationToken });
      await expect(setup).rejects.toThrow(PaymentsRefusedError);
    }
  });
});

it('finalises a draft once', async () => {
  const { made } = await subscribe();
  const [first] = await stripe.listInvoices({ subscriptionId: made.id, limit: 1 });
  expect(await stripe.finalizeInvoice({ key: `finalize.${made.id}`, id: first?.id ?? '' })).toEqual(first);
});

describe('faults', () => {
  it('a call whose response was lost is repeated with its key: one customer, one charge', async () => {
    const before = (await sandbox.list('payment_intents')).length;
    await sandbox.fault('answers-lost', { times: 2 });
    const { payment, trial } = await begin();
    expect(await stripe.createTrialPayment(trial)).toEqual(payment);
    expect(await sandbox.list('payment_intents')).toHaveLength(before + 1);
  });

  it('the same key with other parameters is rejected', async () => {
    const { trial } = await begin();
    await expect(stripe.createTrialPayment({ ...trial, amountPence: 890 })).rejects.toThrow(PaymentsRefusedError);
  });

  it('two concurrent calls with one key have one effect', async () => {
    const { trial } = await begin();
    const both = { ...trial, key: `both.${trial.signUpId}` };
    await sandbox.fault('slow', { delayMs: 300, times: 1 });
    const [one, other] = await Promise.all([stripe.createTrialPayment(both), stripe.createTrialPayment(both)]);
    expect(one.id).toBe(other.id);
  });

  it.each(['error-500', 'error-503', 'rate-limit', 'malformed', 'wrong-shape', 'huge', 'drop', 'hang', 'html'])(
    '%s: Stripe is unavailable',
    async (mode) => {
      await sandbox.fault(mode);
      await expect(stripe.readPayment('pi_1')).rejects.toThrow(PaymentsUnavailableError);
    },
  );

  it('an unknown object and a wrong key are rejected', async () => {
    await expect(stripe.readPayment('pi_unknown')).rejects.toMatchObject({ code: 'resource_missing' });
    const wrong = adapterWith('sk_test_wrong');
    await expect(wrong.readPayment('pi_1')).rejects.toThrow(PaymentsRefusedError);
    await wrong.close();
  });
});
