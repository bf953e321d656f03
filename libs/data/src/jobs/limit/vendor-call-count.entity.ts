import { defineEntity, p } from '@mikro-orm/postgresql';
import { instant } from '../../kernel/columns.ts';

/** What became of the calls to one vendor in one minute, in all processes. */
export const vendorCallCountSchema = defineEntity({
  name: 'VendorCallCount',
  tableName: 'vendor_call_counts',
  properties: {
    vendor: p.text().primary(),
    /** Its beginning. */
    minute: instant().primary(),
    /** Calls that reached the vendor, or tried to. */
    calls: p.integer(),
    /** Those of them without a usable answer. */
    errors: p.integer(),
    /** Not made: the vendor's rate limit or our budget of the day. */
    limited: p.integer(),
    /** Not made: the circuit breaker of their process was open. */
    refusedByBreaker: p.integer(),
  },
  indexes: [{ name: 'vendor_call_counts_minute_index', properties: ['minute'] }],
  checks: [
    { name: 'vendor_call_counts_vendor_check', expression: 'length(vendor) >= 1 and length(vendor) <= 40' },
    {
      name: 'vendor_call_counts_counts_check',
      expression: 'errors >= 0 and calls >= errors and limited >= 0 and refused_by_breaker >= 0',
    },
  ],
});
