import type { AlertFacts } from './alert.ts';

/** What a look makes of an answer: the state to keep, and what the member is told, oldest first. */
export interface Compared<Known> {
  known: Known;
  events: AlertFacts[];
}
