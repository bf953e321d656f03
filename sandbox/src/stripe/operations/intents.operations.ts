import type { StripeAccount } from '../account.ts';
import { confirmationParameters, confirmIntent, paymentMethodOf } from '../confirm-intent.ts';
import type { TypedRequestParameters } from '../typed-request-parameters.ts';
import { cancelPaymentIntent, requireChargeableAmount, createPaymentIntent } from '../payment-intents.ts';
import { createSetupIntent } from '../setup-intents.ts';
import type { PaymentIntent, SetupIntent } from '../state.types.ts';
import { stripeInvalidRequest } from '../stripe-error.ts';
import { toPublicIntent, paymentIntentView, setupIntentView } from '../views/intents.view.ts';
import { paymentsOfInvoice } from '../views/invoice.view.ts';
import type { StripeOperationCall, StripeOperations } from './operation.ts';
import { listPage, pagingParameters, timeRangeFilter } from './list-page.ts';

/** @throws unless a publishable key comes with the client secret of this intent */
function checkSecret({ secret, clientSecret }: StripeOperationCall, intent: PaymentIntent | SetupIntent): void {
  if (secret || clientSecret === intent.clientSecret) return;
  const message =
    clientSecret === null
      ? 'You must provide a client_secret when using a publishable key.'
      : 'The client_secret provided does not match the client_secret associated with this object.';
  throw stripeInvalidRequest(message, { code: 'resource_missing', param: 'client_secret' }, 404);
}

const paymentView = ({ account, secret }: StripeOperationCall, intent: PaymentIntent) => {
  const view = paymentIntentView(account, intent);
  return secret ? view : toPublicIntent(view);
};

const setupView = ({ account, secret }: StripeOperationCall, intent: SetupIntent) => {
  const view = setupIntentView(account, intent);
  return secret ? view : toPublicIntent(view);
};

/** The allowed kinds of payment: chosen by Stripe, or only cards. */
function waysToPay(given: TypedRequestParameters): { automatic: boolean; allowRedirects: string | null } {
  const types = given.texts('allowed_payment_method_types');
  if (types.some((type) => type !== 'card')) {
    throw stripeInvalidRequest('The sandbox takes cards only.', { param: 'allowed_payment_method_types' });
  }
  const automatic = given.inner('automatic_payment_methods').only(['enabled', 'allow_redirects']);
  const enabled = automatic.flag('enabled') ?? types.length === 0;
  return { automatic: enabled, allowRedirects: automatic.text('allow_redirects') ?? (enabled ? 'always' : null) };
}

const customerOf = (account: StripeAccount, given: TypedRequestParameters): string | null => {
  const id = given.text('customer');
  return id === undefined ? null : account.customer(id, 'customer').id;
};

function cannotUpdate(account: StripeAccount, intent: PaymentIntent): void {
  if (intent.status !== 'succeeded' && intent.status !== 'canceled') return;
  throw stripeInvalidRequest(
    `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}.`,
    { code: 'payment_intent_unexpected_state', payment_intent: paymentIntentView(account, intent) },
  );
}

const paymentConfirmation = [
  ...confirmationParameters,
  'off_session',
  'error_on_requires_action',
  'setup_future_usage',
  'receipt_email',
] as const;

