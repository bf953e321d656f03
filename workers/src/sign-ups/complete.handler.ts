import { UnrecoverableJobError } from '@ve/server-kit/queue/job-errors';
import type { Handler } from '../job-context.ts';

/** None can be ordered yet. */
export const completeSignUp: Handler<'sign-ups.complete'> = () =>
  Promise.reject(new UnrecoverableJobError('no sign-up with this id'));
