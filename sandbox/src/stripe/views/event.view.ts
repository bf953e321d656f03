import { stripeApiVersion } from '../account.ts';
import type { StripeApiObject, JsonObject } from '../json.types.ts';
import { fillObjectShape } from '../shapes.ts';
import type { StripeEvent } from '../state.types.ts';

export const eventView = (event: StripeEvent): StripeApiObject =>
  fillObjectShape('event', {
    id: event.id,
    created: event.created,
    api_version: stripeApiVersion,
    data: JSON.parse(event.data) as JsonObject,
    livemode: false,
    pending_webhooks: event.pending,
    request: { id: event.request.id, idempotency_key: event.request.idempotencyKey },
    type: event.type,
  });
