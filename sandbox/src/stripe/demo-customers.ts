import type { SimulatedStripeAccount } from './account.ts';
import { newStripeId } from './ids.ts';
import { attachPaymentMethodAfterPayment, findOrCreateSimulatedPaymentMethod } from './payment-methods.ts';
import type { SimulatedCustomer } from './state.types.ts';
import { createSimulatedSubscription, startSimulatedSubscription } from './subscriptions.ts';

const hourSeconds = 3_600;
const daySeconds = 24 * hourSeconds;

/** The product's demo customers; the product knows them by these ids. */
const demoCustomers = [
  { name: 'driver', email: 'driver@example.com', fullName: 'Dana Driver', paid: true },
  { name: 'trial', email: 'trial@example.com', fullName: 'Terry Trial', paid: false },
] as const;

/** Creates the demo customers with a working card: one has paid for this month, the other's trial ends in a day. */
export function seedDemoCustomers(account: SimulatedStripeAccount, price: string): void {
  const now = account.now();
  for (const { name, email, fullName, paid } of demoCustomers) {
    const begun = now - hourSeconds;
    account.at(begun, () => {
      const customer: SimulatedCustomer = {
        id: `cus_demo_${name}`,
        created: begun,
        email,
        name: fullName,
        phone: null,
        description: null,
        address: null,
        shipping: null,
        metadata: {},
        preferredLocales: [],
        defaultPaymentMethod: null,
        testClock: null,
        deleted: false,
        invoices: 0,
        invoicePrefix: `DEMO${name.toUpperCase()}`,
        balance: 0,
      };
      account.customers.add(customer);
      const method = attachPaymentMethodAfterPayment(
        account,
        findOrCreateSimulatedPaymentMethod(account, 'pm_card_visa'),
        customer,
      );
      method.setUp = true;
      const item = { id: newStripeId('si'), created: begun, price, quantity: 1, metadata: {} };
      const made = createSimulatedSubscription(account, {
        customer: customer.id,
        items: [item],
        trialEnd: paid ? null : now + daySeconds,
      });
      const subscription = Object.assign(made, { id: `sub_demo_${name}`, defaultPaymentMethod: method.id });
      startSimulatedSubscription(account, subscription, { behavior: 'allow_incomplete', offSession: true });
      const invoice = account.invoices.get(subscription.latestInvoice ?? '');
      if (!invoice) throw new Error(`${subscription.id} has no invoice`);
      // The ids are the same after each start, so that the product recognises its payment.
      account.invoices.remove(invoice.id);
      for (const payment of account.invoicePayments.values()) {
        if (payment.invoice === invoice.id) payment.invoice = `in_demo_${name}`;
      }
      for (const intent of account.paymentIntents.values()) {
        if (intent.invoice === invoice.id) intent.invoice = `in_demo_${name}`;
      }
      account.invoices.add(Object.assign(invoice, { id: `in_demo_${name}` }));
      subscription.latestInvoice = invoice.id;
    });
  }
  // These events were never sent and are not needed.
  account.events.clear();
}
