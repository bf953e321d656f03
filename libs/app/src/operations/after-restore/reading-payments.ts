import type { PaymentDeps } from '../../membership/payments/payments.ts';

type Payments = PaymentDeps['payments'];

const reads: readonly (keyof Payments)[] = [
  'readPayment',
  'readSubscription',
  'readInvoice',
  'invoiceOfPayment',
  'readCardSetup',
  'readChargeDispute',
  'listPayments',
  'listRefunds',
  'listSubscriptions',
  'listInvoices',
  'paymentOfCharge',
  'storedCard',
  'customerPages',
  'subscriptionPages',
  'paymentPages',
  'refundPages',
  'disputePages',
];

/** Wraps a payment provider so that every call that would change something throws. */
export const readOnlyPayments = (payments: Payments): Payments =>
  new Proxy(payments, {
    get: (target, name: keyof Payments) => {
      if (reads.includes(name)) return target[name].bind(target);
      return () => {
        throw new Error(`a dry run does not call ${name}`);
      };
    },
  });
