import type { StatusTone } from '@ve/ui/status/status';

export interface SupportActionResult {
  tone: StatusTone;
  text: string;
}

export interface SupportActionInput {
  reason: string;
  email: string;
}

/** An action of support for a customer. */
export interface SupportAction {
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
  send: (asked: SupportActionInput) => Promise<{ outcome: string }>;
  results: Readonly<Record<string, SupportActionResult>>;
}
