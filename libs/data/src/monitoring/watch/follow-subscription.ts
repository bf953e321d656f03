import type { SubscriptionListener } from '../../membership/subscription/subscription-listener.ts';
import { resumeChecks } from '../alerts/monitor-check-state.repository.ts';
import { ensureWatch, restartWatch } from './watch.repository.ts';

/** A member's car is watched from the first subscription, anew with another one, and on when one is changed. */
export const watchSubscriptionListener: SubscriptionListener = {
  started: ensureWatch,
  replaced: restartWatch,
  changed: resumeChecks,
};
