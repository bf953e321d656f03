import type { ErrorCode } from '@ve/contracts/errors';
import type { Context } from '@ve/data/kernel/context';
import {
  PaymentsRefusedError,
  type PaymentsPort,
  PaymentsUnavailableError,
} from '@ve/providers/payments/payments.port';
import type { UseCaseLogger } from '../../kernel/use-case-logger.ts';
import { ProblemError } from '../../kernel/problem-error.ts';

/** What the use cases of payments need. They receive no webhooks. */
export interface PaymentDeps {
  payments: Omit<PaymentsPort, 'readEvent'>;
}

/** The problem for a request when Stripe does not answer. */
interface Unanswered {
  code: Extract<ErrorCode, 'payments-unavailable' | 'checkout-failed'>;
  retryAfterSeconds: number;
}

/** The payment provider, for requests that wait for its answer. */
export class PaymentProviderClient {
  constructor(
    readonly port: PaymentsPort,
    private readonly logger: UseCaseLogger,
  ) {}

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
      return await call(this.port);
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
}
