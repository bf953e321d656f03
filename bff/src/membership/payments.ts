import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Payments } from '@ve/app/membership/payments/payments';
import { unlimitedBudget } from '@ve/data/jobs/limit/vendor-daily-usage.repository';
import { createStripeAdapter } from '@ve/providers/payments/stripe.adapter';
import type { Logger } from '@ve/server-kit/log/logger';
import type { Config } from '../config.ts';
import { Vendors } from '../jobs/vendors.ts';
import { CONFIG, LOGGER } from '../platform/injection-tokens.ts';

/** The payment provider, as configured. */
@Injectable()
export class StripePayments extends Payments implements OnApplicationShutdown {
  readonly #stripe: ReturnType<typeof createStripeAdapter>;

  constructor(@Inject(CONFIG) config: Config, @Inject(LOGGER) logger: Logger, @Inject(Vendors) vendors: Vendors) {
    const stripe = createStripeAdapter({
      url: config.STRIPE_URL,
      secretKey: config.STRIPE_SECRET_KEY,
      priceId: config.STRIPE_PRICE_ID,
      webhookSecrets: config.STRIPE_WEBHOOK_SECRET,
      ...vendors.optionsWith(unlimitedBudget),
    });
    super(stripe, logger);
    this.#stripe = stripe;
  }

  onApplicationShutdown(): Promise<void> {
    return this.#stripe.close();
  }
}
