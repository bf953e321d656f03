import type { PaymentDeps } from '../../membership/payments.ts';

type Payments = PaymentDeps['payments'];

const reads: readonly (keyof Payments)[] = [
  'readPayment',
  'readSubscription',
  'readInvoice',
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

/** The same provider, of which nothing can be asked that changes something: such a call throws. */
export const readingPayments = (payments: Payments): Payments =>
  new Proxy(payments, {
    get: (target, name: keyof Payments) => {
      if (reads.includes(name)) return target[name].bind(target);
      return () => {
        throw new Error(`a dry run does not call ${name}`);
      };
    },
  });
