import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '@ve/domain/kernel/time/clock';
import { pauseTokenBucket, type ConsumeTokenResult, consumeToken } from './token-bucket.repository.ts';
import {
  tryCountVendorCall,
  type VendorDailyBudget,
  unlimitedVendorDailyBudget,
  undoVendorCallCount,
} from './vendor-daily-usage.repository.ts';

interface LimitedVendors {
  /** Returns a new entity manager for each use: these writes are not part of the caller's transaction. */
  em: () => EntityManager;
  now: Clock;
  /** By vendor or vendor product; calls without a budget are only counted. */
  budgets: Partial<Record<string, VendorDailyBudget>>;
}

/**
 * Vendors' rate limits and budgets, stored in Postgres and shared by all processes: the rate by vendor, the budget by
 * product. The result is the `CreateVendorLimiter` of `providers`.
 */
export const createVendorLimiterFactory =
  ({ em, now, budgets }: LimitedVendors) =>
  (vendor: string, { ratePerSecond, burst }: { ratePerSecond: number; burst: number }, product = vendor) => {
    // Rounded up: never faster than the vendor allows.
    const bucket = { key: `vendor:${vendor}`, capacity: burst, refillMs: Math.ceil(1_000 / ratePerSecond) };
    return {
      consumeAttempt: async (maxWaitMs: number) =>
        toRateDecision(await consumeToken(em(), { ...bucket, maxWaitMs: Math.floor(maxWaitMs) }, now())),
      pause: (ms: number) => pauseTokenBucket(em(), { bucket, ms }, now()),
      spend: async () => {
        const budget = budgets[product] ?? unlimitedVendorDailyBudget;
        const at = now();
        const counted = tryCountVendorCall(em(), { vendor: product, budget }, at);
        // A count that limits nothing and adds up no money is for staff to read: no payer waits for it.
        if (isCountOnly(budget)) counted.catch(() => undefined);
        else if (!(await counted)) return null;
        return {
          refundAttempt: async () => {
            await counted;
            await undoVendorCallCount(em(), { vendor: product, budget, countedAt: at });
          },
        };
      },
    };
  };

const isCountOnly = ({ calls, pence, pencePerCall }: VendorDailyBudget): boolean =>
  calls === null && pence === null && pencePerCall === 0;

type RateLimitDecision = { granted: true; waitMs: number } | { granted: false; retryAfterMs: number };

const toRateDecision = (result: ConsumeTokenResult): RateLimitDecision =>
  result.taken ? { granted: true, waitMs: result.waitMs } : { granted: false, retryAfterMs: result.retryAfterMs };
