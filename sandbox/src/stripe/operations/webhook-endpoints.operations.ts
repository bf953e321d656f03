import type { SimulatedStripeAccount } from '../account.ts';
import { newStripeId, randomAlphanumeric } from '../ids.ts';
import type { SimulatedWebhookEndpoint } from '../state.types.ts';
import { stripeInvalidRequestError, stripeNoSuchObjectError } from '../stripe-error.ts';
import { toStripeApiWebhookEndpoint } from '../views/webhook-endpoint.view.ts';
import type { StripeOperations } from './operation.ts';
import { stripeListPage, stripePagingParameters } from './list-page.ts';

function endpointOf(account: SimulatedStripeAccount, id: string): SimulatedWebhookEndpoint {
  const endpoint = account.webhookEndpoints.get(id);
  if (!endpoint) throw stripeNoSuchObjectError('webhook_endpoint', id);
  return endpoint;
}

function checkUrl(url: string): string {
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return url;
  throw stripeInvalidRequestError('Invalid URL: An explicit scheme (such as https) must be provided.', {
    code: 'url_invalid',
    param: 'url',
  });
}

export const stripeWebhookEndpointOperations: StripeOperations = {
  'POST /v1/webhook_endpoints': {
    takes: ['api_version', 'description', 'enabled_events', 'metadata', 'url'],
    run: ({ account, given }) => {
      const secret = `whsec_${randomAlphanumeric(32)}`;
      const endpoint = account.webhookEndpoints.add({
        id: newStripeId('we'),
        created: account.now(),
        url: checkUrl(given.needed('url')),
        enabledEvents: given.texts('enabled_events'),
        description: given.text('description') ?? null,
        metadata: given.metadata(),
        status: 'enabled',
        apiVersion: given.text('api_version') ?? null,
        secrets: [{ secret, endsAt: null }],
        configured: false,
      });
      return toStripeApiWebhookEndpoint(endpoint, secret);
    },
  },
  'GET /v1/webhook_endpoints': {
    takes: stripePagingParameters,
    run: ({ account, given }) =>
      stripeListPage(account.webhookEndpoints.newest(), {
        given,
        url: '/v1/webhook_endpoints',
        view: (endpoint) => toStripeApiWebhookEndpoint(endpoint),
      }),
  },
  'GET /v1/webhook_endpoints/:id': {
    takes: [],
    run: ({ account, id }) => toStripeApiWebhookEndpoint(endpointOf(account, id)),
  },
  'POST /v1/webhook_endpoints/:id': {
    takes: ['description', 'disabled', 'enabled_events', 'metadata', 'url'],
    run: ({ account, id, given }) => {
      const endpoint = endpointOf(account, id);
      const [url, disabled] = [given.text('url'), given.flag('disabled')];
      if (url !== undefined) endpoint.url = checkUrl(url);
      if (given.has('enabled_events')) endpoint.enabledEvents = given.texts('enabled_events');
      if (disabled !== undefined) endpoint.status = disabled ? 'disabled' : 'enabled';
      endpoint.description = given.textOr('description', endpoint.description);
      endpoint.metadata = given.metadata(endpoint.metadata);
      return toStripeApiWebhookEndpoint(endpoint);
    },
  },
  'DELETE /v1/webhook_endpoints/:id': {
    takes: [],
    run: ({ account, id }) => {
      endpointOf(account, id);
      account.webhookEndpoints.remove(id);
      return { id, object: 'webhook_endpoint', deleted: true };
    },
  },
};
