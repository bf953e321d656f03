import type { Unavailable } from '../http/call-result.ts';

export interface OutgoingText {
  /** E.164. */
  to: string;
  body: string;
  /** How long the network may keep trying, in seconds, 1 to 36,000. */
  validSeconds: number;
  /** Where receipts go. */
  receiptUrl: string;
}

/**
 * What the vendor said of a text. `number-fault`: no text will reach this number (`twilio-codes` says why). `rejected`: something of ours is not as
 * the vendor wants it, and no repetition helps. `code` is the vendor's.
 */
export type TextReply =
  | { state: 'accepted'; sid: string; segments: number }
  | { state: 'number-fault'; code: number }
  | { state: 'rejected'; code: number };

/** `taken: 'unknown'`: the vendor may have the text although its answer never came. */
export type TextAnswer = TextReply | (Unavailable & { taken: 'no' | 'unknown' });

/** A text that the vendor has. */
export interface SentText {
  sid: string;
  body: string;
  segments: number;
  createdAt: Date;
}

/** What became of a text that the vendor has taken; `code` is the vendor's, of one that failed. `unknown`: it has none. */
export type TextDeliveryState =
  { state: 'accepted' | 'delivered' | 'failed'; code: number | null } | { state: 'unknown' };

export type SentTexts = { state: 'found'; texts: SentText[] } | Unavailable;

/** Texts to mobile telephones. The vendor has no idempotency key. */
export interface TextPort {
  /** Sends a text in at most one attempt. Resolves within 15 seconds and never throws because of the vendor. */
  send(text: OutgoingText): Promise<TextAnswer>;
  /** The texts that went from our number to another, among its latest two hundred those made since `since`. */
  findSent(to: string, since: Date): Promise<SentTexts>;
  /** What became of a text, by the vendor's id of it. */
  read(sid: string): Promise<TextDeliveryState | Unavailable>;
}
