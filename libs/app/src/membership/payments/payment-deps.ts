import type { PaymentsPort } from '@ve/providers/payments/payments.port';

/** What the use cases of payments need. They receive no webhooks. */
export interface PaymentDeps {
  payments: Omit<PaymentsPort, 'readEvent'>;
}
