import { UnrecoverableJobError } from '@ve/server-kit/queue/job-errors';
import type { Handler } from '../job-context.ts';

/** None can be ordered yet. */
export const cancelSubscription: Handler<'subscriptions.cancel'> = () =>
  Promise.reject(new UnrecoverableJobError('no subscription with this id'));
