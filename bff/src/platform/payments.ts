import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { noLimit } from '@ve/data/limit/vendor-day.repository';
import { createStripeAdapter } from '@ve/providers/payments/stripe.adapter';
import { PaymentsRefusedError, type PaymentsPort } from '@ve/providers/payments/payments.port';
import type { Config } from '../config.ts';
import { CONFIG } from './tokens.ts';
import { Vendors } from './vendors.ts';

/** Null where Stripe has no such object, though we have its id: another account's, or a sandbox that began anew. */
export const unlessUnknown = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof PaymentsRefusedError && error.code === 'resource_missing') return null;
    throw error;
  });

/** The payment provider, as configured. */
@Injectable()
export class Payments implements OnApplicationShutdown {
  readonly #stripe: ReturnType<typeof createStripeAdapter>;

  constructor(@Inject(CONFIG) config: Config, @Inject(Vendors) vendors: Vendors) {
    this.#stripe = createStripeAdapter({
      url: config.STRIPE_URL,
      secretKey: config.STRIPE_SECRET_KEY,
      priceId: config.STRIPE_PRICE_ID,
      webhookSecrets: config.STRIPE_WEBHOOK_SECRET,
      ...vendors.optionsWith(noLimit),
    });
  }

  get port(): PaymentsPort {
    return this.#stripe;
  }

  onApplicationShutdown(): Promise<void> {
    return this.#stripe.close();
  }
}
