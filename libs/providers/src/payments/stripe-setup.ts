import { formatPrice } from '@ve/domain/kernel/money/format-price';
import { cardStatementName, membershipOffer } from '@ve/domain/membership/offer';
import type Stripe from 'stripe';
import { isLoopbackHost } from '../http/loopback-host.ts';
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

/** What an account lacks. Reading it changes nothing. */
export interface StripeSetupPlan {
  /** Each change as text; empty: the account is as it should be. */
  changes: readonly string[];
  /** What is wrong with the account and only its dashboard changes; null: the key may not read the account. */
  dashboard: readonly string[] | null;
  /** Makes the changes, in their order. */
  apply(): Promise<StripeSetup>;
}

interface SetupOptions {
  publicOrigin: string;
  /** The lookup key of the membership's price. */
  lookupKey?: string;
  productId?: string;
}

/** One object of the account: the changes that it needs, and what it is once they are made. */
interface Part<T> {
  changes: string[];
  apply(): Promise<T>;
}

const unchanged = <T>(value: T): Part<T> => ({ changes: [], apply: () => Promise.resolve(value) });

/**
 * Plans the objects that the product needs in a Stripe account, in the mode of the SDK's key: the membership as a product
 * with its name on card statements, its price with a lookup key, the webhook endpoint with our events and API version,
 * and the domain for wallets. Existing ones are kept or updated. A changed price is a new one; running memberships keep
 * theirs.
 */
export async function planStripeSetup(
  stripe: Stripe,
  { publicOrigin, lookupKey = 'membership_monthly', productId = 'vehicle_companion_membership' }: SetupOptions,
): Promise<StripeSetupPlan> {
  const reachable = isReachable(publicOrigin);
  const price = await planPrice(stripe, lookupKey, productId);
  const webhook = reachable ? await planWebhook(stripe, `${publicOrigin}/api/webhooks/stripe`) : unchanged(null);
  const { protocol, hostname } = new URL(publicOrigin);
  const domain = reachable && protocol === 'https:' ? await planDomain(stripe, hostname) : unchanged(undefined);
  return {
    changes: [price, webhook, domain].flatMap(({ changes }) => changes),
    dashboard: await findDashboardSettings(stripe),
    apply: async () => {
      const priceId = await price.apply();
      const made = { priceId, webhook: await webhook.apply() };
      await domain.apply();
      return made;
    },
  };
}

/** Whether Stripe can reach a site: it does not send to loopback names. */
const isReachable = (origin: string): boolean => !isLoopbackHost(new URL(origin).hostname);

async function planPrice(stripe: Stripe, lookupKey: string, productId: string): Promise<Part<string>> {
  const { membership, currency } = membershipOffer;
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
  const [known] = data;
  const product = await planProduct(stripe, known ? idOf(known.product) : productId);
  const isOffered =
    known?.unit_amount === membership.pence &&
    known.currency === currency &&
    known.recurring?.interval === 'month' &&
    known.recurring.interval_count === membership.months;
  if (isOffered) {
    return {
      changes: product.changes,
      apply: async () => {
        await product.apply();
        return known.id;
      },
    };
  }
  const replaced = known ? `, to which the key moves from ${known.id}; memberships that run keep that one` : '';
  return {
    changes: [
      ...product.changes,
      `make the price ${formatPrice(membership.pence)} a month, lookup key ${lookupKey}${replaced}`,
    ],
    apply: async () => {
      const price = await stripe.prices.create({
        product: await product.apply(),
        currency,
        unit_amount: membership.pence,
        recurring: { interval: 'month', interval_count: membership.months },
        lookup_key: lookupKey,
        transfer_lookup_key: true,
      });
      return price.id;
    },
  };
}

const idOf = (product: string | { id: string }): string => (typeof product === 'string' ? product : product.id);

async function planProduct(stripe: Stripe, id: string): Promise<Part<string>> {
  const { name } = membershipOffer.membership;
  const wanted = { name, statement_descriptor: cardStatementName };
  const { data } = await stripe.products.list({ ids: [id], limit: 1 });
  const [known] = data;
  if (!known) {
    return {
      changes: [`make the product “${name}”, on card statements ${cardStatementName}`],
      apply: async () => (await stripe.products.create({ id, ...wanted })).id,
    };
  }
  const differing = [
    ...(known.name === name ? [] : [`its name “${name}”`]),
    ...(known.statement_descriptor === cardStatementName ? [] : [`its name on card statements ${cardStatementName}`]),
    ...(known.active ? [] : ['active']),
  ];
  if (differing.length === 0) return unchanged(known.id);
  return {
    changes: [`set the product ${known.id}: ${differing.join(', ')}`],
    apply: async () => (await stripe.products.update(known.id, { ...wanted, active: true })).id,
  };
}

async function planWebhook(stripe: Stripe, url: string): Promise<Part<StripeSetup['webhook']>> {
  const sameUrl: Stripe.WebhookEndpoint[] = [];
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (endpoint.url === url) sameUrl.push(endpoint);
  }
  const [known] = sameUrl.filter((each) => each.api_version === stripeApiVersion);
  const older = sameUrl.filter((each) => each.id !== known?.id).map(({ id }) => id);
  const enabled_events = [...handledStripeEvents];
  const what = `${enabled_events.length} events, API version ${stripeApiVersion}`;
  if (!known) {
    return {
      changes: [`make the webhook endpoint ${url}: ${what}`],
      apply: async () => {
        const description = 'Vehicle Enquiry';
        const made = await stripe.webhookEndpoints.create({
          url,
          enabled_events,
          api_version: stripeApiVersion,
          description,
        });
        return { url, secret: made.secret ?? null, older };
      },
    };
  }
  const hasOurEvents = known.enabled_events.toSorted().join() === enabled_events.toSorted().join();
  if (hasOurEvents && known.status === 'enabled') return unchanged({ url, secret: null, older });
  return {
    changes: [`set the webhook endpoint ${known.id}: enabled, ${what}`],
    apply: async () => {
      await stripe.webhookEndpoints.update(known.id, { enabled_events, disabled: false });
      return { url, secret: null, older };
    },
  };
}

async function planDomain(stripe: Stripe, domain_name: string): Promise<Part<unknown>> {
  const { data } = await stripe.paymentMethodDomains.list({ domain_name, limit: 1 });
  const [known] = data;
  if (!known) {
    return {
      changes: [`register the domain ${domain_name} for Apple Pay and Google Pay`],
      apply: () => stripe.paymentMethodDomains.create({ domain_name }),
    };
  }
  if (known.enabled) return unchanged(undefined);
  return {
    changes: [`enable the domain ${domain_name} for Apple Pay and Google Pay`],
    apply: () => stripe.paymentMethodDomains.update(known.id, { enabled: true }),
  };
}

/** An account changes its own settings in the dashboard alone; a restricted key may not even read them. */
async function findDashboardSettings(stripe: Stripe): Promise<string[] | null> {
  const account = await stripe.accounts.retrieveCurrent().catch(() => null);
  if (!account) return null;
  const descriptor = account.settings?.payments.statement_descriptor ?? null;
  return [
    ...(account.charges_enabled ? [] : ['Stripe does not let this account take payments yet: finish its activation.']),
    ...(descriptor === cardStatementName
      ? []
      : [
          `Settings, Business, Public details: set the statement descriptor to ${cardStatementName}, for the first 50p.`,
        ]),
  ];
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
