import { UnrecoverableJobError } from '@ve/server-kit/queue/job-errors';
import type { Handler } from '../job-context.ts';

/** None can be ordered yet. */
export const processStripeEvent: Handler<'stripe-events.process'> = () =>
  Promise.reject(new UnrecoverableJobError('no event with this id'));
