import type { EntityManager } from '@mikro-orm/postgresql';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { type RawBuilder, sql } from 'kysely';
import { tables } from '../../entities.ts';

export interface VendorCallTotals {
  /** Calls that reached the vendor, or tried to. */
  calls: number;
  /** Calls of these without a usable response. */
  errors: number;
  /** Calls not made because of the vendor's rate limit or our daily budget. */
  limited: number;
  /** Calls not made because the circuit breaker of their process was open. */
  refusedByBreaker: number;
}

export interface VendorMinuteCounts extends VendorCallTotals {
  vendor: string;
  /** The start of the minute. */
  minute: Date;
}

/** Adds the counts of one process to the stored totals. */
export const addVendorCallCounts = async (em: EntityManager, counted: readonly VendorMinuteCounts[]): Promise<void> => {
  if (counted.length === 0) return;
  // All processes write in the same order, so that two never deadlock.
  const rows = counted.toSorted((a, b) => a.vendor.localeCompare(b.vendor) || a.minute.getTime() - b.minute.getTime());
  await tables(em)
    .insertInto('vendor_call_counts')
    .values(
      rows.map(({ vendor, minute, calls, errors, limited, refusedByBreaker }) => ({
        vendor,
        minute,
        calls,
        errorCount: errors,
        rateLimitedCalls: limited,
        refusedByBreaker,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['vendor', 'minute']).doUpdateSet({
        calls: sql`vendor_call_counts.calls + excluded.calls`,
        errorCount: sql`vendor_call_counts.error_count + excluded.error_count`,
        rateLimitedCalls: sql`vendor_call_counts.rate_limited_calls + excluded.rate_limited_calls`,
        refusedByBreaker: sql`vendor_call_counts.refused_by_breaker + excluded.refused_by_breaker`,
      }),
    )
    .execute();
};

export interface VendorStatus {
  vendor: string;
  hour: VendorCallTotals;
  day: VendorCallTotals;
  /** The last minutes with a response, with an error, and with a call refused by a breaker. */
  answeredAt: Date | null;
  failedAt: Date | null;
  refusedByBreakerAt: Date | null;
  today: { calls: number; pence: number; callsLimit: number | null; penceLimit: number | null } | null;
}

const anHour = 3_600_000;

/**
 * Every vendor that was called within 24 hours or on this London day: the outcomes of its calls, and today's budget.
 */
export const findVendorStatuses = async (em: EntityManager, now: Date): Promise<VendorStatus[]> => {
  const since = new Date(now.getTime() - 24 * anHour).toISOString();
  const lastHour = sql`minute > ${new Date(now.getTime() - anHour).toISOString()}`;
  const found = await sql<FoundStatus>`
    with counted as (
      select vendor,
        ${countsOf(lastHour)} as hour, ${countsOf(sql`true`)} as day,
        ${lastMinute(sql`calls > error_count`)} as "answeredAt", ${lastMinute(sql`error_count > 0`)} as "failedAt",
        ${lastMinute(sql`refused_by_breaker > 0`)} as "refusedByBreakerAt"
      from vendor_call_counts where minute > ${since} group by vendor
    ), days as (
      select vendor, jsonb_build_object(
        'calls', calls, 'pence', cost_pence, 'callsLimit', calls_limit, 'penceLimit', pence_limit
      ) as today
      from vendor_daily_usage where day = ${londonDate(now)}
    )
    select vendor, coalesce(hour, ${none}) as hour, coalesce(day, ${none}) as day, "answeredAt", "failedAt",
      "refusedByBreakerAt", today
    from counted full join days using (vendor) order by vendor
  `.execute(tables(em));
  return found.rows.map((row) => ({
    ...row,
    answeredAt: toDate(row.answeredAt),
    failedAt: toDate(row.failedAt),
    refusedByBreakerAt: toDate(row.refusedByBreakerAt),
  }));
};

type Moment = 'answeredAt' | 'failedAt' | 'refusedByBreakerAt';
type FoundStatus = Omit<VendorStatus, Moment> & Record<Moment, number | null>;

const toDate = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

const lastMinute = (which: RawBuilder<unknown>) =>
  sql`(extract(epoch from max(minute) filter (where ${which})) * 1000)::float8`;

const countsOf = (which: RawBuilder<unknown>) => sql`
  jsonb_build_object(
    'calls', coalesce(sum(calls) filter (where ${which}), 0),
    'errors', coalesce(sum(error_count) filter (where ${which}), 0),
    'limited', coalesce(sum(rate_limited_calls) filter (where ${which}), 0),
    'refusedByBreaker', coalesce(sum(refused_by_breaker) filter (where ${which}), 0)
  )
`;

const none = sql`'{"calls":0,"errors":0,"limited":0,"refusedByBreaker":0}'::jsonb`;
