import { UnrecoverableJobError } from '@ve/server-kit/queue/job-errors';
import type { Handler } from '../job-context.ts';

/** Reminders cannot be set yet, so no job can refer to one. */
export const sendReminder: Handler<'reminders.send'> = () =>
  Promise.reject(new UnrecoverableJobError('no reminder with this id'));
