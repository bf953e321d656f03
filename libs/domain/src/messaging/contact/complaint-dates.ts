import { addWorkingDays, addWorkingHours } from '../../kernel/time/working-days.ts';
import { contactPromises } from './response-times.ts';

/** By when a complaint received at `receivedAt` is to be answered, and when it is escalated if it is not. */
export const complaintDates = (receivedAt: Date): { answerBy: Date; escalationAt: Date } => ({
  answerBy: addWorkingHours(receivedAt, contactPromises.complaintWorkingHours),
  escalationAt: addWorkingDays(receivedAt, contactPromises.escalationWorkingDays),
});
