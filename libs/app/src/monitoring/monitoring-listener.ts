import type { SubscriptionListener } from '@ve/data/membership/subscription/subscription-listener';
import { resumeRecallChecks, resumeRecallChecksOf } from '@ve/data/monitoring/alerts/recall-check.repository';
import { watchSubscriptionListener } from '@ve/data/monitoring/watch/watch-subscription-listener';
import { skipReminder } from '@ve/data/monitoring/watch/reminder.repository';
import type { MessageListener } from '../messaging/message-listener.ts';
import type { VehicleListener } from '../vehicle/vehicle-listener.ts';

/** What subscriptions, newly read data and skipped messages cause in monitoring. */
export const monitoringListener: SubscriptionListener & VehicleListener & Pick<MessageListener, 'onSkipped'> = {
  ...watchSubscriptionListener,
  recordStored: (em, record) => resumeRecallChecksOf(em, record, new Date(record.fetchedAt)),
  campaignsChanged: resumeRecallChecks,
  // The reason may no longer apply later, so the scan plans the reminder again like any skipped one.
  onSkipped: async (em, { template, subjectId }, { reason, at }) => {
    if (template === 'reminder' && subjectId !== null) await skipReminder(em, { id: subjectId, reason }, at);
  },
};
