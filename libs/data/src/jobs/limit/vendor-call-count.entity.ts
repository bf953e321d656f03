import { defineEntity, p } from '@mikro-orm/postgresql';
import { instantColumn } from '../../kernel/entity-columns.ts';

/** The outcomes of the calls to one vendor in one minute, in all processes. */
export const vendorCallCountEntity = defineEntity({
  name: 'VendorCallCount',
  tableName: 'vendor_call_counts',
  properties: {
    vendor: p.text().primary(),
    /** The start of the minute. */
    minute: instantColumn().primary(),
    /** Calls that reached the vendor, or tried to. */
    calls: p.integer(),
    /** Calls of these without a usable response. */
    errorCount: p.integer(),
    /** Calls not made because of the vendor's rate limit or our daily budget. */
    rateLimitedCalls: p.integer(),
    /** Calls not made because the circuit breaker of their process was open. */
    refusedByBreaker: p.integer(),
  },
  indexes: [{ name: 'vendor_call_counts_minute_index', properties: ['minute'] }],
  checks: [
    { name: 'vendor_call_counts_vendor_check', expression: 'length(vendor) >= 1 and length(vendor) <= 40' },
    {
      name: 'vendor_call_counts_counts_check',
      expression: 'error_count >= 0 and calls >= error_count and rate_limited_calls >= 0 and refused_by_breaker >= 0',
    },
  ],
});
