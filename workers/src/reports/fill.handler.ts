import { UnrecoverableJobError } from '@ve/server-kit/queue/job-errors';
import type { Handler } from '../job-context.ts';

/** None can be ordered yet. */
export const fillReport: Handler<'reports.fill'> = () =>
  Promise.reject(new UnrecoverableJobError('no report with this id'));
