import { stripeNoSuchObject } from '../stripe-error.ts';
import { eventView } from '../views/event.view.ts';
import type { StripeOperations } from './operation.ts';
import { listPage, pagingParameters, timeRangeFilter } from './list-page.ts';

/** Whether a type matches a filter; `invoice.*` matches every type of that kind. */
const matches = (type: string, filter: string): boolean =>
  filter === '*' || filter === type || (filter.endsWith('.*') && type.startsWith(filter.slice(0, -1)));

export const eventOperations: StripeOperations = {
  'GET /v1/events': {
    takes: [...pagingParameters, 'created', 'delivery_success', 'type', 'types'],
    run: ({ account, given }) => {
      const [type, types, delivered] = [given.text('type'), given.texts('types'), given.flag('delivery_success')];
      const filters = type === undefined ? types : [type];
      const isInRange = timeRangeFilter(given, 'created');
      const wanted = account.events.newest(
        (event) =>
          isInRange(event.created) &&
          (filters.length === 0 || filters.some((filter) => matches(event.type, filter))) &&
          (delivered === undefined || (event.pending === 0) === delivered),
      );
      return listPage(wanted, { given, url: '/v1/events', view: eventView });
    },
  },
  'GET /v1/events/:id': {
    takes: [],
    run: ({ account, id }) => {
      const event = account.events.get(id);
      if (!event) throw stripeNoSuchObject('event', id);
      return eventView(event);
    },
  },
};
