import { UnrecoverableJobError } from '@ve/server-kit/queue/job-errors';
import type { Handler } from '../job-context.ts';

/** None can be ordered yet. */
export const syncSubscription: Handler<'subscriptions.sync'> = () =>
  Promise.reject(new UnrecoverableJobError('no subscription with this id'));
