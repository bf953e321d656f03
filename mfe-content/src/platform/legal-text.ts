import type { Block } from './blocks.ts';

export interface LegalSection {
  /** Stands in addresses: `/terms#refunds`. */
  id: string;
  title: string;
  blocks: readonly Block[];
}

export interface LegalChange {
  /** A calendar day. */
  date: string;
  what: string;
}

export interface LegalText {
  title: string;
  description: string;
  path: `/${string}`;
  lead: string;
  sections: readonly LegalSection[];
  /** Newest first; the last one is when the text took effect. */
  changes: readonly LegalChange[];
}
