/** What became of a text. `unconfirmed`: the network never said whether it arrived. */
export const textStates = ['waiting', 'sent', 'delivered', 'failed', 'skipped', 'unconfirmed'] as const;
export type TextState = (typeof textStates)[number];

/** How long a receipt may take until a text counts as unconfirmed, in milliseconds: networks try for three days. */
export const receiptMs = 72 * 3_600_000;

export interface TextEnds {
  /** Since when the vendor may have it although its answer is unknown; null: it certainly has not, or it answered. */
  attemptedAt: Date | null;
  sentAt: Date | null;
  deliveredAt: Date | null;
  failedAt: Date | null;
  skippedAt: Date | null;
}

/** What became of a text at `now`, for its recipient and for staff alike. */
export const textStateOf = (
  { attemptedAt, sentAt, deliveredAt, failedAt, skippedAt }: TextEnds,
  now: Date,
): TextState => {
  if (deliveredAt) return 'delivered';
  if (failedAt) return 'failed';
  if (skippedAt) return 'skipped';
  if (!sentAt) return attemptedAt ? 'unconfirmed' : 'waiting';
  return now.getTime() - sentAt.getTime() >= receiptMs ? 'unconfirmed' : 'sent';
};
