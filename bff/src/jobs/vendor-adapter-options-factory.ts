import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createVendorLimiterFactory } from '@ve/data/jobs/limit/vendor-limiter-factory';
import { addVendorCallCounts } from '@ve/data/jobs/limit/vendor-call-count.repository';
import type { VendorDailyBudget } from '@ve/data/jobs/limit/vendor-daily-usage.repository';
import type { Clock } from '@ve/domain/kernel/time/clock';
import type { AdapterOptions } from '@ve/providers/http/adapter-options';
import type { Logger } from '@ve/server-kit/log/logger';
import { createVendorCallCounter, type VendorCallCounter } from '@ve/server-kit/vendors/vendor-counts';
import { registerVendorCallMetrics } from '@ve/server-kit/vendors/vendor-metrics';
import { createFailedVendorCallLogger } from '@ve/server-kit/vendors/vendor-warnings';
import { BffDatabase } from '../platform/database.ts';
import { BffMetrics } from '../platform/metrics.ts';
import { CLOCK_TOKEN, LOGGER_TOKEN } from '../platform/injection-tokens.ts';

/** Creates the options of every vendor adapter: limits across all processes, metrics, counts, warnings. */
@Injectable()
export class VendorAdapterOptionsFactory implements OnApplicationShutdown {
  readonly #counting: VendorCallCounter;
  readonly #onCall: NonNullable<AdapterOptions['onCall']>;

  constructor(
    @Inject(BffDatabase) private readonly database: BffDatabase,
    @Inject(CLOCK_TOKEN) private readonly now: Clock,
    @Inject(LOGGER_TOKEN) logger: Logger,
    @Inject(BffMetrics) metrics: BffMetrics,
  ) {
    const measure = registerVendorCallMetrics(metrics.registry);
    const warn = createFailedVendorCallLogger(logger, now);
    this.#counting = createVendorCallCounter({
      write: (counted) => addVendorCallCounts(database.em(), counted),
      now,
      logger,
    });
    this.#onCall = (report) => {
      measure(report);
      warn(report);
      this.#counting.count(report);
    };
  }

  /** The options of an adapter, with its vendor's daily budget. */
  optionsWith(budget: VendorDailyBudget): AdapterOptions {
    const { database, now } = this;
    return {
      createVendorLimiter: (vendor, rate) =>
        createVendorLimiterFactory({ em: () => database.em(), now, budgets: { [vendor]: budget } })(vendor, rate),
      onCall: this.#onCall,
    };
  }

  onApplicationShutdown(): Promise<void> {
    return this.#counting.close();
  }
}
