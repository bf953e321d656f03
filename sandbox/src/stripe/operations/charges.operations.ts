import type { SimulatedStripeAccount } from '../account.ts';
import type { TypedStripeRequestParameters } from '../typed-request-parameters.ts';
import { createSimulatedRefund } from '../refunds.ts';
import type { SimulatedCharge } from '../state.types.ts';
import { stripeInvalidRequestError, stripeMissingParameterError, stripeNoSuchObjectError } from '../stripe-error.ts';
import { toStripeApiCharge, toStripeApiDispute, toStripeApiRefund } from '../views/charge.view.ts';
import type { StripeOperations } from './operation.ts';
import { stripeListPage, stripePagingParameters, stripeTimeRangeFilter } from './list-page.ts';

function chargeToRefund(account: SimulatedStripeAccount, given: TypedStripeRequestParameters): SimulatedCharge {
  const [charge, intent] = [given.text('charge'), given.text('payment_intent')];
  if (charge !== undefined) return account.charge(charge, 'charge');
  if (intent === undefined) throw stripeMissingParameterError('payment_intent');
  const latest = account.paymentIntent(intent, 'payment_intent').latestCharge;
  if (latest === null) {
    throw stripeInvalidRequestError(`This PaymentIntent (${intent}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    });
  }
  return account.charge(latest);
}

export const stripeChargeOperations: StripeOperations = {
  'GET /v1/charges': {
    takes: [...stripePagingParameters, 'created', 'customer', 'payment_intent'],
    run: ({ account, given }) => {
      const [customer, intent] = [given.text('customer'), given.text('payment_intent')];
      const isInRange = stripeTimeRangeFilter(given, 'created');
      const wanted = account.charges.newest(
        (charge) =>
          isInRange(charge.created) &&
          (customer === undefined || charge.customer === customer) &&
          (intent === undefined || charge.paymentIntent === intent),
      );
      return stripeListPage(wanted, {
        given,
        url: '/v1/charges',
        view: (charge) => toStripeApiCharge(account, charge),
      });
    },
  },
  'GET /v1/charges/:id': { takes: [], run: ({ account, id }) => toStripeApiCharge(account, account.charge(id)) },
  'POST /v1/refunds': {
    takes: ['amount', 'charge', 'payment_intent', 'reason', 'metadata'],
    run: ({ account, given }) => {
      const refund = createSimulatedRefund(account, chargeToRefund(account, given), {
        amount: given.number('amount'),
        reason: given.text('reason') ?? null,
        metadata: given.metadata(),
      });
      return toStripeApiRefund(account, refund);
    },
  },
  'GET /v1/refunds': {
    takes: [...stripePagingParameters, 'charge', 'created', 'payment_intent'],
    run: ({ account, given }) => {
      const [charge, intent] = [given.text('charge'), given.text('payment_intent')];
      const isInRange = stripeTimeRangeFilter(given, 'created');
      const wanted = account.refunds.newest(
        (refund) =>
          isInRange(refund.created) &&
          (charge === undefined || refund.charge === charge) &&
          (intent === undefined || account.charge(refund.charge).paymentIntent === intent),
      );
      return stripeListPage(wanted, {
        given,
        url: '/v1/refunds',
        view: (refund) => toStripeApiRefund(account, refund),
      });
    },
  },
  'GET /v1/disputes': {
    takes: [...stripePagingParameters, 'charge', 'created', 'payment_intent'],
    run: ({ account, given }) => {
      const [charge, intent] = [given.text('charge'), given.text('payment_intent')];
      const isInRange = stripeTimeRangeFilter(given, 'created');
      const wanted = account.disputes.newest(
        (dispute) =>
          isInRange(dispute.created) &&
          (charge === undefined || dispute.charge === charge) &&
          (intent === undefined || account.charge(dispute.charge).paymentIntent === intent),
      );
      return stripeListPage(wanted, {
        given,
        url: '/v1/disputes',
        view: (dispute) => toStripeApiDispute(account, dispute),
      });
    },
  },
  'GET /v1/refunds/:id': {
    takes: [],
    run: ({ account, id }) => {
      const refund = account.refunds.get(id);
      if (!refund) throw stripeNoSuchObjectError('refund', id);
      return toStripeApiRefund(account, refund);
    },
  },
};
