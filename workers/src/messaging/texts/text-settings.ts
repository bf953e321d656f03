import type { TextPort } from '@ve/providers/text/text.port';

/** Dependencies of the text handler. */
export interface TextDeps {
  texts: TextPort;
  textSettings: TextSettings;
  /** Lease of a claimed text: longer than the vendor's timeout. */
  textLeaseMs: number;
  /** How long after an attempt whose answer is unknown the vendor is asked whether it has the text. */
  textConfirmWaitMs: number;
}

export interface TextSettings {
  /** The site's origin, without a trailing slash. */
  origin: string;
  /** Where the vendor reaches us with receipts: an origin. */
  callbackOrigin: string;
  /** The price of one segment, rounded up. */
  pencePerSegment: number;
  /** What the texts of a London day may cost; null: no limit. */
  pencePerDay: number | null;
}
