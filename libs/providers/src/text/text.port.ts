import type { VendorUnavailableResult } from '../http/call-result.ts';

export interface OutgoingText {
  /** E.164. */
  to: string;
  body: string;
  /** How long the network may keep trying, in seconds, 1 to 36,000. */
  validSeconds: number;
  /** The URL to which receipts are sent. */
  receiptUrl: string;
}

/**
 * The vendor's response to a text. `number-fault`: no text can reach this number (`twilio-codes` gives the reason).
 * `rejected`: our request is invalid, and repeating does not help. `code` is the vendor's.
 */
export type AvailableTextAnswer =
  | { state: 'accepted'; sid: string; segments: number }
  | { state: 'number-fault'; code: number }
  | { state: 'rejected'; code: number };

/** `taken: 'unknown'`: the vendor may have accepted the text although its response was lost. */
export type TextAnswer = AvailableTextAnswer | (VendorUnavailableResult & { taken: 'no' | 'unknown' });

/** A text that the vendor accepted. */
export interface SentText {
  sid: string;
  body: string;
  segments: number;
  createdAt: Date;
}

/**
 * The delivery state of a text that the vendor accepted; `code` is the vendor's, for a failed one. `unknown`: the
 * vendor does not have the text.
 */
export type TextDeliveryState =
  { state: 'accepted' | 'delivered' | 'failed'; code: number | null } | { state: 'unknown' };

export type SentTextsAnswer = { state: 'found'; texts: SentText[] } | VendorUnavailableResult;

/** Text messages to mobile telephones. The vendor has no idempotency key. */
export interface TextPort {
  /** Sends a text in at most one attempt. Resolves within 15 seconds and never throws because of the vendor. */
  send(text: OutgoingText): Promise<TextAnswer>;
  /** The texts from our number to another since `since`, among the latest two hundred. */
  findSent(to: string, since: Date): Promise<SentTextsAnswer>;
  /** The delivery state of a text, by the vendor's id. */
  read(sid: string): Promise<TextDeliveryState | VendorUnavailableResult>;
}
