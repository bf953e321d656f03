import { membershipOffer } from '@ve/domain/membership/offer';
import type Stripe from 'stripe';
import { handledStripeEvents } from './stripe-handled-events.ts';
import { stripeApiVersion } from './stripe.adapter.ts';

export interface StripeSetup {
  priceId: string;
  /** Null where Stripe cannot reach the site. */
  webhook: {
    url: string;
    /** Only when the endpoint was created now: Stripe returns it once. */
    secret: string | null;
    /** Obsolete endpoints of this address, with another API version. */
    older: string[];
  } | null;
}

interface SetupOptions {
  publicOrigin: string;
  /** The lookup key of the membership's price. */
  lookupKey?: string;
  productId?: string;
}

/**
 * Creates the objects that the product needs in a Stripe account: the membership as a product, its price with a lookup
 * key, and the webhook endpoint with our events and API version. Existing ones are kept or updated, so it can be run at
 * any time. A changed price is a new one; running memberships keep theirs.
 */
export async function setUpStripe(
  stripe: Stripe,
  { publicOrigin, lookupKey = 'membership_monthly', productId = 'vehicle_companion_membership' }: SetupOptions,
): Promise<StripeSetup> {
  return {
    priceId: await priceOf(stripe, lookupKey, productId),
    webhook: isReachable(publicOrigin) ? await webhookOf(stripe, `${publicOrigin}/api/webhooks/stripe`) : null,
  };
}

/** Whether Stripe can reach a site: it does not send to loopback names. */
const isReachable = (origin: string): boolean =>
  !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(origin).hostname);

async function priceOf(stripe: Stripe, lookupKey: string, productId: string): Promise<string> {
  const { membership, currency } = membershipOffer;
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
  const [known] = data;
  if (
    known?.unit_amount === membership.pence &&
    known.currency === currency &&
    known.recurring?.interval === 'month' &&
    known.recurring.interval_count === membership.months
  ) {
    return known.id;
  }
  const product = known ? idOf(known.product) : await productOf(stripe, productId);
  const price = await stripe.prices.create({
    product,
    currency,
    unit_amount: membership.pence,
    recurring: { interval: 'month', interval_count: membership.months },
    lookup_key: lookupKey,
    transfer_lookup_key: true,
  });
  return price.id;
}

const idOf = (product: string | { id: string }): string => (typeof product === 'string' ? product : product.id);

async function productOf(stripe: Stripe, id: string): Promise<string> {
  const { data } = await stripe.products.list({ ids: [id], limit: 1 });
  const [known] = data;
  if (!known) return (await stripe.products.create({ id, name: membershipOffer.membership.name })).id;
  if (!known.active) await stripe.products.update(id, { active: true });
  return known.id;
}

async function webhookOf(stripe: Stripe, url: string): Promise<NonNullable<StripeSetup['webhook']>> {
  const sameUrl: Stripe.WebhookEndpoint[] = [];
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (endpoint.url === url) sameUrl.push(endpoint);
  }
  const [known] = sameUrl.filter((each) => each.api_version === stripeApiVersion);
  const older = sameUrl.filter((each) => each.id !== known?.id).map(({ id }) => id);
  const enabled_events = [...handledStripeEvents];
  if (!known) {
    const description = 'Vehicle Enquiry';
    const made = await stripe.webhookEndpoints.create({
      url,
      enabled_events,
      api_version: stripeApiVersion,
      description,
    });
    return { url, secret: made.secret ?? null, older };
  }
  const asBefore = known.enabled_events.toSorted().join() === enabled_events.join();
  if (!asBefore || known.status !== 'enabled') {
    await stripe.webhookEndpoints.update(known.id, { enabled_events, disabled: false });
  }
  return { url, secret: null, older };
}

/** The configuration to set, line by line. */
export function stripeSetupMessages({ priceId, webhook }: StripeSetup): string[] {
  const lines = ['Configure (bff and workers):', `  STRIPE_PRICE_ID=${priceId}`];
  if (!webhook) {
    return [
      ...lines,
      '',
      'PUBLIC_ORIGIN is this machine, which Stripe cannot reach: no webhook endpoint was made. Forward its events:',
      '  stripe listen --forward-to <PUBLIC_ORIGIN>/api/webhooks/stripe',
      'and configure the secret that it prints as STRIPE_WEBHOOK_SECRET (bff).',
    ];
  }
  const { url, secret, older } = webhook;
  lines.push(
    ...(secret === null
      ? [
          '',
          `The webhook endpoint ${url} was there already. Stripe tells its secret once: STRIPE_WEBHOOK_SECRET`,
          'stays as it is. Lost it? Roll it in the dashboard (Developers, Webhooks), with a day for the old one, and',
          'configure both for that day: STRIPE_WEBHOOK_SECRET=<new>,<old>.',
        ]
      : [`  STRIPE_WEBHOOK_SECRET=${secret}   (bff; told only now)`]),
  );
  if (older.length > 0) {
    lines.push(
      '',
      `Once that runs, delete the endpoints of the same address that are left over: ${older.join(', ')}.`,
      'Until then configure both secrets: STRIPE_WEBHOOK_SECRET=<new>,<old>.',
    );
  }
  return lines;
}
