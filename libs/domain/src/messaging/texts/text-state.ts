/** The delivery state of a text. `unconfirmed`: the network never reported whether it arrived. */
export const textStates = ['waiting', 'sent', 'delivered', 'failed', 'skipped', 'unconfirmed'] as const;
export type TextState = (typeof textStates)[number];

/**
 * How long, in milliseconds, a delivery receipt may take until a text counts as unconfirmed: networks try for three
 * days.
 */
export const receiptMs = 72 * 3_600_000;

export interface TextTimestamps {
  /**
   * Since when the vendor may have the text although its response is unknown; null: it certainly has not, or it
   * responded.
   */
  attemptedAt: Date | null;
  sentAt: Date | null;
  deliveredAt: Date | null;
  failedAt: Date | null;
  skippedAt: Date | null;
}

/** The delivery state of a text at `now`, the same for its recipient and for staff. */
export const textStateOf = (
  { attemptedAt, sentAt, deliveredAt, failedAt, skippedAt }: TextTimestamps,
  now: Date,
): TextState => {
  if (deliveredAt) return 'delivered';
  if (failedAt) return 'failed';
  if (skippedAt) return 'skipped';
  if (!sentAt) return attemptedAt ? 'unconfirmed' : 'waiting';
  return now.getTime() - sentAt.getTime() >= receiptMs ? 'unconfirmed' : 'sent';
};

/** How long a text waits to be sent, in milliseconds; after that its content is outdated. */
export const textExpiryMs = 72 * 3_600_000;
