import { isSubscriptionRunning } from '@ve/domain/membership/membership-state';
import Stripe from 'stripe';
import type { AdapterOptions, Closable } from '../http/adapter-options.ts';
import {
  type CardToCharge,
  type ProviderInvoice,
  type PaymentsPort,
  PaymentsRefusedError,
  type ProviderSubscription,
} from './payments.port.ts';
import {
  stripeBalanceTransactionAnswerSchema,
  stripeChargeAnswerSchema,
  stripeCustomerAnswerSchema,
  stripeCustomerBalanceAnswerSchema,
  stripeChargeDisputeAnswerSchema,
  stripeIdAnswerSchema,
  stripeInvoiceAnswerSchema,
  stripeInvoicePaymentAnswerSchema,
  stripeListSchemaOf,
  stripePaymentIntentAnswerSchema,
  stripePriceAnswerSchema,
  type InvoiceWithoutCharges,
  stripeRefundAnswerSchema,
  stripeSetupIntentAnswerSchema,
  stripeSubscriptionAnswerSchema,
  stripeSubscriptionItemsAnswerSchema,
  stripeSubscriptionCardAnswerSchema,
  toProviderCardSetup,
  toChargeDisputeStatus,
  toInvoiceWithoutCharges,
  toProviderPayment,
  toProviderPrice,
  toProviderRefund,
  toProviderSubscription,
} from './stripe-answers.ts';
import { readStripeAnswer, CardDeclinedError } from './stripe-call.ts';
import { stripeEventReader } from './stripe-event.ts';
import { createStripeHttpClient } from './stripe-http-client.ts';
import { createStripeListings } from './stripe-listings.ts';
import { nullIfUnknownAtStripe } from './unknown-stripe-object.ts';
import { unusedOverpaymentCredit } from './unused-overpayment-credit.ts';

export interface StripeConfig extends AdapterOptions {
  /** Base URL, without `/v1`. */
  url: string;
  secretKey: string;
  /** The id of the membership's price. Null: subscriptions are not created. */
  priceId: string | null;
  /** The signing secrets of the webhook; two during a rotation. */
  webhookSecrets: readonly string[];
}

/** The API version whose shapes we read, also for webhooks. A newer SDK does not change it. */
export const stripeApiVersion = '2026-10-28.endive';

const ofIntent = ['payment_method', 'latest_charge'];
const ofSubscription = ['default_payment_method'];
const ofInvoice = ['payments'];
/** More changes of one customer's balance than this are not read. */
const maxBalanceMoves = 1_000;
const eachOf = (paths: string[]) => paths.map((path) => `data.${path}`);

const createdSince = (since: Date) => ({ created: { gte: Math.floor(since.getTime() / 1_000) } });

/** Reads a list page by page, newest first, until it ends or `limit` entries are read. */
const upTo = async <T extends { id: string }>(
  limit: number,
  readPage: (page: { limit: number; starting_after?: string }) => Promise<{ data: T[]; has_more: boolean }>,
): Promise<T[]> => {
  const found: T[] = [];
  for (let more = limit > 0; more;) {
    const last = found.at(-1);
    const pageSize = Math.min(100, limit - found.length);
    const page = await readPage({ limit: pageSize, ...(last ? { starting_after: last.id } : {}) });
    found.push(...page.data);
    more = page.has_more && page.data.length > 0 && found.length < limit;
  }
  return found;
};

/** The SDK without its own retries, telemetry and connections: the policy of our other adapters applies. */
export const createStripeSdk = (secretKey: string, httpClient: Stripe.HttpClient): Stripe =>
  new Stripe(secretKey, { apiVersion: stripeApiVersion, httpClient, maxNetworkRetries: 0, telemetry: false });

