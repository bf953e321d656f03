import { addWorkingDays, addWorkingHours } from '../../kernel/time/working-days.ts';
import { promisedResponseTimes } from './response-times.ts';

/**
 * The date by which a complaint received at `receivedAt` is answered, and the date on which it is escalated otherwise.
 */
export const complaintDeadlines = (receivedAt: Date): { answerBy: Date; escalationAt: Date } => ({
  answerBy: addWorkingHours(receivedAt, promisedResponseTimes.complaintWorkingHours),
  escalationAt: addWorkingDays(receivedAt, promisedResponseTimes.escalationWorkingDays),
});
