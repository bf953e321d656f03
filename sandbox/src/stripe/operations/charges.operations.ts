import type { StripeAccount } from '../account.ts';
import type { TypedRequestParameters } from '../typed-request-parameters.ts';
import { createRefund } from '../refunds.ts';
import type { Charge } from '../state.types.ts';
import { stripeInvalidRequest, stripeMissingParameter, stripeNoSuchObject } from '../stripe-error.ts';
import { chargeView, disputeView, refundView } from '../views/charge.view.ts';
import type { StripeOperations } from './operation.ts';
import { listPage, pagingParameters, timeRangeFilter } from './list-page.ts';

function chargeToRefund(account: StripeAccount, given: TypedRequestParameters): Charge {
  const [charge, intent] = [given.text('charge'), given.text('payment_intent')];
  if (charge !== undefined) return account.charge(charge, 'charge');
  if (intent === undefined) throw stripeMissingParameter('payment_intent');
  const latest = account.paymentIntent(intent, 'payment_intent').latestCharge;
  if (latest === null) {
    throw stripeInvalidRequest(`This PaymentIntent (${intent}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    });
  }
  return account.charge(latest);
}

export const chargeOperations: StripeOperations = {
  'GET /v1/charges': {
    takes: [...pagingParameters, 'created', 'customer', 'payment_intent'],
    run: ({ account, given }) => {
      const [customer, intent] = [given.text('customer'), given.text('payment_intent')];
      const isInRange = timeRangeFilter(given, 'created');
      const wanted = account.charges.newest(
        (charge) =>
          isInRange(charge.created) &&
          (customer === undefined || charge.customer === customer) &&
          (intent === undefined || charge.paymentIntent === intent),
      );
      return listPage(wanted, { given, url: '/v1/charges', view: (charge) => chargeView(account, charge) });
    },
  },
  'GET /v1/charges/:id': { takes: [], run: ({ account, id }) => chargeView(account, account.charge(id)) },
  'POST /v1/refunds': {
    takes: ['amount', 'charge', 'payment_intent', 'reason', 'metadata'],
    run: ({ account, given }) => {
      const refund = createRefund(account, chargeToRefund(account, given), {
        amount: given.number('amount'),
        reason: given.text('reason') ?? null,
        metadata: given.metadata(),
      });
      return refundView(account, refund);
    },
  },
  'GET /v1/refunds': {
    takes: [...pagingParameters, 'charge', 'created', 'payment_intent'],
    run: ({ account, given }) => {
      const [charge, intent] = [given.text('charge'), given.text('payment_intent')];
      const isInRange = timeRangeFilter(given, 'created');
      const wanted = account.refunds.newest(
        (refund) =>
          isInRange(refund.created) &&
          (charge === undefined || refund.charge === charge) &&
          (intent === undefined || account.charge(refund.charge).paymentIntent === intent),
      );
      return listPage(wanted, { given, url: '/v1/refunds', view: (refund) => refundView(account, refund) });
    },
  },
  'GET /v1/disputes': {
    takes: [...pagingParameters, 'charge', 'created', 'payment_intent'],
    run: ({ account, given }) => {
      const [charge, intent] = [given.text('charge'), given.text('payment_intent')];
      const isInRange = timeRangeFilter(given, 'created');
      const wanted = account.disputes.newest(
        (dispute) =>
          isInRange(dispute.created) &&
          (charge === undefined || dispute.charge === charge) &&
          (intent === undefined || account.charge(dispute.charge).paymentIntent === intent),
      );
      return listPage(wanted, { given, url: '/v1/disputes', view: (dispute) => disputeView(account, dispute) });
    },
  },
  'GET /v1/refunds/:id': {
    takes: [],
    run: ({ account, id }) => {
      const refund = account.refunds.get(id);
      if (!refund) throw stripeNoSuchObject('refund', id);
      return refundView(account, refund);
    },
  },
};
