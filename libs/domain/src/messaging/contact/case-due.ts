import { addWorkingDays } from '../../kernel/time/working-days.ts';
import type { CaseKind } from './case-kinds.ts';
import { complaintDeadlines } from './complaint-deadlines.ts';
import { promisedResponseTimes } from './response-times.ts';

/** The instant by which we have promised to answer a case received at `receivedAt`. */
export const caseDueAt = (kind: CaseKind, receivedAt: Date): Date => {
  switch (kind) {
    case 'enquiry':
    case 'dispute':
      return new Date(receivedAt.getTime() + promisedResponseTimes.replyHours * 3_600_000);
    case 'complaint':
      return complaintDeadlines(receivedAt).answerBy;
    case 'affiliate':
      return addWorkingDays(receivedAt, promisedResponseTimes.affiliateWorkingDays);
  }
};
