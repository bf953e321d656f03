import type { StripeApiObject } from '../json.types.ts';
import { fillObjectShape } from '../shapes.ts';
import type { WebhookEndpoint } from '../state.types.ts';

/** @param shown the secret, which only the response to its creation contains */
export const webhookEndpointView = (endpoint: WebhookEndpoint, shown?: string): StripeApiObject =>
  fillObjectShape('webhook_endpoint', {
    id: endpoint.id,
    created: endpoint.created,
    api_version: endpoint.apiVersion,
    description: endpoint.description,
    enabled_events: endpoint.enabledEvents,
    livemode: false,
    metadata: endpoint.metadata,
    ...(shown !== undefined && { secret: shown }),
    status: endpoint.status,
    url: endpoint.url,
  });
