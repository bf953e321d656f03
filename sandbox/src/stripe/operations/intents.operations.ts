import type { SimulatedStripeAccount } from '../account.ts';
import { intentConfirmationParameters, confirmSimulatedIntent, paymentMethodOfRequest } from '../confirm-intent.ts';
import type { TypedStripeRequestParameters } from '../typed-request-parameters.ts';
import {
  cancelSimulatedPaymentIntent,
  requireChargeableAmount,
  createSimulatedPaymentIntent,
} from '../payment-intents.ts';
import { createSimulatedSetupIntent } from '../setup-intents.ts';
import type { SimulatedPaymentIntent, SimulatedSetupIntent } from '../state.types.ts';
import { stripeInvalidRequestError } from '../stripe-error.ts';
import { toIntentForStripeJs, toStripeApiPaymentIntent, toStripeApiSetupIntent } from '../views/intents.view.ts';
import { paymentsOfInvoice } from '../views/invoice.view.ts';
import type { StripeOperationCall, StripeOperations } from './operation.ts';
import { stripeListPage, stripePagingParameters, stripeTimeRangeFilter } from './list-page.ts';

/** @throws unless a publishable key comes with the client secret of this intent */
function checkSecret(
  { secret, clientSecret }: StripeOperationCall,
  intent: SimulatedPaymentIntent | SimulatedSetupIntent,
): void {
  if (secret || clientSecret === intent.clientSecret) return;
  const message =
    clientSecret === null
      ? 'You must provide a client_secret when using a publishable key.'
      : 'The client_secret provided does not match the client_secret associated with this object.';
  throw stripeInvalidRequestError(message, { code: 'resource_missing', param: 'client_secret' }, 404);
}

const paymentView = ({ account, secret }: StripeOperationCall, intent: SimulatedPaymentIntent) => {
  const view = toStripeApiPaymentIntent(account, intent);
  return secret ? view : toIntentForStripeJs(view);
};

const setupView = ({ account, secret }: StripeOperationCall, intent: SimulatedSetupIntent) => {
  const view = toStripeApiSetupIntent(account, intent);
  return secret ? view : toIntentForStripeJs(view);
};

/** The allowed kinds of payment: chosen by Stripe, or only cards. */
function waysToPay(given: TypedStripeRequestParameters): { automatic: boolean; allowRedirects: string | null } {
  const types = given.texts('allowed_payment_method_types');
  if (types.some((type) => type !== 'card')) {
    throw stripeInvalidRequestError('The sandbox takes cards only.', { param: 'allowed_payment_method_types' });
  }
  const automatic = given.inner('automatic_payment_methods').only(['enabled', 'allow_redirects']);
  const enabled = automatic.flag('enabled') ?? types.length === 0;
  return { automatic: enabled, allowRedirects: automatic.text('allow_redirects') ?? (enabled ? 'always' : null) };
}

const customerOf = (account: SimulatedStripeAccount, given: TypedStripeRequestParameters): string | null => {
  const id = given.text('customer');
  return id === undefined ? null : account.customer(id, 'customer').id;
};

function cannotUpdate(account: SimulatedStripeAccount, intent: SimulatedPaymentIntent): void {
  if (intent.status !== 'succeeded' && intent.status !== 'canceled') return;
  throw stripeInvalidRequestError(
    `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}.`,
    { code: 'payment_intent_unexpected_state', payment_intent: toStripeApiPaymentIntent(account, intent) },
  );
}

const paymentConfirmation = [
  ...intentConfirmationParameters,
  'off_session',
  'error_on_requires_action',
  'setup_future_usage',
  'receipt_email',
] as const;

