import type { SubscriptionListener } from '../../membership/subscription/subscription-listener.ts';
import { resumeMonitorChecks } from '../alerts/monitor-check-state.repository.ts';
import { ensureWatch, restartWatch } from './watch.repository.ts';

/**
 * Watches a member's car from the first subscription, restarts the watch with another subscription, and resumes it when
 * one changes.
 */
export const watchSubscriptionListener: SubscriptionListener = {
  started: ensureWatch,
  replaced: restartWatch,
  changed: resumeMonitorChecks,
};
