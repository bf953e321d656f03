import type { ApiObject } from '../json.types.ts';
import { fill } from '../shapes.ts';
import type { Customer } from '../state.types.ts';

export function customerView(customer: Customer): ApiObject {
  if (customer.deleted) return { id: customer.id, object: 'customer', deleted: true };
  return fill('customer', {
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
    balance: 0,
    currency: null,
    delinquent: false,
    livemode: false,
  });
}
