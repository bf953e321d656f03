import type { AnswerOf } from '@ve/contracts/endpoint';
import type { reprocessStripeEvent } from '@ve/contracts/http/operations/admin-webhooks';
import type { Context } from '@ve/data/kernel/context';
import { lockStripeEvent } from '@ve/data/membership/stripe-event/stripe-event-list.repository';
import { auditStaff } from '../identity/staff/staff-audit.ts';
import { ProblemError } from '../kernel/problem-error.ts';
import { rerunJob } from './rerun-job.ts';

/**
 * Queues an event of Stripe again and audits it, in one transaction.
 * @throws ProblemError `not-found`
 */
export const requeueStripeEvent = (
  context: Context,
  { id, reason }: { id: string; reason: string },
): Promise<AnswerOf<typeof reprocessStripeEvent>> => {
  const { now, correlationId } = context;
  return context.em.transactional(async (em) => {
    const event = await lockStripeEvent(em, id);
    if (event === null) throw new ProblemError('not-found');
    if (!(await rerunJob(em, { name: 'stripe-events.process', payload: { eventId: id, correlationId } }, now()))) {
      return { outcome: 'waiting' };
    }
    await auditStaff(em, context, { action: 'stripe-event.reprocessed', subject: id, details: event, reason });
    return { outcome: 'queued' };
  });
};
