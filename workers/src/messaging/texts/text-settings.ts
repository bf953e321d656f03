import type { TextPort } from '@ve/providers/text/text.port';

export interface TextDeps {
  texts: TextPort;
  textSettings: TextSettings;
  /** Lease of a claimed text: longer than the vendor's timeout. */
  textLeaseMs: number;
  /** How long after a lost response the vendor is queried for the text. */
  textConfirmWaitMs: number;
}

export interface TextSettings {
  /** The site's origin, without a trailing slash. */
  origin: string;
  /** The origin at which the vendor reaches us with receipts. */
  callbackOrigin: string;
  /** The price of one segment in pence, rounded up. */
  pencePerSegment: number;
  /** Maximum cost of the texts of a London day in pence; null: no limit. */
  pencePerDay: number | null;
}
