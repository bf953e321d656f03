import { stripeNoSuchObjectError } from '../stripe-error.ts';
import { toStripeApiEvent } from '../views/event.view.ts';
import type { StripeOperations } from './operation.ts';
import { stripeListPage, stripePagingParameters, stripeTimeRangeFilter } from './list-page.ts';

/** Whether a type matches a filter; `invoice.*` matches every type of that kind. */
const matches = (type: string, filter: string): boolean =>
  filter === '*' || filter === type || (filter.endsWith('.*') && type.startsWith(filter.slice(0, -1)));

export const stripeEventOperations: StripeOperations = {
  'GET /v1/events': {
    takes: [...stripePagingParameters, 'created', 'delivery_success', 'type', 'types'],
    run: ({ account, given }) => {
      const [type, types, delivered] = [given.text('type'), given.texts('types'), given.flag('delivery_success')];
      const filters = type === undefined ? types : [type];
      const isInRange = stripeTimeRangeFilter(given, 'created');
      const wanted = account.events.newest(
        (event) =>
          isInRange(event.created) &&
          (filters.length === 0 || filters.some((filter) => matches(event.type, filter))) &&
          (delivered === undefined || (event.pending === 0) === delivered),
      );
      return stripeListPage(wanted, { given, url: '/v1/events', view: toStripeApiEvent });
    },
  },
  'GET /v1/events/:id': {
    takes: [],
    run: ({ account, id }) => {
      const event = account.events.get(id);
      if (!event) throw stripeNoSuchObjectError('event', id);
      return toStripeApiEvent(event);
    },
  },
};
