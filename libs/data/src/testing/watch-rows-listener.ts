import type { SubscriptionListener } from '../membership/subscription/subscription-listener.ts';
import { resumeMonitorChecksOfMember } from '../monitoring/alerts/monitor-check-state.repository.ts';
import { addMissingWatchRows, resetWatch } from '../monitoring/watch/watch.repository.ts';

/** Adds, resets and resumes the rows of a watch as the application does, without reading any date. */
export const watchRowsListener: SubscriptionListener = {
  started: addMissingWatchRows,
  replaced: async (em, userId, now) => {
    await resetWatch(em, userId, now);
    await addMissingWatchRows(em, userId, now);
  },
  changed: resumeMonitorChecksOfMember,
};
