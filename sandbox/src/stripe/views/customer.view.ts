import type { StripeApiObject } from '../json.types.ts';
import { fillMissingStripeFields } from '../shapes.ts';
import type { SimulatedCustomer, SimulatedCustomerBalanceTransaction } from '../state.types.ts';

export function toStripeApiCustomer(customer: SimulatedCustomer): StripeApiObject {
  if (customer.deleted) return { id: customer.id, object: 'customer', deleted: true };
  return fillMissingStripeFields('customer', {
    id: customer.id,
    created: customer.created,
    email: customer.email,
    name: customer.name,
    phone: customer.phone,
    description: customer.description,
    address: customer.address,
    shipping: customer.shipping,
    metadata: customer.metadata,
    preferred_locales: customer.preferredLocales,
    invoice_settings: { default_payment_method: customer.defaultPaymentMethod },
    invoice_prefix: customer.invoicePrefix,
    next_invoice_sequence: customer.invoices + 1,
    tax_exempt: 'none',
    test_clock: customer.testClock,
    balance: customer.balance,
    currency: null,
    delinquent: false,
    livemode: false,
  });
}

export const toStripeApiBalanceTransaction = (transaction: SimulatedCustomerBalanceTransaction): StripeApiObject =>
  fillMissingStripeFields('customer_balance_transaction', {
    id: transaction.id,
    created: transaction.created,
    amount: transaction.amount,
    currency: transaction.currency,
    customer: transaction.customer,
    description: transaction.description,
    ending_balance: transaction.endingBalance,
    invoice: transaction.invoice,
    livemode: false,
    metadata: transaction.metadata,
    type: transaction.type,
  });
