import type { StripeApiObject } from '../json.types.ts';
import { fillMissingStripeFields } from '../shapes.ts';
import type { SimulatedWebhookEndpoint } from '../state.types.ts';

/** @param shown the secret, which only the response to its creation contains */
export const toStripeApiWebhookEndpoint = (endpoint: SimulatedWebhookEndpoint, shown?: string): StripeApiObject =>
  fillMissingStripeFields('webhook_endpoint', {
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
