import type { AdapterOptions, Closable } from '@ve/providers/http/adapter-options';
import type { PaymentsPort } from '@ve/providers/payments/payments.port';
import { createStripeAdapter } from '@ve/providers/payments/stripe.adapter';
import type { WorkersConfig } from '../config.ts';

/** Dependencies of the payment handlers. Workers receive no webhooks. */
export interface PaymentDeps {
  payments: Omit<PaymentsPort, 'readEvent'>;
}

export const connectPayments = (config: WorkersConfig, options: AdapterOptions): PaymentsPort & Closable =>
  createStripeAdapter({
    url: config.STRIPE_URL,
    secretKey: config.STRIPE_SECRET_KEY,
    priceId: config.STRIPE_PRICE_ID,
    webhookSecrets: [],
    ...options,
  });
