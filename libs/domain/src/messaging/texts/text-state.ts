/** The delivery state of a text. `unconfirmed`: the network never reported whether it arrived. */
export const textMessageStates = ['waiting', 'sent', 'delivered', 'failed', 'skipped', 'unconfirmed'] as const;
export type TextMessageState = (typeof textMessageStates)[number];

/**
 * How long, in milliseconds, a delivery receipt may take until a text counts as unconfirmed: networks try for three
 * days.
 */
export const deliveryReceiptTimeoutMs = 72 * 3_600_000;

export interface TextMessageTimestamps {
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
export const textMessageStateOf = (
  { attemptedAt, sentAt, deliveredAt, failedAt, skippedAt }: TextMessageTimestamps,
  now: Date,
): TextMessageState => {
  if (deliveredAt) return 'delivered';
  if (failedAt) return 'failed';
  if (skippedAt) return 'skipped';
  if (!sentAt) return attemptedAt ? 'unconfirmed' : 'waiting';
  return now.getTime() - sentAt.getTime() >= deliveryReceiptTimeoutMs ? 'unconfirmed' : 'sent';
};

/** How long a text waits to be sent, in milliseconds; after that its content is outdated. */
export const textExpiryMs = 72 * 3_600_000;
