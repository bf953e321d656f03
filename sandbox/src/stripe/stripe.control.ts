import type { FastifyInstance, FastifyReply } from 'fastify';
import { rejectCrossSite } from '../control/reject-cross-site.ts';
import type { FinalRetryOutcome } from './account.ts';
import { previousAttributesOf } from './previous-attributes.ts';
import type { ObjectCollection } from './object-collection.ts';
import { closeSimulatedDispute } from './disputes.ts';
import { randomAlphanumeric } from './ids.ts';
import type { StripeApiObject } from './json.types.ts';
import type { SimulatedStripeService } from './stripe.service.ts';
import { toStripeApiCharge, toStripeApiDispute, toStripeApiRefund } from './views/charge.view.ts';
import { toStripeApiCustomer } from './views/customer.view.ts';
import { toStripeApiPaymentIntent, toStripeApiSetupIntent } from './views/intents.view.ts';
import { toStripeApiInvoice } from './views/invoice.view.ts';
import { toStripeApiPaymentMethod } from './views/payment-method.view.ts';
import { toStripeApiSubscription } from './views/subscription.view.ts';
import { toStripeApiWebhookEndpoint } from './views/webhook-endpoint.view.ts';
import { parseStripeWebhookFaultSettings, defaultStripeWebhookFaultSettings } from './webhook-settings.ts';

const outcomes: readonly FinalRetryOutcome[] = ['cancel', 'unpaid', 'past_due'];
const hourSeconds = 3_600;

/** Everything in the account, or of one customer, newest first, in the format of the API. */
function stripeStateOfCustomer({ account, webhooks }: SimulatedStripeService, customer: string | null) {
  const of = <T extends { id: string }>(
    items: ObjectCollection<T>,
    view: (item: T) => StripeApiObject,
  ): StripeApiObject[] =>
    items
      .newest()
      .map(view)
      .filter((shown) => customer === null || shown['customer'] === customer || shown['id'] === customer);
  return {
    customers: of(account.customers, toStripeApiCustomer),
    paymentMethods: of(account.paymentMethods, toStripeApiPaymentMethod),
    paymentIntents: of(account.paymentIntents, (each) => toStripeApiPaymentIntent(account, each)),
    setupIntents: of(account.setupIntents, (each) => toStripeApiSetupIntent(account, each)),
    subscriptions: of(account.subscriptions, (each) => toStripeApiSubscription(account, each)),
    invoices: of(account.invoices, (each) => toStripeApiInvoice(account, each)),
    charges: of(account.charges, (each) => toStripeApiCharge(account, each)),
    refunds: of(account.refunds, (each) => toStripeApiRefund(account, each)),
    disputes: of(account.disputes, (each) => toStripeApiDispute(account, each)),
    webhooks: {
      settings: webhooks.settings,
      waiting: webhooks.waiting,
      endpoints: account.webhookEndpoints.newest().map((each) => toStripeApiWebhookEndpoint(each)),
      deliveries: webhooks.deliveries.toReversed(),
    },
    afterRetries: account.afterRetries,
  };
}

const field = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;

/** Routes that read and reset the account, and make it do what has no call in the API. */
export function stripeControlRoutes(stripe: SimulatedStripeService) {
  const { account, webhooks } = stripe;
  const wrong = (reply: FastifyReply, problem: string): FastifyReply => reply.code(400).send({ problem });
  const none = (reply: FastifyReply): FastifyReply => reply.code(404).send({ problem: 'There is no such object.' });

  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', rejectCrossSite);
    app.addHook('preHandler', async () => stripe.catchUp());

    app.get<{ Querystring: { customer?: unknown } }>('/', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { customer } = request.query;
      return stripeStateOfCustomer(stripe, typeof customer === 'string' ? customer : null);
    });

    app.delete('/', async (_request, reply) => {
      stripe.reset();
      return reply.code(204).send();
    });

    app.put('/webhooks', async (request, reply) => {
      const parsed = parseStripeWebhookFaultSettings(request.body, webhooks.settings);
      if (!parsed.ok) return wrong(reply, parsed.problem);
      webhooks.settings = parsed.settings;
      return webhooks.settings;
    });

    app.delete('/webhooks', async (_request, reply) => {
      webhooks.settings = { ...defaultStripeWebhookFaultSettings };
      return reply.code(204).send();
    });

    // Sends again, whether accepted or not: one event, or all that an endpoint has not accepted.
    app.post('/webhooks/resend', async (request) => {
      const id = field(request.body, 'event');
      const events = account.events
        .newest((event) => (id === undefined ? event.pending > 0 : event.id === id))
        .reverse();
      for (const event of events) {
        event.pending = 0;
        webhooks.send(event);
      }
      return { events: events.map(({ id: sent }) => sent) };
    });

    // Creates a new secret; the previous one also signs, for the requested time.
    app.post<{ Params: { id: string } }>('/webhooks/:id/roll', async (request, reply) => {
      const endpoint = account.webhookEndpoints.get(request.params.id);
      const hours = field(request.body, 'hours');
      if (!endpoint) return none(reply);
      if (typeof hours !== 'number' || hours < 0) return wrong(reply, 'hours must be a number from 0.');
      const endsAt = account.now() + Math.round(hours * hourSeconds);
      const secret = `whsec_${randomAlphanumeric(32)}`;
      const older = endpoint.secrets.map((each) => ({ ...each, endsAt: each.endsAt ?? endsAt }));
      endpoint.secrets = [{ secret, endsAt: null }, ...older];
      account.changed();
      return { secret };
    });

    app.put('/retries', async (request, reply) => {
      const afterRetries = field(request.body, 'afterRetries');
      const outcome = outcomes.find((each) => each === afterRetries);
      if (!outcome) return wrong(reply, `afterRetries must be one of ${outcomes.join(', ')}.`);
      account.afterRetries = outcome;
      account.changed();
      return { afterRetries: outcome };
    });

    app.put<{ Params: { id: string } }>('/disputes/:id', async (request, reply) => {
      const dispute = account.disputes.get(request.params.id);
      const status = field(request.body, 'status');
      if (!dispute) return none(reply);
      if (status !== 'won' && status !== 'lost') return wrong(reply, 'status must be won or lost.');
      closeSimulatedDispute(account, dispute, status);
      return toStripeApiDispute(account, dispute);
    });

    // The bank has sent its holder a new card, and notifies Stripe.
    app.put<{ Params: { id: string } }>('/payment-methods/:id', async (request, reply) => {
      const method = account.paymentMethods.get(request.params.id);
      const year = field(request.body, 'expYear');
      if (!method) return none(reply);
      if (typeof year !== 'number' || !Number.isInteger(year)) return wrong(reply, 'expYear must be a year.');
      const before = toStripeApiPaymentMethod(method);
      method.expYear = year;
      const view = toStripeApiPaymentMethod(method);
      account.emit('payment_method.automatically_updated', view, {
        created: account.timeFor(method.customer),
        previous: previousAttributesOf(before, view),
      });
      return view;
    });
  };
}
