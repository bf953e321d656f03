import type { SimulatedStripeAccount } from './account.ts';
import { newStripeId } from './ids.ts';
import type { SimulatedCharge, SimulatedRefund } from './state.types.ts';
import { stripeInvalidRequestError } from './stripe-error.ts';
import { toStripeApiCharge, toStripeApiRefund } from './views/charge.view.ts';

/** The time after which a failing refund fails. */
const failureSeconds = 3_600;

/** @throws charge_already_refunded and similar errors */
export function createSimulatedRefund(
  account: SimulatedStripeAccount,
  charge: SimulatedCharge,
  request: { amount: number | undefined; reason: string | null; metadata: Record<string, string> },
): SimulatedRefund {
  if (charge.status !== 'succeeded') {
    throw stripeInvalidRequestError('This charge has not been captured or was declined: there is nothing to refund.', {
      param: 'charge',
    });
  }
  if (charge.disputed) {
    throw stripeInvalidRequestError(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  const left = charge.amount - charge.amountRefunded;
  if (left === 0) {
    throw stripeInvalidRequestError(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  const amount = request.amount ?? left;
  if (amount < 1) {
    throw stripeInvalidRequestError('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
  }
  if (amount > left) {
    const pounds = (pence: number): string => `£${(pence / 100).toFixed(2)}`;
    throw stripeInvalidRequestError(
      `Refund amount (${pounds(amount)}) is greater than unrefunded amount on charge (${pounds(left)})`,
      {
        param: 'amount',
      },
    );
  }
  const now = account.timeFor(charge.customer);
  const refund: SimulatedRefund = account.refunds.add({
    id: newStripeId('re'),
    created: now,
    amount,
    charge: charge.id,
    metadata: request.metadata,
    reason: request.reason,
    status: 'succeeded',
    failsAt: charge.paymentMethod.card.refundFails ? now + failureSeconds : null,
  });
  const before = charge.amountRefunded;
  charge.amountRefunded += amount;
  account.emit('refund.created', toStripeApiRefund(account, refund), { created: now });
  account.emit('charge.refunded', toStripeApiCharge(account, charge), {
    created: now,
    previous: {
      amount_refunded: before,
      ...(charge.amountRefunded === charge.amount && { refunded: false }),
    },
  });
  account.emit('refund.updated', toStripeApiRefund(account, refund), {
    created: now,
    previous: { destination_details: null },
  });
  return refund;
}

/** The bank returns the money to the account: the charge no longer counts as refunded. */
export function failSimulatedRefund(account: SimulatedStripeAccount, refund: SimulatedRefund): void {
  const charge = account.charge(refund.charge);
  refund.failsAt = null;
  refund.status = 'failed';
  charge.amountRefunded -= refund.amount;
  const now = account.timeFor(charge.customer);
  account.emit('refund.updated', toStripeApiRefund(account, refund), {
    created: now,
    previous: { status: 'succeeded' },
  });
  account.emit('refund.failed', toStripeApiRefund(account, refund), { created: now });
}
