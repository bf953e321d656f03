import type { Tone } from '@ve/ui/status/status';

/** What an action led to. */
export interface ActionResult {
  tone: Tone;
  text: string;
}

/** What staff fill in. */
export interface ActionInput {
  reason: string;
  email: string;
}

/** Something that support does for a customer. */
export interface Action {
  /** The button on the page. */
  label: string;
  title: string;
  /** What will happen, in lines. */
  what: readonly string[];
  /** The button that does it. */
  confirm: string;
  /** It ends something. */
  ends?: true;
  /** The account's address has to be typed. */
  requiresEmail?: true;
  send: (asked: ActionInput) => Promise<{ outcome: string }>;
  /** By outcome. */
  results: Readonly<Record<string, ActionResult>>;
}
