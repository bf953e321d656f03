import { previousAttributesOf } from '../previous-attributes.ts';
import {
  attachSimulatedPaymentMethod,
  billingDetailsAfterRequest,
  createSimulatedPaymentMethod,
  detachSimulatedPaymentMethod,
  findOrCreateSimulatedPaymentMethod,
  readPaymentMethodData,
} from '../payment-methods.ts';
import { stripeInvalidRequestError } from '../stripe-error.ts';
import { toStripeApiPaymentMethod } from '../views/payment-method.view.ts';
import type { StripeOperations } from './operation.ts';
import { stripeListPage, stripePagingParameters } from './list-page.ts';

export const stripePaymentMethodOperations: StripeOperations = {
  'POST /v1/payment_methods': {
    takes: ['type', 'card', 'billing_details', 'metadata', 'allow_redisplay'],
    publishable: true,
    run: ({ account, given, secret }) =>
      toStripeApiPaymentMethod(createSimulatedPaymentMethod(account, readPaymentMethodData(account, given, secret))),
  },
  'GET /v1/payment_methods': {
    takes: [...stripePagingParameters, 'customer', 'type'],
    run: ({ account, given }) => {
      const customer = account.customer(given.needed('customer'), 'customer');
      const methods = account.paymentMethods.newest((method) => method.customer === customer.id);
      return stripeListPage(methods, { given, url: '/v1/payment_methods', view: toStripeApiPaymentMethod });
    },
  },
  'GET /v1/payment_methods/:id': {
    takes: [],
    run: ({ account, id }) => toStripeApiPaymentMethod(findOrCreateSimulatedPaymentMethod(account, id)),
  },
  'POST /v1/payment_methods/:id': {
    takes: ['billing_details', 'metadata', 'card', 'allow_redisplay'],
    run: ({ account, id, given }) => {
      const method = account.paymentMethod(id);
      if (method.customer === null) {
        throw stripeInvalidRequestError('You must save this PaymentMethod to a customer before you can update it.');
      }
      const before = toStripeApiPaymentMethod(method);
      const card = given.inner('card').only(['exp_month', 'exp_year']);
      method.expMonth = card.number('exp_month') ?? method.expMonth;
      method.expYear = card.number('exp_year') ?? method.expYear;
      if (given.has('billing_details')) {
        method.billingDetails = billingDetailsAfterRequest(given.inner('billing_details'), method.billingDetails);
      }
      method.metadata = given.metadata(method.metadata);
      const view = toStripeApiPaymentMethod(method);
      const previous = previousAttributesOf(before, view);
      if (previous)
        account.emit('payment_method.updated', view, { created: account.timeFor(method.customer), previous });
      return view;
    },
  },
  'POST /v1/payment_methods/:id/attach': {
    takes: ['customer'],
    run: ({ account, id, given }) => {
      const customer = account.customer(given.needed('customer'), 'customer');
      return toStripeApiPaymentMethod(
        attachSimulatedPaymentMethod(account, findOrCreateSimulatedPaymentMethod(account, id), customer),
      );
    },
  },
  'POST /v1/payment_methods/:id/detach': {
    takes: [],
    run: ({ account, id }) => {
      const method = account.paymentMethod(id);
      detachSimulatedPaymentMethod(account, method);
      return toStripeApiPaymentMethod(method);
    },
  },
};
