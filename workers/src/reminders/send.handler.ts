import { UnrecoverableJobError } from '@ve/server-kit/queue/job-errors';
import type { JobHandler } from '@ve/server-kit/queue/job-handlers';

/** Reminders cannot be set yet, so there is no row that a job could name. */
export const sendReminder: JobHandler<'reminders.send'> = () =>
  Promise.reject(new UnrecoverableJobError('no reminder with this id'));
