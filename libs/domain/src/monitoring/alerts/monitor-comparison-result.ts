import type { AlertFacts } from './alert.ts';

/** The result of a check: the state to store, and the events to notify, oldest first. */
export interface MonitorComparisonResult<Known> {
  known: Known;
  events: AlertFacts[];
}
