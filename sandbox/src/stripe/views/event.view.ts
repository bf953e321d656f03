import { apiVersion } from '../account.ts';
import type { ApiObject, JsonObject } from '../json.types.ts';
import { fillShape } from '../shapes.ts';
import type { StripeEvent } from '../state.types.ts';

export const eventView = (event: StripeEvent): ApiObject =>
  fillShape('event', {
    id: event.id,
    created: event.created,
    api_version: apiVersion,
    data: JSON.parse(event.data) as JsonObject,
    livemode: false,
    pending_webhooks: event.pending,
    request: { id: event.request.id, idempotency_key: event.request.idempotencyKey },
    type: event.type,
  });
