import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { noLimit } from '@ve/data/limit/vendor-day.repository';
import { createStripeAdapter } from '@ve/providers/payments/stripe.adapter';
import type { PaymentsPort } from '@ve/providers/payments/payments.port';
import type { Config } from '../config.ts';
import { CONFIG } from './tokens.ts';
import { Vendors } from './vendors.ts';

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
