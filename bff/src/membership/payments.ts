import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { ErrorCode } from '@ve/contracts/errors';
import type { Context } from '@ve/data/kernel/context';
import { noLimit } from '@ve/data/jobs/limit/vendor-daily-usage.repository';
import { createStripeAdapter } from '@ve/providers/payments/stripe.adapter';
import {
  PaymentsRefusedError,
  type PaymentsPort,
  PaymentsUnavailableError,
} from '@ve/providers/payments/payments.port';
import { ProblemError } from '@ve/app/kernel/problem-error';
import type { Logger } from '@ve/server-kit/log/logger';
import type { Config } from '../config.ts';
import { CONFIG, LOGGER } from '../platform/tokens.ts';
import { Vendors } from '../jobs/vendors.ts';

/** The problem for a request when Stripe does not answer. */
interface Unanswered {
  code: Extract<ErrorCode, 'payments-unavailable' | 'checkout-failed'>;
  retryAfterSeconds: number;
}

/** The payment provider, as configured. */
@Injectable()
export class Payments implements OnApplicationShutdown {
  readonly #stripe: ReturnType<typeof createStripeAdapter>;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(Vendors) vendors: Vendors,
  ) {
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

  /**
   * Returns the result of a call to Stripe that the request needs.
   * @throws ProblemError with the given code, after logging, when Stripe does not answer or refuses the call
   */
  async answer<T>(
    { correlationId }: Context,
    call: (port: PaymentsPort) => Promise<T>,
    { code, retryAfterSeconds }: Unanswered,
  ): Promise<T> {
    try {
      return await call(this.#stripe);
    } catch (cause) {
      const fields = { err: cause, requestId: correlationId };
      if (cause instanceof PaymentsRefusedError) {
        this.logger.error({ event: 'stripe_request_refused', ...fields }, 'Stripe refused a request.');
      } else if (cause instanceof PaymentsUnavailableError) {
        this.logger.warn({ event: 'stripe_unavailable', ...fields }, 'Stripe did not answer a request.');
      } else throw cause;
      throw new ProblemError(code, { retryAfterSeconds, cause });
    }
  }

  onApplicationShutdown(): Promise<void> {
    return this.#stripe.close();
  }
}
