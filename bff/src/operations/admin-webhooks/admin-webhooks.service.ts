import { Injectable } from '@nestjs/common';
import type { AnswerOf, QueryOf } from '@ve/contracts/endpoint';
import type {
  ListedStripeEvent,
  listStripeEvents,
  reprocessStripeEvent,
  StripeEventPage,
} from '@ve/contracts/http/operations/admin-webhooks';
import type { Context } from '@ve/data/kernel/context';
import { totalOf } from '@ve/data/operations/lists/totals.repository';
import { rerunJob } from '@ve/data/operations/rerun/rerun-job';
import {
  countStripeEvents,
  type ListedStripeEvent as Row,
  listStripeEvents as readEvents,
  lockStripeEvent,
} from '@ve/data/membership/stripe-event/stripe-event-list.repository';
import { ProblemError } from '@ve/app/kernel/problem-error';
import { placeOf, toListPage } from '../../platform/list-page.ts';
import { auditStaff } from '@ve/app/identity/staff/staff-audit';

@Injectable()
export class AdminWebhooksService {
  async list(
    { em, now }: Context,
    { state, type, id, ...place }: QueryOf<typeof listStripeEvents>,
  ): Promise<StripeEventPage> {
    const filters = { state, type, id };
    const page = await readEvents(em, filters, placeOf(place));
    const isAll = Object.values(filters).every((value) => value === undefined);
    const total = isAll ? await totalOf(em, 'stripe-events', now()) : await countStripeEvents(em, filters);
    return toListPage(page, total, ({ receivedAt }) => receivedAt, toStripeEvent);
  }

  /**
   * Queues an event again and audits it, in one transaction.
   * @throws ProblemError `not-found`
   */
  reprocess(context: Context, id: string, reason: string): Promise<AnswerOf<typeof reprocessStripeEvent>> {
    const { now, correlationId } = context;
    return context.em.transactional(async (em) => {
      const event = await lockStripeEvent(em, id);
      if (event === null) throw new ProblemError('not-found');
      if (!(await rerunJob(em, 'stripe-events.process', { eventId: id, correlationId }, now()))) {
        return { outcome: 'waiting' };
      }
      await auditStaff(em, context, { action: 'stripe-event.reprocessed', subject: id, details: event, reason });
      return { outcome: 'queued' };
    });
  }
}

const toStripeEvent = ({ receivedAt, processedAt, firstProcessedAt, failure, ...event }: Row): ListedStripeEvent => ({
  ...event,
  receivedAt: receivedAt.toISOString(),
  state: processedAt !== null ? 'processed' : failure === null ? 'waiting' : 'failed',
  processedAt: (processedAt ?? firstProcessedAt)?.toISOString() ?? null,
  failure,
});
