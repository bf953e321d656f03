import { defineEntity, p } from '@mikro-orm/postgresql';

/** The calls to one vendor, and their cost, on one day. */
export const vendorDailyUsageEntity = defineEntity({
  name: 'VendorDailyUsage',
  tableName: 'vendor_daily_usage',
  properties: {
    vendor: p.text().primary(),
    /** Calendar day in Europe/London. */
    day: p.date().primary(),
    calls: p.integer(),
    costPence: p.integer(),
    /** The limit of that day as of the last call; null: no limit. */
    callsLimit: p.integer().nullable(),
    penceLimit: p.integer().nullable(),
  },
  checks: [
    { name: 'vendor_daily_usage_vendor_check', expression: 'length(vendor) >= 1 and length(vendor) <= 40' },
    { name: 'vendor_daily_usage_calls_check', expression: 'calls >= 0' },
    { name: 'vendor_daily_usage_cost_pence_check', expression: 'cost_pence >= 0' },
  ],
});
