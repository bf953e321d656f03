import * as z from 'zod/mini';
import { isoInstantSchema } from '../../vehicle-record.ts';

/** The refund of the last charge, in pence (`domain/membership/refund-due`). */
export const lastChargeRefundSchema = z.object({
  kind: z.enum(['none', 'pro-rata', 'full']),
  pence: z.int(),
  /** The whole days for which a pro-rata refund is made; present only before the cancellation. */
  daysLeft: z.optional(z.int()),
  /**
   * The price of the full check that was used, which a pro-rata refund leaves out, in pence; present as `daysLeft` is.
   */
  fullCheckPence: z.optional(z.int()),
});

export type LastChargeRefund = z.infer<typeof lastChargeRefundSchema>;

/** The result of a cancellation. */
export const cancellationSummarySchema = z.object({
  registration_number: z.nullable(z.string()),
  requestedAt: isoInstantSchema,
  /** When the membership ends or ended. */
  endsAt: isoInstantSchema,
  ended: z.boolean(),
  refund: lastChargeRefundSchema,
  /** Whether it can still be undone: the paid period, with which it ends, is still running. */
  canWithdraw: z.boolean(),
  /** What a month costs if it is undone, in pence. */
  monthlyPence: z.int(),
});

export type CancellationSummary = z.infer<typeof cancellationSummarySchema>;
