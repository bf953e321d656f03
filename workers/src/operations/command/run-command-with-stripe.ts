import type { EntityManager } from '@mikro-orm/postgresql';
import { connectDatabase } from '@ve/data/kernel/database';
import type { Clock } from '@ve/domain/kernel/time/clock';
import type { PaymentsPort } from '@ve/providers/payments/payments.port';
import { createStripeAdapter } from '@ve/providers/payments/stripe.adapter';
import { createLogger, type Logger } from '@ve/server-kit/log/logger';
import { startProcessClock } from '../../jobs/process-clock.ts';
import type { StripeCommandConfig } from './stripe-command.config.ts';
import type { CreateVendorLimiter } from '@ve/providers/http/vendor-limiter';

export interface StripeCommandContext {
  fork: () => EntityManager;
  payments: PaymentsPort;
  now: Clock;
  /** Writes to standard error: standard output is for the command's report. */
  logger: Logger;
}

/**
 * Runs a command with a database, Stripe and the clock of the workers, and closes them after it.
 * @throws any error of the database or Stripe, and of `act`
 */
export const runCommandWithStripe = async <Result>(
  config: StripeCommandConfig,
  { name, poolSize }: { name: string; poolSize: number },
  act: (command: StripeCommandContext) => Promise<Result>,
): Promise<Result> => {
  const logger = createLogger({
    name,
    level: config.LOG_LEVEL,
    format: config.LOG_FORMAT,
    destination: process.stderr,
  });
  const orm = await connectDatabase({ url: config.DATABASE_URL, poolSize });
  const payments = createStripeAdapter({
    url: config.STRIPE_URL,
    secretKey: config.STRIPE_SECRET_KEY,
    priceId: config.STRIPE_PRICE_ID,
    webhookSecrets: [],
    createVendorLimiter: limitVendorInProcess,
  });
  try {
    const clock = await startProcessClock({ orm, source: config.CLOCK_SOURCE, logger });
    try {
      return await act({ fork: () => orm.em.fork(), payments, now: clock.now, logger });
    } finally {
      clock.close();
    }
  } finally {
    await Promise.all([orm.close(true), payments.close()]);
  }
};

/**
 * Limits the rate of vendor calls within one process, for a command that runs alone and must not write to the database.
 */
const limitVendorInProcess: CreateVendorLimiter = (_vendor, { ratePerSecond }) => {
  let freeAt = 0;
  return {
    consumeAttempt: () => {
      const now = performance.now();
      const at = Math.max(now, freeAt);
      freeAt = at + 1_000 / ratePerSecond;
      return Promise.resolve({ granted: true, waitMs: at - now });
    },
    pause: (ms) => {
      freeAt = Math.max(freeAt, performance.now() + ms);
      return Promise.resolve();
    },
    spend: () => Promise.resolve({ refundAttempt: () => Promise.resolve() }),
  };
};
