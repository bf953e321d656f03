import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { isoDateSchema, isoInstantSchema } from '../../vehicle-record.ts';

const count = z.int().check(z.minimum(0));

/**
 * Key figures of the business (specification section 3). `domain/operations/analytics/figure-definitions` defines each
 * of them.
 */
export const serviceStatisticsSchema = z.object({
  totalUsers: count,
  totalReports: count,
  totalCustomers: count,
  activeSubscriptions: count,
  /** Time of the oldest of the four counts. */
  countedAt: isoInstantSchema,
});

export type ServiceStatistics = z.infer<typeof serviceStatisticsSchema>;

export const readServiceStatisticsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/statistics',
  answers: { 200: serviceStatisticsSchema },
  problems: [],
});

/** One calendar day in Europe/London; amounts in pence. */
const dayFiguresSchema = z.object({
  date: isoDateSchema,
  signUps: count,
  newMembers: count,
  cancellations: count,
  refunds: count,
  grossPence: count,
  returnedPence: count,
});

export const analyticsSchema = z.object({
  /** Today, in Europe/London. */
  date: isoDateSchema,
  sameDayLastMonth: isoDateSchema,
  newCustomersToday: count,
  newCustomersYesterday: count,
  newCustomersSameDayLastMonth: count,
  /** Today compared with the same day last month, in percent (specification section 9). */
  percentageChange: z.number(),
  /** Each day of the range, oldest first, ending with today. */
  days: z.array(dayFiguresSchema),
  /** Time of the oldest count among the days; null: all were counted now. */
  countedAt: z.nullable(isoInstantSchema),
});

export type Analytics = z.infer<typeof analyticsSchema>;

export const readAnalyticsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/analytics',
  /** The number of days, including today. */
  query: z.object({ days: z.enum(['7', '30', '90', '365']) }),
  answers: { 200: analyticsSchema },
  problems: [],
});
