import type { ContentBlock } from './blocks.ts';

export interface LegalSection {
  /** The fragment in URLs: `/terms#refunds`. */
  id: string;
  title: string;
  blocks: readonly ContentBlock[];
}

export interface LegalTextChange {
  /** An ISO date. */
  date: string;
  what: string;
}

export interface LegalText {
  title: string;
  description: string;
  path: `/${string}`;
  lead: string;
  sections: readonly LegalSection[];
  /** Newest first; the last one is the date when the text first took effect. */
  changes: readonly LegalTextChange[];
}