export const intentOperations: StripeOperations = {
  'POST /v1/payment_intents': {
    takes: [
      ...paymentConfirmation,
      'amount',
      'currency',
      'automatic_payment_methods',
      'allowed_payment_method_types',
      'capture_method',
      'confirmation_method',
      'confirm',
      'customer',
      'description',
      'metadata',
      'statement_descriptor_suffix',
    ],
    run: (call) => {
      const { account, given, secret } = call;
      const [amount, currency] = [given.number('amount') ?? 0, given.needed('currency').toLowerCase()];
      requireChargeableAmount(amount, currency);
      if (given.text('capture_method') === 'manual') {
        throw stripeInvalidRequest('The sandbox does not implement manual capture.', {
          code: 'sandbox_not_implemented',
        });
      }
      const confirm = given.flag('confirm') === true;
      const early = [
        'off_session',
        'error_on_requires_action',
        'return_url',
        'mandate_data',
        'confirmation_token',
      ].find((name) => given.has(name));
      if (early !== undefined && !confirm) {
        throw stripeInvalidRequest(`You cannot provide \`${early}\` unless \`confirm\` is \`true\`.`, { param: early });
      }
      const customer = customerOf(account, given);
      const ways = waysToPay(given);
      const method = paymentMethodOf(account, { customer, given, secret });
      const intent = createPaymentIntent(account, {
        amount,
        currency,
        customer,
        paymentMethod: method?.id ?? null,
        description: given.text('description') ?? null,
        metadata: given.metadata(),
        receiptEmail: given.text('receipt_email') ?? null,
        setupFutureUsage: given.text('setup_future_usage') ?? null,
        statementDescriptorSuffix: given.text('statement_descriptor_suffix') ?? null,
        confirmationMethod: given.text('confirmation_method') === 'manual' ? 'manual' : 'automatic',
        ...ways,
      });
      if (confirm) confirmIntent(account, intent, { card: method, given, secret });
      return paymentView(call, intent);
    },
  },
  'GET /v1/payment_intents': {
    takes: [...pagingParameters, 'created', 'customer'],
    run: ({ account, given }) => {
      const [customer, isInRange] = [given.text('customer'), timeRangeFilter(given, 'created')];
      const wanted = account.paymentIntents.newest(
        (intent) => isInRange(intent.created) && (customer === undefined || intent.customer === customer),
      );
      return listPage(wanted, {
        given,
        url: '/v1/payment_intents',
        view: (intent) => paymentIntentView(account, intent),
      });
    },
  },
  'GET /v1/payment_intents/:id': {
    takes: ['client_secret'],
    publishable: true,
    run: (call) => {
      const intent = call.account.paymentIntent(call.id);
      checkSecret(call, intent);
      return paymentView(call, intent);
    },
  },
  'POST /v1/payment_intents/:id': {
    takes: [
      'amount',
      'currency',
      'customer',
      'description',
      'metadata',
      'payment_method',
      'payment_method_data',
      'receipt_email',
      'setup_future_usage',
      'statement_descriptor_suffix',
    ],
    run: (call) => {
      const { account, given, id, secret } = call;
      const intent = account.paymentIntent(id);
      const names = given
        .names()
        .filter((name) => !['metadata', 'description', 'expand', 'receipt_email'].includes(name));
      if (names.length > 0) cannotUpdate(account, intent);
      const amount = given.number('amount') ?? intent.amount;
      const currency = given.text('currency')?.toLowerCase() ?? intent.currency;
      requireChargeableAmount(amount, currency);
      const customer = customerOf(account, given) ?? intent.customer;
      if (intent.customer !== null && customer !== intent.customer) {
        throw stripeInvalidRequest('You cannot modify `customer` on a PaymentIntent once it already has been set.', {
          param: 'customer',
        });
      }
      Object.assign(intent, { amount, currency, customer });
      intent.description = given.textOr('description', intent.description);
      intent.receiptEmail = given.textOr('receipt_email', intent.receiptEmail);
      intent.setupFutureUsage = given.textOr('setup_future_usage', intent.setupFutureUsage);
      intent.statementDescriptorSuffix = given.textOr('statement_descriptor_suffix', intent.statementDescriptorSuffix);
      intent.metadata = given.metadata(intent.metadata);
      const method = paymentMethodOf(account, { customer: intent.customer, given, secret });
      if (method) {
        intent.paymentMethod = method.id;
        intent.status = 'requires_confirmation';
        intent.authenticated = false;
      }
      return paymentView(call, intent);
    },
  },
  'POST /v1/payment_intents/:id/confirm': {
    takes: paymentConfirmation,
    publishable: true,
    run: (call) => {
      const { account, given, id, secret } = call;
      const intent = account.paymentIntent(id);
      checkSecret(call, intent);
      if (!secret) given.only([...confirmationParameters, 'setup_future_usage', 'receipt_email', 'expand']);
      confirmIntent(account, intent, {
        card: paymentMethodOf(account, { customer: intent.customer, given, secret }),
        given,
        secret,
      });
      return paymentView(call, intent);
    },
  },
  'POST /v1/payment_intents/:id/cancel': {
    takes: ['cancellation_reason'],
    run: (call) => {
      const intent = call.account.paymentIntent(call.id);
      const invoice = intent.invoice === null ? null : call.account.invoice(intent.invoice);
      const payments = invoice === null ? [] : paymentsOfInvoice(call.account, invoice);
      const payment = payments.find(({ paymentIntent }) => paymentIntent === intent.id);
      if (payment?.isDefault) {
        throw stripeInvalidRequest('You cannot cancel the PaymentIntent of an invoice: void the invoice instead.', {
          code: 'payment_intent_unexpected_state',
        });
      }
      cancelPaymentIntent(call.account, intent, call.given.text('cancellation_reason') ?? null);
      if (payment) Object.assign(payment, { status: 'canceled', canceledAt: intent.canceledAt });
      return paymentView(call, intent);
    },
  },
  'POST /v1/setup_intents': {
    takes: [
      ...confirmationParameters,
      'automatic_payment_methods',
      'allowed_payment_method_types',
      'confirm',
      'customer',
      'description',
      'metadata',
      'usage',
    ],
    run: (call) => {
      const { account, given, secret } = call;
      const customer = customerOf(account, given);
      const ways = waysToPay(given);
      const method = paymentMethodOf(account, { customer, given, secret });
      const intent = createSetupIntent(account, {
        customer,
        paymentMethod: method?.id ?? null,
        description: given.text('description') ?? null,
        metadata: given.metadata(),
        usage: given.text('usage') ?? 'off_session',
        ...ways,
      });
      if (given.flag('confirm') === true) confirmIntent(account, intent, { card: method, given, secret });
      return setupView(call, intent);
    },
  },
  'GET /v1/setup_intents': {
    takes: [...pagingParameters, 'created', 'customer', 'payment_method'],
    run: ({ account, given }) => {
      const [customer, method] = [given.text('customer'), given.text('payment_method')];
      const isInRange = timeRangeFilter(given, 'created');
      const wanted = account.setupIntents.newest(
        (intent) =>
          isInRange(intent.created) &&
          (customer === undefined || intent.customer === customer) &&
          (method === undefined || intent.paymentMethod === method),
      );
      return listPage(wanted, { given, url: '/v1/setup_intents', view: (intent) => setupIntentView(account, intent) });
    },
  },
  'GET /v1/setup_intents/:id': {
    takes: ['client_secret'],
    publishable: true,
    run: (call) => {
      const intent = call.account.setupIntent(call.id);
      checkSecret(call, intent);
      return setupView(call, intent);
    },
  },
  'POST /v1/setup_intents/:id': {
    takes: ['customer', 'description', 'metadata', 'payment_method', 'payment_method_data'],
    run: (call) => {
      const { account, given, id, secret } = call;
      const intent = account.setupIntent(id);
      intent.customer = customerOf(account, given) ?? intent.customer;
      intent.description = given.textOr('description', intent.description);
      intent.metadata = given.metadata(intent.metadata);
      const method = paymentMethodOf(account, { customer: intent.customer, given, secret });
      if (method) {
        intent.paymentMethod = method.id;
        intent.status = 'requires_confirmation';
      }
      return setupView(call, intent);
    },
  },
  'POST /v1/setup_intents/:id/confirm': {
    takes: confirmationParameters,
    publishable: true,
    run: (call) => {
      const { account, given, id, secret } = call;
      const intent = account.setupIntent(id);
      checkSecret(call, intent);
      confirmIntent(account, intent, {
        card: paymentMethodOf(account, { customer: intent.customer, given, secret }),
        given,
        secret,
      });
      return setupView(call, intent);
    },
  },
  'POST /v1/setup_intents/:id/cancel': {
    takes: ['cancellation_reason'],
    run: (call) => {
      const { account, given, id } = call;
      const intent = account.setupIntent(id);
      if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing') {
        throw stripeInvalidRequest(`You cannot cancel this SetupIntent because it has a status of ${intent.status}.`, {
          code: 'setup_intent_unexpected_state',
        });
      }
      intent.status = 'canceled';
      intent.cancellationReason = given.text('cancellation_reason') ?? null;
      account.emit('setup_intent.canceled', setupIntentView(account, intent), {
        created: account.timeFor(intent.customer),
      });
      return setupView(call, intent);
    },
  },
};
