import { lockCustomer } from '@ve/data/membership/customer/customer.repository';
import { saveFullCheck } from '@ve/data/report/report.repository';
import type { CheckListener } from '../full-check/check-listener.ts';
import { queueReportReadyMails } from './queue-ready-mails.ts';

/** What fetches and full checks cause in reports. */
export const reportListener: CheckListener = {
  resultStored: async (em, { userId, record, fullCheck }, now) => {
    const customerId = await lockCustomer(em, userId, now);
    await saveFullCheck(em, { customerId, record, fullCheck }, now);
  },
  lookupEnded: async (em, { registration, ...queued }) => {
    await queueReportReadyMails(em, registration, queued);
  },
};
