import { credentials } from '../credentials.ts';
import { apiVersion, StripeAccount } from './account.ts';
import { seedDemoCustomers } from './demo.ts';
import { doDueWork } from './due-work.ts';
import { IdempotencyKeys } from './idempotency.ts';
import { WebhookSender } from './webhook-sender.ts';
import { wellBehaved } from './webhook-settings.ts';

export interface StripeOptions {
  now: () => Date;
  /** Where the sandbox's own pages are found. */
  baseUrl: () => string;
  /** The endpoint that is there from the start; null: none. */
  webhookUrl: string | null;
  /** Whether the product's demo customers are there from the start. */
  demo?: boolean;
  closing: AbortSignal;
}

/** Stripe's side of everything: the account, what it remembers of requests, and what it delivers. */
export interface StripeService {
  account: StripeAccount;
  keys: IdempotencyKeys;
  webhooks: WebhookSender;
  /** Does what is due by the sandbox's clock. */
  catchUp(): void;
  /** Back to an account in which only the membership's price, the demo customers and the configured endpoint exist. */
  reset(): void;
}

/** The price of the membership, so that the product runs without any set-up. */
export const seeded = {
  product: 'prod_sandbox_membership',
  price: 'price_sandbox_membership',
  lookupKey: 'membership_monthly',
  endpoint: 'we_sandbox',
} as const;

const dueEveryMs = 1_000;

function seed(account: StripeAccount, { webhookUrl, demo }: Pick<StripeOptions, 'webhookUrl' | 'demo'>): void {
  const now = account.now();
  account.products.add({
    id: seeded.product,
    created: now,
    updated: now,
    active: true,
    name: 'Vehicle Enquiry membership',
    description: null,
    metadata: {},
    statementDescriptor: null,
    defaultPrice: seeded.price,
  });
  account.prices.add({
    id: seeded.price,
    created: now,
    active: true,
    currency: 'gbp',
    lookupKey: seeded.lookupKey,
    metadata: {},
    nickname: null,
    product: seeded.product,
    recurring: { interval: 'month', count: 1 },
    unitAmount: 890,
  });
  if (demo === true) seedDemoCustomers(account, seeded.price);
  if (webhookUrl === null) return;
  account.webhookEndpoints.add({
    id: seeded.endpoint,
    created: now,
    url: webhookUrl,
    enabledEvents: ['*'],
    description: 'From the configuration of the sandbox',
    metadata: {},
    status: 'enabled',
    apiVersion,
    secrets: [{ secret: credentials.stripeWebhookSecret, endsAt: null }],
    configured: true,
  });
}

/** The account, and the timer by which what is due happens without any request. */
export function createStripe({ now, baseUrl, webhookUrl, demo = false, closing }: StripeOptions): StripeService {
  const account = new StripeAccount(now, baseUrl);
  const keys = new IdempotencyKeys();
  const webhooks = new WebhookSender(account, closing);
  seed(account, { webhookUrl, demo });
  const catchUp = (): void => doDueWork(account, null, account.now());
  const timer = setInterval(catchUp, dueEveryMs);
  timer.unref();
  closing.addEventListener('abort', () => clearInterval(timer), { once: true });
  return {
    account,
    keys,
    webhooks,
    catchUp,
    reset: () => {
      account.clear();
      keys.clear();
      webhooks.clear();
      webhooks.settings = { ...wellBehaved };
      seed(account, { webhookUrl, demo });
    },
  };
}
