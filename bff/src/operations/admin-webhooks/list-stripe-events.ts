import type { ParsedRequestQuery } from '@ve/contracts/endpoint';
import type {
  ListedStripeEvent,
  listStripeEventsEndpoint,
  StripeEventPage,
} from '@ve/contracts/http/operations/admin-webhooks';
import type { Context } from '@ve/data/kernel/context';
import { readListTotal } from '@ve/data/operations/lists/list-totals.repository';
import {
  countFilteredStripeEvents,
  type ListedStripeEvent as Row,
  listStripeEvents as readEvents,
} from '@ve/data/membership/stripe-event/stripe-event-list.repository';
import { pagePositionOf, toListPage } from '../../platform/list-page.ts';

export async function listStripeEvents(
  { em, now }: Context,
  { state, type, id, ...place }: ParsedRequestQuery<typeof listStripeEventsEndpoint>,
): Promise<StripeEventPage> {
  const filters = { state, type, id };
  const page = await readEvents(em, filters, pagePositionOf(place));
  const isAll = Object.values(filters).every((value) => value === undefined);
  const total = isAll ? await readListTotal(em, 'stripe-events', now()) : await countFilteredStripeEvents(em, filters);
  return toListPage({ page, total, at: ({ receivedAt }) => receivedAt, show: toStripeEvent });
}

const toStripeEvent = ({ receivedAt, processedAt, firstProcessedAt, failure, ...event }: Row): ListedStripeEvent => ({
  ...event,
  receivedAt: receivedAt.toISOString(),
  state: processedAt !== null ? 'processed' : failure === null ? 'waiting' : 'failed',
  processedAt: (processedAt ?? firstProcessedAt)?.toISOString() ?? null,
  failure,
});