export const stripeIntentOperations: StripeOperations = {
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
        throw stripeInvalidRequestError('The sandbox does not implement manual capture.', {
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
        throw stripeInvalidRequestError(`You cannot provide \`${early}\` unless \`confirm\` is \`true\`.`, {
          param: early,
        });
      }
      const customer = customerOf(account, given);
      const ways = waysToPay(given);
      const method = paymentMethodOfRequest(account, { customer, given, secret });
      const intent = createSimulatedPaymentIntent(account, {
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
      if (confirm) confirmSimulatedIntent(account, intent, { card: method, given, secret });
      return paymentView(call, intent);
    },
  },
  'GET /v1/payment_intents': {
    takes: [...stripePagingParameters, 'created', 'customer'],
    run: ({ account, given }) => {
      const [customer, isInRange] = [given.text('customer'), stripeTimeRangeFilter(given, 'created')];
      const wanted = account.paymentIntents.newest(
        (intent) => isInRange(intent.created) && (customer === undefined || intent.customer === customer),
      );
      return stripeListPage(wanted, {
        given,
        url: '/v1/payment_intents',
        view: (intent) => toStripeApiPaymentIntent(account, intent),
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
        throw stripeInvalidRequestError(
          'You cannot modify `customer` on a PaymentIntent once it already has been set.',
          {
            param: 'customer',
          },
        );
      }
      Object.assign(intent, { amount, currency, customer });
      intent.description = given.textOr('description', intent.description);
      intent.receiptEmail = given.textOr('receipt_email', intent.receiptEmail);
      intent.setupFutureUsage = given.textOr('setup_future_usage', intent.setupFutureUsage);
      intent.statementDescriptorSuffix = given.textOr('statement_descriptor_suffix', intent.statementDescriptorSuffix);
      intent.metadata = given.metadata(intent.metadata);
      const method = paymentMethodOfRequest(account, { customer: intent.customer, given, secret });
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
      if (!secret) given.only([...intentConfirmationParameters, 'setup_future_usage', 'receipt_email', 'expand']);
      confirmSimulatedIntent(account, intent, {
        card: paymentMethodOfRequest(account, { customer: intent.customer, given, secret }),
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
        throw stripeInvalidRequestError(
          'You cannot cancel the PaymentIntent of an invoice: void the invoice instead.',
          {
            code: 'payment_intent_unexpected_state',
          },
        );
      }
      cancelSimulatedPaymentIntent(call.account, intent, call.given.text('cancellation_reason') ?? null);
      if (payment) Object.assign(payment, { status: 'canceled', canceledAt: intent.canceledAt });
      return paymentView(call, intent);
    },
  },
  'POST /v1/setup_intents': {
    takes: [
      ...intentConfirmationParameters,
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
      const method = paymentMethodOfRequest(account, { customer, given, secret });
      const intent = createSimulatedSetupIntent(account, {
        customer,
        paymentMethod: method?.id ?? null,
        description: given.text('description') ?? null,
        metadata: given.metadata(),
        usage: given.text('usage') ?? 'off_session',
        ...ways,
      });
      if (given.flag('confirm') === true) confirmSimulatedIntent(account, intent, { card: method, given, secret });
      return setupView(call, intent);
    },
  },
  'GET /v1/setup_intents': {
    takes: [...stripePagingParameters, 'created', 'customer', 'payment_method'],
    run: ({ account, given }) => {
      const [customer, method] = [given.text('customer'), given.text('payment_method')];
      const isInRange = stripeTimeRangeFilter(given, 'created');
      const wanted = account.setupIntents.newest(
        (intent) =>
          isInRange(intent.created) &&
          (customer === undefined || intent.customer === customer) &&
          (method === undefined || intent.paymentMethod === method),
      );
      return stripeListPage(wanted, {
        given,
        url: '/v1/setup_intents',
        view: (intent) => toStripeApiSetupIntent(account, intent),
      });
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
      const method = paymentMethodOfRequest(account, { customer: intent.customer, given, secret });
      if (method) {
        intent.paymentMethod = method.id;
        intent.status = 'requires_confirmation';
      }
      return setupView(call, intent);
    },
  },
  'POST /v1/setup_intents/:id/confirm': {
    takes: intentConfirmationParameters,
    publishable: true,
    run: (call) => {
      const { account, given, id, secret } = call;
      const intent = account.setupIntent(id);
      checkSecret(call, intent);
      confirmSimulatedIntent(account, intent, {
        card: paymentMethodOfRequest(account, { customer: intent.customer, given, secret }),
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
        throw stripeInvalidRequestError(
          `You cannot cancel this SetupIntent because it has a status of ${intent.status}.`,
          {
            code: 'setup_intent_unexpected_state',
          },
        );
      }
      intent.status = 'canceled';
      intent.cancellationReason = given.text('cancellation_reason') ?? null;
      account.emit('setup_intent.canceled', toStripeApiSetupIntent(account, intent), {
        created: account.timeFor(intent.customer),
      });
      return setupView(call, intent);
    },
  },
};
