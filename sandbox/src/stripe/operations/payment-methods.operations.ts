import { previousAttributesOf } from '../previous-attributes.ts';
import {
  attachPaymentMethod,
  billingDetailsOf,
  createPaymentMethod,
  detachPaymentMethod,
  findPaymentMethod,
  readMethodData,
} from '../payment-methods.ts';
import { stripeInvalidRequest } from '../stripe-error.ts';
import { paymentMethodView } from '../views/payment-method.view.ts';
import type { StripeOperations } from './operation.ts';
import { listPage, pagingParameters } from './list-page.ts';

export const paymentMethodOperations: StripeOperations = {
  'POST /v1/payment_methods': {
    takes: ['type', 'card', 'billing_details', 'metadata', 'allow_redisplay'],
    publishable: true,
    run: ({ account, given, secret }) =>
      paymentMethodView(createPaymentMethod(account, readMethodData(account, given, secret))),
  },
  'GET /v1/payment_methods': {
    takes: [...pagingParameters, 'customer', 'type'],
    run: ({ account, given }) => {
      const customer = account.customer(given.needed('customer'), 'customer');
      const methods = account.paymentMethods.newest((method) => method.customer === customer.id);
      return listPage(methods, { given, url: '/v1/payment_methods', view: paymentMethodView });
    },
  },
  'GET /v1/payment_methods/:id': {
    takes: [],
    run: ({ account, id }) => paymentMethodView(findPaymentMethod(account, id)),
  },
  'POST /v1/payment_methods/:id': {
    takes: ['billing_details', 'metadata', 'card', 'allow_redisplay'],
    run: ({ account, id, given }) => {
      const method = account.paymentMethod(id);
      if (method.customer === null) {
        throw stripeInvalidRequest('You must save this PaymentMethod to a customer before you can update it.');
      }
      const before = paymentMethodView(method);
      const card = given.inner('card').only(['exp_month', 'exp_year']);
      method.expMonth = card.number('exp_month') ?? method.expMonth;
      method.expYear = card.number('exp_year') ?? method.expYear;
      if (given.has('billing_details')) {
        method.billingDetails = billingDetailsOf(given.inner('billing_details'), method.billingDetails);
      }
      method.metadata = given.metadata(method.metadata);
      const view = paymentMethodView(method);
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
      return paymentMethodView(attachPaymentMethod(account, findPaymentMethod(account, id), customer));
    },
  },
  'POST /v1/payment_methods/:id/detach': {
    takes: [],
    run: ({ account, id }) => {
      const method = account.paymentMethod(id);
      detachPaymentMethod(account, method);
      return paymentMethodView(method);
    },
  },
};
