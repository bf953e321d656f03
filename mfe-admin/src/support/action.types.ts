import type { Tone } from '@ve/ui/status/status';

export interface CustomerActionResult {
  tone: Tone;
  text: string;
}

export interface CustomerActionInput {
  reason: string;
  email: string;
}

/** An action of support for a customer. */
export interface CustomerAction {
  /** The label of the button on the page. */
  label: string;
  title: string;
  /** The effects, one per line. */
  what: readonly string[];
  /** The label of the button that confirms. */
  confirm: string;
  /** True for a destructive action. */
  ends?: true;
  /** The account's address must be typed. */
  requiresEmail?: true;
  send: (asked: CustomerActionInput) => Promise<{ outcome: string }>;
  results: Readonly<Record<string, CustomerActionResult>>;
}
