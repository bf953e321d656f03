import type { TypedStripeRequestParameters } from '../typed-request-parameters.ts';
import type { StripeApiObject } from '../json.types.ts';
import { stripeInvalidRequestError } from '../stripe-error.ts';

/** The parameters of every list. */
export const stripePagingParameters = ['limit', 'starting_after', 'ending_before'] as const;

interface Listed {
  id: string;
}

/**
 * A page of a list, newest first, by Stripe's rules. @param items all items that match, newest first @param url the
 * address of the list
 */
export function stripeListPage<T extends Listed>(
  items: readonly T[],
  { given, url, view }: { given: TypedStripeRequestParameters; url: string; view: (item: T) => StripeApiObject },
): StripeApiObject {
  const limit = given.number('limit') ?? 10;
  if (limit < 1 || limit > 100) {
    const message =
      limit < 1 ? 'This value must be greater than or equal to 1.' : 'This value must be less than or equal to 100.';
    throw stripeInvalidRequestError(message, { code: 'parameter_invalid_integer', param: 'limit' });
  }
  const indexOf = (name: string): number => {
    const id = given.text(name);
    if (id === undefined) return -1;
    const index = items.findIndex((item) => item.id === id);
    if (index < 0)
      throw stripeInvalidRequestError(`No such object: '${id}'`, { code: 'resource_missing', param: name });
    return index;
  };
  const [after, before] = [indexOf('starting_after'), indexOf('ending_before')];
  const end = before < 0 ? items.length : before;
  const start = before < 0 ? after + 1 : Math.max(0, before - limit);
  const shown = items.slice(start, Math.min(end, start + limit));
  const hasMore = before < 0 ? start + limit < items.length : start > 0;
  return { object: 'list', url, has_more: hasMore, data: shown.map(view) };
}

/** A filter by `created`: an instant, or a range of them. */
export function stripeTimeRangeFilter(given: TypedStripeRequestParameters, name: string): (at: number) => boolean {
  const exact = given.number(name);
  if (exact !== undefined) return (at) => at === exact;
  const range = given.inner(name);
  const [gt, gte, lt, lte] = ['gt', 'gte', 'lt', 'lte'].map((bound) => range.number(bound));
  return (at) =>
    (gt === undefined || at > gt) &&
    (gte === undefined || at >= gte) &&
    (lt === undefined || at < lt) &&
    (lte === undefined || at <= lte);
}