/** The payments adapter for Stripe, through its own SDK. */
export function createStripeAdapter(config: StripeConfig): PaymentsPort & Closable {
  const http = createStripeHttpClient(config.url, config);
  const stripe = createStripeSdk(config.secretKey, http);
  const { charges, customers, disputes, paymentIntents, prices, refunds, setupIntents, subscriptions, invoices } =
    stripe;
  const withKey = (key: string) => ({ idempotencyKey: key });

  const readPayment = async (id: string) =>
    toProviderPayment(
      await readStripeAnswer(paymentIntents.retrieve(id, { expand: ofIntent }), stripePaymentIntentAnswerSchema),
    );

  const readSubscription = async (id: string) =>
    toProviderSubscription(
      await readStripeAnswer(subscriptions.retrieve(id, { expand: ofSubscription }), stripeSubscriptionAnswerSchema),
    );

  const withAttempt = async (invoice: InvoiceWithoutCharges): Promise<ProviderInvoice> => {
    const { defaultPaymentId, ownPaymentId, otherPaymentIds, ...read } = invoice;
    const isOpen = read.status === 'open' || read.status === 'draft';
    const chargeOf = (id: string | null) => (isOpen && id !== null ? readPayment(id) : null);
    const [attempt, ownPayment, others] = await Promise.all([
      chargeOf(defaultPaymentId),
      chargeOf(ownPaymentId),
      Promise.all(isOpen ? [] : otherPaymentIds.map(readPayment)),
    ]);
    const overpaidBy = others.filter(({ status }) => status === 'succeeded').map(({ id }) => id);
    return { ...read, attempt, ownPayment, overpaidBy };
  };

  const readInvoice = async (id: string) =>
    withAttempt(
      toInvoiceWithoutCharges(
        await readStripeAnswer(invoices.retrieve(id, { expand: ofInvoice }), stripeInvoiceAnswerSchema),
      ),
    );

  const readCardSetup = async (id: string) =>
    toProviderCardSetup(
      await readStripeAnswer(setupIntents.retrieve(id, { expand: ['payment_method'] }), stripeSetupIntentAnswerSchema),
    );

  const refundsOf = async (paymentIntentId: string) =>
    (
      await readStripeAnswer(
        refunds.list({ payment_intent: paymentIntentId, limit: 100 }),
        stripeListSchemaOf(stripeRefundAnswerSchema),
      )
    ).data;

  const cancelPayment = (id: string, options?: Stripe.RequestOptions) =>
    readStripeAnswer(paymentIntents.cancel(id, { expand: ofIntent }, options), stripePaymentIntentAnswerSchema).then(
      toProviderPayment,
      (error: unknown) => refusedWith(error, 'payment_intent_unexpected_state', () => readPayment(id)),
    );

  /** The changed subscription, or the unchanged one if Stripe rejects the change because it has ended. */
  const unlessEnded = async (id: string, changed: Promise<ProviderSubscription>): Promise<ProviderSubscription> =>
    changed.catch(async (error: unknown) => {
      if (!(error instanceof PaymentsRefusedError)) throw error;
      const present = await readSubscription(id);
      if (isSubscriptionRunning(present)) throw error;
      return present;
    });

  const voidOpen = async ({ id, ownPaymentId }: Pick<InvoiceWithoutCharges, 'id' | 'ownPaymentId'>): Promise<void> => {
    // Stripe does not void an invoice that has another open payment. Without an idempotency key: under one Stripe would
    // repeat its refusal of a payment that was being processed.
    if (ownPaymentId !== null) await cancelPayment(ownPaymentId);
    await readStripeAnswer(invoices.voidInvoice(id), stripeIdAnswerSchema).catch(async (error: unknown) => {
      if (!(error instanceof PaymentsRefusedError)) throw error;
      // The invoice was paid or voided meanwhile.
      if ((await readInvoice(id)).status === 'open') throw error;
    });
  };

  /** Voids open invoices, which could otherwise be paid after the subscription's end. */
  const voidOpenInvoices = async (subscription: string): Promise<void> => {
    const listed = invoices.list({ subscription, status: 'open', limit: 100, expand: eachOf(ofInvoice) });
    for (const each of (await readStripeAnswer(listed, stripeListSchemaOf(stripeInvoiceAnswerSchema))).data.map(
      toInvoiceWithoutCharges,
    ))
      await voidOpen(each);
  };

  return {
    async createCustomer({ key, email, name, signUpId }) {
      const metadata = { sign_up_id: signUpId };
      return readStripeAnswer(customers.create({ email, name, metadata }, withKey(key)), stripeIdAnswerSchema);
    },

    async updateCustomer({ key, id, email, name }) {
      await readStripeAnswer(customers.update(id, { email, name }, withKey(key)), stripeIdAnswerSchema);
    },

    // A DELETE needs no key: it is idempotent.
    async deleteCustomer(id) {
      await nullIfUnknownAtStripe(readStripeAnswer(customers.del(id), stripeIdAnswerSchema));
    },

    async createTrialPayment({ key, customerId, signUpId, amountPence, currency, description }) {
      const intent = paymentIntents.create(
        {
          customer: customerId,
          amount: amountPence,
          currency,
          description,
          allowed_payment_method_types: ['card'],
          // With manual confirmation, the client secret alone does not allow trying cards.
          confirmation_method: 'manual',
          setup_future_usage: 'off_session',
          metadata: { sign_up_id: signUpId },
          expand: ofIntent,
        },
        withKey(key),
      );
      return toProviderPayment(await readStripeAnswer(intent, stripePaymentIntentAnswerSchema));
    },

    async confirmPayment({ key, id, card }) {
      const confirmed = paymentIntents.confirm(id, { ...confirmationWith(card), expand: ofIntent }, withKey(key));
      return readStripeAnswer(confirmed, stripePaymentIntentAnswerSchema).then(toProviderPayment, (error: unknown) => {
        // Declined: the payment itself holds the reason.
        if (error instanceof CardDeclinedError) return readPayment(id);
        return refusedWith(error, 'payment_intent_unexpected_state', () => readPayment(id));
      });
    },

    readPayment,

    async listPayments({ since, limit }) {
      const found = await upTo(limit, (page) =>
        readStripeAnswer(
          paymentIntents.list({ ...createdSince(since), ...page, expand: eachOf(ofIntent) }),
          stripeListSchemaOf(stripePaymentIntentAnswerSchema),
        ),
      );
      return found.map(toProviderPayment);
    },

    async cancelPayment({ key, id }) {
      return cancelPayment(id, withKey(key));
    },

    async refundPayment({ key, paymentIntentId, amountPence }) {
      // Stripe deletes a key after a day; a refund's metadata stays.
      const made = await refundsOf(paymentIntentId);
      const own = made.filter(({ metadata, status }) => metadata?.refund_key === key && status !== 'canceled');
      const before = own.reduce((sum, { amount }) => sum + amount, 0);
      const charge = await readPayment(paymentIntentId);
      const left = charge.amountPence - charge.refundedPence;
      const due = Math.min(left, (amountPence ?? charge.amountPence) - before);
      const returned = own[0] ?? made[0];
      if (due <= 0 && returned) return { id: returned.id };
      const refund = refunds.create(
        { payment_intent: paymentIntentId, amount: due, metadata: { refund_key: key } },
        withKey(before === 0 ? key : `${key}.${before}`),
      );
      return readStripeAnswer(refund, stripeIdAnswerSchema).catch((error: unknown) =>
        refusedWith(error, 'charge_already_refunded', async () => {
          const [first] = await refundsOf(paymentIntentId);
          if (!first) throw error;
          return { id: first.id };
        }),
      );
    },

    async listRefunds(paymentIntentId) {
      return (await refundsOf(paymentIntentId)).map(toProviderRefund);
    },

    async paymentOfCharge(chargeId) {
      return (await readStripeAnswer(charges.retrieve(chargeId), stripeChargeAnswerSchema)).payment_intent;
    },

    async readChargeDispute(paymentIntentId) {
      const listed = disputes.list({ payment_intent: paymentIntentId, limit: 1 });
      const [latest] = (await readStripeAnswer(listed, stripeListSchemaOf(stripeChargeDisputeAnswerSchema))).data;
      return latest ? toChargeDisputeStatus(latest) : null;
    },

    async readPrice(id) {
      return toProviderPrice(await readStripeAnswer(prices.retrieve(id), stripePriceAnswerSchema));
    },

    async changePrice({ key, id, priceId }) {
      const { items } = await readStripeAnswer(subscriptions.retrieve(id), stripeSubscriptionItemsAnswerSchema);
      const [item] = items.data;
      if (item === undefined || items.data.length > 1) throw new PaymentsRefusedError(null, 'It has several prices');
      if (item.price.id === priceId) return readSubscription(id);
      const changed = subscriptions.update(
        id,
        { items: [{ id: item.id, price: priceId }], proration_behavior: 'none', expand: ofSubscription },
        withKey(key),
      );
      return unlessEnded(id, readStripeAnswer(changed, stripeSubscriptionAnswerSchema).then(toProviderSubscription));
    },

    async createSubscription({ key, customerId, paymentMethodId, trialEndsAt, signUpId, priceId }) {
      const price = priceId ?? config.priceId;
      if (price === null) throw new PaymentsRefusedError(null, 'No price is configured');
      const onTrial = trialEndsAt !== null;
      const subscription = subscriptions.create(
        {
          customer: customerId,
          items: [{ price }],
          default_payment_method: paymentMethodId,
          payment_behavior: 'allow_incomplete',
          payment_settings: { payment_method_types: ['card'], save_default_payment_method: 'on_subscription' },
          // Without a trial the customer is present and can authenticate.
          off_session: onTrial,
          ...(onTrial ? { trial_end: Math.floor(trialEndsAt.getTime() / 1_000) } : {}),
          trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
          metadata: signUpId === null ? {} : { sign_up_id: signUpId },
          expand: ofSubscription,
        },
        withKey(key),
      );
      return toProviderSubscription(await readStripeAnswer(subscription, stripeSubscriptionAnswerSchema));
    },

    readSubscription,

    async listSubscriptions(customerId) {
      const listed = subscriptions.list({
        customer: customerId,
        status: 'all',
        limit: 100,
        expand: eachOf(ofSubscription),
      });
      return (await readStripeAnswer(listed, stripeListSchemaOf(stripeSubscriptionAnswerSchema))).data.map(
        toProviderSubscription,
      );
    },

    async endTrialNow({ key, id }) {
      const ended = subscriptions.update(
        id,
        // Stripe accepts no `off_session` here: by default the customer is present.
        {
          trial_end: 'now',
          proration_behavior: 'none',
          payment_behavior: 'pending_if_incomplete',
          expand: ofSubscription,
        },
        withKey(key),
      );
      return toProviderSubscription(await readStripeAnswer(ended, stripeSubscriptionAnswerSchema));
    },

    async cancelSubscription({ key, id, when, cancellationId }) {
      const metadata = cancellationId === undefined ? {} : { cancellation_id: cancellationId };
      const cancelled =
        when === 'now'
          ? // A DELETE needs no key: it is idempotent.
            subscriptions.cancel(id, { expand: ofSubscription })
          : subscriptions.update(id, { cancel_at_period_end: true, metadata, expand: ofSubscription }, withKey(key));
      const ended = await unlessEnded(
        id,
        readStripeAnswer(cancelled, stripeSubscriptionAnswerSchema).then(toProviderSubscription),
      );
      if (when === 'now') await voidOpenInvoices(id);
      return ended;
    },

    async withdrawSubscriptionCancellation({ key, id }) {
      const kept = subscriptions.update(
        id,
        { cancel_at_period_end: false, metadata: { cancellation_id: '' }, expand: ofSubscription },
        withKey(key),
      );
      return unlessEnded(id, readStripeAnswer(kept, stripeSubscriptionAnswerSchema).then(toProviderSubscription));
    },

    readInvoice,

    async invoiceOfPayment(paymentIntentId) {
      const payment = { type: 'payment_intent', payment_intent: paymentIntentId } as const;
      const listed = stripe.invoicePayments.list({ payment, limit: 1 });
      const [first] = (await readStripeAnswer(listed, stripeListSchemaOf(stripeInvoicePaymentAnswerSchema))).data;
      return first ? readInvoice(first.invoice) : null;
    },

    async listInvoices({ subscriptionId, limit }) {
      const listed = await readStripeAnswer(
        invoices.list({ subscription: subscriptionId, limit: Math.min(100, limit), expand: eachOf(ofInvoice) }),
        stripeListSchemaOf(stripeInvoiceAnswerSchema),
      );
      return Promise.all(listed.data.map((each) => withAttempt(toInvoiceWithoutCharges(each))));
    },

    async payInvoice({ key, id }) {
      const paid = readStripeAnswer(
        invoices.pay(id, { off_session: false, expand: ofInvoice }, withKey(key)),
        stripeInvoiceAnswerSchema,
      );
      return paid.then(
        (invoice) => withAttempt(toInvoiceWithoutCharges(invoice)),
        async (error: unknown) => {
          if (!(error instanceof PaymentsRefusedError)) throw error;
          const present = await readInvoice(id);
          // Declined, waiting for the bank's authentication, or paid meanwhile: the invoice shows which.
          if (error instanceof CardDeclinedError || present.status === 'paid') return present;
          throw error;
        },
      );
    },

    async createInvoicePayment({ key, invoice, subscriptionId, description }) {
      const intent = paymentIntents.create(
        {
          customer: invoice.customerId,
          amount: invoice.amountPence,
          currency: invoice.currency,
          description,
          allowed_payment_method_types: ['card'],
          confirmation_method: 'manual',
          setup_future_usage: 'off_session',
          metadata: { subscription_id: subscriptionId, invoice_id: invoice.id },
          expand: ofIntent,
        },
        withKey(key),
      );
      const made = toProviderPayment(await readStripeAnswer(intent, stripePaymentIntentAnswerSchema));
      // Attached before any money moves: a process that dies here leaves nothing that has to be found again.
      await readStripeAnswer(
        invoices.attachPayment(invoice.id, { payment_intent: made.id }, withKey(`${key}.attach`)),
        stripeIdAnswerSchema,
      );
      return made;
    },

    async voidInvoice(id) {
      const read = toInvoiceWithoutCharges(
        await readStripeAnswer(invoices.retrieve(id, { expand: ofInvoice }), stripeInvoiceAnswerSchema),
      );
      if (read.status === 'open') await voidOpen(read);
      return readInvoice(id);
    },

    async removeCredit({ key, customerId, invoiceId, amountPence, currency }) {
      const found = await upTo(maxBalanceMoves, (page) =>
        readStripeAnswer(
          customers.listBalanceTransactions(customerId, page),
          stripeListSchemaOf(stripeBalanceTransactionAnswerSchema),
        ),
      );
      const own = found.find(({ metadata }) => metadata?.credit_key === key);
      if (own) return own.amount;
      const moves = found.toReversed().map(({ amount, type, invoice, metadata }) => ({
        amount,
        overpaidInvoice: type === 'invoice_overpaid' ? invoice : (metadata?.credit_invoice ?? null),
        appliedTo: type === 'applied_to_invoice' || type === 'unapplied_from_invoice' ? invoice : null,
      }));
      const { balance } = await readStripeAnswer(customers.retrieve(customerId), stripeCustomerBalanceAnswerSchema);
      const amount = Math.min(-balance, amountPence, unusedOverpaymentCredit(moves, invoiceId));
      if (amount <= 0) return 0;
      const back = { amount, currency, metadata: { credit_key: key, credit_invoice: invoiceId } };
      await readStripeAnswer(customers.createBalanceTransaction(customerId, back, withKey(key)), stripeIdAnswerSchema);
      return amount;
    },

    async finalizeInvoice({ key, id }) {
      const finalized = readStripeAnswer(
        invoices.finalizeInvoice(id, { auto_advance: true, expand: ofInvoice }, withKey(key)),
        stripeInvoiceAnswerSchema,
      );
      return finalized.then(
        (invoice) => withAttempt(toInvoiceWithoutCharges(invoice)),
        async (error: unknown) => {
          if (!(error instanceof PaymentsRefusedError)) throw error;
          const present = await readInvoice(id);
          if (present.status !== 'draft') return present;
          throw error;
        },
      );
    },

    async setUpCard({ key, customerId, confirmationToken }) {
      const setup = setupIntents.create(
        {
          customer: customerId,
          usage: 'off_session',
          allowed_payment_method_types: ['card'],
          confirm: true,
          confirmation_token: confirmationToken,
          expand: ['payment_method'],
        },
        withKey(key),
      );
      return readStripeAnswer(setup, stripeSetupIntentAnswerSchema).then(toProviderCardSetup, (error: unknown) => {
        if (error instanceof CardDeclinedError && error.setupIntentId !== null)
          return readCardSetup(error.setupIntentId);
        throw error;
      });
    },

    readCardSetup,

    async cancelCardSetup(id) {
      const cancelled = setupIntents.cancel(id, { expand: ['payment_method'] });
      return readStripeAnswer(cancelled, stripeSetupIntentAnswerSchema).then(toProviderCardSetup, (error: unknown) =>
        refusedWith(error, 'setup_intent_unexpected_state', () => readCardSetup(id)),
      );
    },

    async storedCard(customerId) {
      const { invoice_settings: settings } = await readStripeAnswer(
        customers.retrieve(customerId),
        stripeCustomerAnswerSchema,
      );
      if (settings?.default_payment_method) return settings.default_payment_method;
      const listed = subscriptions.list({ customer: customerId, status: 'all', limit: 1 });
      const { data } = await readStripeAnswer(listed, stripeListSchemaOf(stripeSubscriptionCardAnswerSchema));
      return data[0]?.default_payment_method ?? null;
    },

    async useCard({ key, customerId, subscriptionId, paymentMethodId }) {
      const settings = { invoice_settings: { default_payment_method: paymentMethodId } };
      await readStripeAnswer(customers.update(customerId, settings, withKey(`${key}.customer`)), stripeIdAnswerSchema);
      if (subscriptionId === null) return;
      const card = { default_payment_method: paymentMethodId };
      await readStripeAnswer(
        subscriptions.update(subscriptionId, card, withKey(`${key}.subscription`)),
        stripeIdAnswerSchema,
      );
    },

    ...createStripeListings(stripe),
    readEvent: stripeEventReader(config.webhookSecrets),
    close: () => http.close(),
  };
}

const confirmationWith = (card: CardToCharge | null): Stripe.PaymentIntentConfirmParams => {
  if (card === null) return {};
  if ('confirmationToken' in card) return { confirmation_token: card.confirmationToken };
  // Stripe.js shows the bank's authentication.
  return { payment_method: card.paymentMethodId, use_stripe_sdk: true };
};

/** Returns `meanwhile` when Stripe rejects a call with this code because the change was already made. */
function refusedWith<T>(error: unknown, code: string, meanwhile: () => Promise<T>): Promise<T> {
  if (error instanceof PaymentsRefusedError && error.code === code) return meanwhile();
  throw error;
}
