import * as z from 'zod/mini';
import { isoInstant } from '../../vehicle-record.ts';

/** What goes back of the last charge, in pence (`domain/membership/refund-due`). */
export const refundSchema = z.object({
  kind: z.enum(['none', 'pro-rata', 'full']),
  pence: z.int(),
  /** The whole days that a pro-rata refund is for, before anything is cancelled. */
  daysLeft: z.optional(z.int()),
  /** The price of the full check that was used, which a pro-rata refund leaves out, in pence; as `daysLeft`. */
  fullCheckPence: z.optional(z.int()),
});

export type Refund = z.infer<typeof refundSchema>;

/** What a cancellation led to. */
export const cancellationSummarySchema = z.object({
  registration_number: z.nullable(z.string()),
  requestedAt: isoInstant,
  /** When the membership ends or ended. */
  endsAt: isoInstant,
  /** Whether that has come. */
  ended: z.boolean(),
  refund: refundSchema,
  /** Whether it can still be taken back: it ends with its paid period, which runs. */
  canWithdraw: z.boolean(),
});

export type CancellationSummary = z.infer<typeof cancellationSummarySchema>;
