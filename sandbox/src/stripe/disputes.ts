import type { SimulatedStripeAccount } from './account.ts';
import { newStripeId } from './ids.ts';
import type { SimulatedCharge, SimulatedDispute } from './state.types.ts';
import { toStripeApiDispute } from './views/charge.view.ts';

/** The holder disputes a charge at their bank. */
export function openSimulatedDispute(account: SimulatedStripeAccount, charge: SimulatedCharge): void {
  const now = account.timeFor(charge.customer);
  const dispute: SimulatedDispute = account.disputes.add({
    id: newStripeId('du'),
    created: now,
    amount: charge.amount,
    charge: charge.id,
    status: 'needs_response',
  });
  account.emit('charge.dispute.created', toStripeApiDispute(account, dispute), { created: now });
}

export function closeSimulatedDispute(
  account: SimulatedStripeAccount,
  dispute: SimulatedDispute,
  status: 'won' | 'lost',
): void {
  const before = dispute.status;
  dispute.status = status;
  const charge = account.charge(dispute.charge);
  // A charge stays disputed when the dispute is lost.
  charge.disputed = status === 'lost';
  account.emit('charge.dispute.closed', toStripeApiDispute(account, dispute), {
    created: account.timeFor(charge.customer),
    previous: {
      status: before,
    },
  });
}
