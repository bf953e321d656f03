import type { AdapterOptions, Closable } from '@ve/providers/http/adapter-options';
import type { PaymentsPort } from '@ve/providers/payments/payments.port';
import { createStripeAdapter } from '@ve/providers/payments/stripe.adapter';
import type { WorkersConfig } from '../config.ts';

/** Connects the adapter of Stripe. */
export const createWorkersStripeAdapter = (config: WorkersConfig, options: AdapterOptions): PaymentsPort & Closable =>
  createStripeAdapter({
    url: config.STRIPE_URL,
    secretKey: config.STRIPE_SECRET_KEY,
    priceId: config.STRIPE_PRICE_ID,
    webhookSecrets: [],
    ...options,
  });
