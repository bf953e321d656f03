import type { StripeAccount } from './account.ts';
import { newStripeId } from './ids.ts';
import type { Charge, Dispute } from './state.types.ts';
import { disputeView } from './views/charge.view.ts';

/** The holder disputes a charge at their bank. */
export function openDispute(account: StripeAccount, charge: Charge): void {
  const now = account.timeFor(charge.customer);
  const dispute: Dispute = account.disputes.add({
    id: newStripeId('du'),
    created: now,
    amount: charge.amount,
    charge: charge.id,
    status: 'needs_response',
  });
  account.emit('charge.dispute.created', disputeView(account, dispute), { created: now });
}

export function closeDispute(account: StripeAccount, dispute: Dispute, status: 'won' | 'lost'): void {
  const before = dispute.status;
  dispute.status = status;
  const charge = account.charge(dispute.charge);
  // A charge stays disputed when the dispute is lost.
  charge.disputed = status === 'lost';
  account.emit('charge.dispute.closed', disputeView(account, dispute), {
    created: account.timeFor(charge.customer),
    previous: {
      status: before,
    },
  });
}
