import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PaymentProviderClient } from '@ve/app/membership/payments/payment-provider-client';
import { unlimitedVendorDailyBudget } from '@ve/data/jobs/limit/vendor-daily-usage.repository';
import { createStripeAdapter } from '@ve/providers/payments/stripe.adapter';
import type { Logger } from '@ve/server-kit/log/logger';
import type { BffConfig } from '../config.ts';
import { VendorAdapterOptionsFactory } from '../jobs/vendor-adapter-options-factory.ts';
import { CONFIG_TOKEN, LOGGER_TOKEN } from '../platform/injection-tokens.ts';

/** The payment provider, as configured. */
@Injectable()
export class StripePaymentProviderClient extends PaymentProviderClient implements OnApplicationShutdown {
  readonly #stripe: ReturnType<typeof createStripeAdapter>;

  constructor(
    @Inject(CONFIG_TOKEN) config: BffConfig,
    @Inject(LOGGER_TOKEN) logger: Logger,
    @Inject(VendorAdapterOptionsFactory) vendors: VendorAdapterOptionsFactory,
  ) {
    const stripe = createStripeAdapter({
      url: config.STRIPE_URL,
      secretKey: config.STRIPE_SECRET_KEY,
      priceId: config.STRIPE_PRICE_ID,
      webhookSecrets: config.STRIPE_WEBHOOK_SECRET,
      ...vendors.optionsWith(unlimitedVendorDailyBudget),
    });
    super(stripe, logger);
    this.#stripe = stripe;
  }

  onApplicationShutdown(): Promise<void> {
    return this.#stripe.close();
  }
}
