import type { StoredPaymentProblem } from '@ve/data/membership/subscription/subscription.entity';
import type { Invoice, ProviderSubscription } from '@ve/providers/payments/payments.port';

/**
 * Returns why the newest open invoice was not paid, or null if no payment failed. `invoices` are newest first. Nothing is
 * due in a trial: its open invoice belongs to an early upgrade.
 */
export const paymentProblemOf = (
  { status }: Pick<ProviderSubscription, 'status'>,
  invoices: readonly Invoice[],
): StoredPaymentProblem | null => {
  if (status === 'trialing') return null;
  const open = invoices.find((each) => each.status === 'open' && each.amountPence > 0);
  const attempt = open?.attempt;
  if (!open || !attempt) return null;
  const asks = attempt.status === 'needs-authentication' || attempt.decline?.code === 'authentication_required';
  if (!asks && attempt.decline === null) return null;
  return {
    kind: asks ? 'authentication' : 'declined',
    pence: open.amountPence,
    nextAttemptAt: open.nextAttemptAt?.toISOString() ?? null,
    invoiceId: open.id,
  };
};
