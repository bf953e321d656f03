import type { SubscriptionListener } from '../../membership/subscription/subscription-listener.ts';
import { resumeMonitorChecksOfMember } from '../alerts/monitor-check-state.repository.ts';
import { createWatchIfMissing, restartWatchOfMember } from './watch.repository.ts';

/**
 * Watches a member's car from the first subscription, restarts the watch with another subscription, and resumes it when
 * one changes.
 */
export const watchSubscriptionListener: SubscriptionListener = {
  started: createWatchIfMissing,
  replaced: restartWatchOfMember,
  changed: resumeMonitorChecksOfMember,
};
