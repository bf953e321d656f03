import { workingDayHours } from '../../kernel/time/working-days.ts';

/**
 * The response times that we promise (specification section 9), as used by every page and mail. "Support 24/7" is
 * deliberately not promised.
 */
export const promisedResponseTimes = {
  replyHours: 24,
  /** Working hours until a complaint is settled: Monday to Friday, 9 to 17 in London, no bank holidays. */
  complaintWorkingHours: 48,
  /** Working days without an answer after which a complaint is escalated. */
  escalationWorkingDays: 10,
  /** Working days until an affiliate application is reviewed. */
  affiliateWorkingDays: 2,
} as const;

/** The promises as text. */
export const responseTimeLabels = {
  reply: `within ${promisedResponseTimes.replyHours} hours`,
  complaint: `within ${promisedResponseTimes.complaintWorkingHours} working hours`,
  /** The complaint time in days. */
  complaintDays: `${promisedResponseTimes.complaintWorkingHours / workingDayHours} working days`,
  affiliate: `within ${promisedResponseTimes.affiliateWorkingDays} business days`,
  escalation: `${promisedResponseTimes.escalationWorkingDays} working days`,
} as const;
