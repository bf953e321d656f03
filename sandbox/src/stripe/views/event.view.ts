import { apiVersion } from '../account.ts';
import type { ApiObject } from '../json.types.ts';
import { fill } from '../shapes.ts';
import type { StripeEvent } from '../state.types.ts';

export const eventView = (event: StripeEvent): ApiObject =>
  fill('event', {
    id: event.id,
    created: event.created,
    api_version: apiVersion,
    data: { object: event.object, ...(event.previous && { previous_attributes: event.previous }) },
    livemode: false,
    pending_webhooks: event.pending,
    request: { id: event.request.id, idempotency_key: event.request.idempotencyKey },
    type: event.type,
  });
