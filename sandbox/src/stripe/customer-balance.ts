import type { SimulatedStripeAccount } from './account.ts';
import { newStripeId } from './ids.ts';
import type { SimulatedCustomerBalanceTransaction } from './state.types.ts';

/** Changes a customer's balance: a negative amount is credit for their next invoice. */
export function changeSimulatedCustomerBalance(
  account: SimulatedStripeAccount,
  moved: Pick<SimulatedCustomerBalanceTransaction, 'customer' | 'amount' | 'currency' | 'type'> &
    Partial<Pick<SimulatedCustomerBalanceTransaction, 'description' | 'invoice' | 'metadata'>>,
): SimulatedCustomerBalanceTransaction {
  const customer = account.customer(moved.customer);
  customer.balance += moved.amount;
  return account.balanceTransactions.add({
    description: null,
    invoice: null,
    metadata: {},
    ...moved,
    id: newStripeId('cbtxn'),
    created: account.timeFor(customer.id),
    endingBalance: customer.balance,
  });
}
