import { lockCustomer } from '@ve/data/membership/customer/customer.repository';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { addReport, saveFullCheck } from '@ve/data/report/report.repository';
import { findVehicle } from '@ve/data/vehicle/vehicle.repository';
import type { CheckListener } from '../full-check/check-listener.ts';
import type { AccountListener } from '../membership/sign-up/open-account.ts';
import { queueReportReadyMails } from './queue-ready-mails.ts';

/** The age up to which a stored record is shown in the first report of an account, in milliseconds. */
const recordKnownMs = 24 * 3_600_000;

/** What new accounts, fetches and full checks cause in reports. */
export const reportListener: AccountListener & CheckListener = {
  accountOpened: async (em, { customerId, registration }, { now, correlationId }) => {
    const held = await findVehicle(em, registration);
    const record = held && now.getTime() - held.fetchedAt.getTime() < recordKnownMs ? held.record : null;
    const reportId = await addReport(em, { customerId, registration, record }, now);
    await addToOutbox(em, { jobName: 'reports.backfill', payload: { reportId, correlationId } }, { now });
  },
  resultStored: async (em, { userId, record, fullCheck }, now) => {
    const customerId = await lockCustomer(em, userId, now);
    await saveFullCheck(em, { customerId, record, fullCheck }, now);
  },
  lookupEnded: async (em, { registration, ...queued }) => {
    await queueReportReadyMails(em, registration, queued);
  },
};
