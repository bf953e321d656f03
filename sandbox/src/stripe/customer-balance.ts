import type { StripeAccount } from './account.ts';
import { newStripeId } from './ids.ts';
import type { CustomerBalanceTransaction } from './state.types.ts';

/** Changes a customer's balance: a negative amount is credit for their next invoice. */
export function changeCustomerBalance(
  account: StripeAccount,
  moved: Pick<CustomerBalanceTransaction, 'customer' | 'amount' | 'currency' | 'type'> &
    Partial<Pick<CustomerBalanceTransaction, 'description' | 'invoice' | 'metadata'>>,
): CustomerBalanceTransaction {
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
