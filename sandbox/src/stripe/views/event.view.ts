import { stripeApiVersion } from '../account.ts';
import type { StripeApiObject, JsonObject } from '../json.types.ts';
import { fillMissingStripeFields } from '../shapes.ts';
import type { SimulatedStripeEvent } from '../state.types.ts';

export const toStripeApiEvent = (event: SimulatedStripeEvent): StripeApiObject =>
  fillMissingStripeFields('event', {
    id: event.id,
    created: event.created,
    api_version: stripeApiVersion,
    data: JSON.parse(event.data) as JsonObject,
    livemode: false,
    pending_webhooks: event.pending,
    request: { id: event.request.id, idempotency_key: event.request.idempotencyKey },
    type: event.type,
  });
