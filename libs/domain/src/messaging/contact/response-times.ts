import { workingDayHours } from '../../kernel/time/working-days.ts';

/**
 * What we promise to those who write to us (specification section 9). Every page and mail reads it from here. "Support
 * 24/7" is not among it: it is promised nowhere.
 */
export const contactPromises = {
  /** A reply to any enquiry, in hours. */
  replyHours: 24,
  /** A complaint is settled within so many working hours: Monday to Friday, 9 to 17 in London, no bank holidays. */
  complaintWorkingHours: 48,
  /** After so many working days without an answer a complaint is escalated. */
  escalationWorkingDays: 10,
} as const;

/** The promises in words. */
export const promiseLabels = {
  reply: `within ${contactPromises.replyHours} hours`,
  complaint: `within ${contactPromises.complaintWorkingHours} working hours`,
  /** The same in days. */
  complaintDays: `${contactPromises.complaintWorkingHours / workingDayHours} working days`,
  escalation: `${contactPromises.escalationWorkingDays} working days`,
} as const;
