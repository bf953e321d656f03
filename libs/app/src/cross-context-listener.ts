import type { JobContext } from './job-context.ts';
import { changeNoticeMailListener } from './membership/announced-change/notice-period.ts';
import {
  resumeRecallChecksOfModels,
  resumeRecallChecksOfVehicle,
} from '@ve/data/monitoring/alerts/recall-check.repository';
import { skipReminder } from '@ve/data/monitoring/watch/reminder.repository';
import { lockOrCreateCustomer } from '@ve/data/membership/customer/customer.repository';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { addReport } from '@ve/data/report/report.repository';
import { findVehicleRecord } from '@ve/data/vehicle/vehicle.repository';
import { watchSubscriptionListener } from './monitoring/watch/ensure-watch.ts';
import { queueReportReadyMails } from './report/report-ready-mails.ts';
import { saveFullCheckInReport } from './report/save-report.ts';

/** The age up to which a stored record is shown in the first report of an account, in milliseconds. */
const recordKnownMs = 24 * 3_600_000;

/** Everything that one context causes in another, within the same transaction: the one listener of both processes. */
export const crossContextListener: JobContext['listener'] = {
  // Subscriptions, in monitoring.
  ...watchSubscriptionListener,
  // Newly read data, in monitoring.
  recordStored: (em, record) => resumeRecallChecksOfVehicle(em, record, new Date(record.fetchedAt)),
  campaignsChanged: resumeRecallChecksOfModels,
  // Accepted and bounced mails, in announced changes.
  ...changeNoticeMailListener,
  // Skipped messages, in monitoring. The reason may no longer apply later, so the scan plans the reminder again.
  onSkipped: async (em, { template, subjectId }, { reason, at }) => {
    if (template === 'reminder' && subjectId !== null) await skipReminder(em, { id: subjectId, reason }, at);
  },
  // New accounts, full checks and fetches, in reports.
  accountOpened: async (em, { customerId, registration }, { now, correlationId }) => {
    const held = await findVehicleRecord(em, registration);
    const record = held && now.getTime() - held.fetchedAt.getTime() < recordKnownMs ? held.record : null;
    const reportId = await addReport(em, { customerId, registration, record }, now);
    await addToOutbox(em, { jobName: 'reports.backfill', payload: { reportId, correlationId } }, { now });
  },
  resultStored: async (em, { userId, record, fullCheck }, now) => {
    const customerId = await lockOrCreateCustomer(em, userId, now);
    await saveFullCheckInReport(em, { customerId, record, fullCheck }, now);
  },
  lookupEnded: async (em, { registration, ...queued }) => {
    await queueReportReadyMails(em, registration, queued);
  },
};
