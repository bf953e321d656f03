import { sandboxCredentials } from '../sandbox-credentials.ts';
import type { PersistentStateFile } from '../persistent-state-file.ts';
import { stripeApiVersion, SimulatedStripeAccount } from './account.ts';
import { seedDemoCustomers } from './demo-customers.ts';
import { runDueStripeWork } from './due-work.ts';
import { IdempotencyKeyStore } from './idempotency.ts';
import { isSavedStripeState, restoreStripeState, serializeStripeState, type SavedStripeState } from './saved-state.ts';
import { StripeWebhookSender } from './webhook-sender.ts';
import { defaultStripeWebhookFaultSettings } from './webhook-settings.ts';

export interface SimulatedStripeOptions {
  now: () => Date;
  /** The base URL of the sandbox's own pages. */
  baseUrl: () => string;
  /** The endpoint that exists from the start; null for none. */
  webhookUrl: string | null;
  /** Whether the product's demo customers exist from the start. */
  demo?: boolean;
  /** The file in which the account survives a restart; null for none. */
  stateFile?: PersistentStateFile | null;
  closing: AbortSignal;
}

/** The whole of the sandbox's Stripe: the account, idempotency keys and deliveries. */
export interface SimulatedStripeService {
  account: SimulatedStripeAccount;
  keys: IdempotencyKeyStore;
  webhooks: StripeWebhookSender;
  /**
   * Runs and delivers the work that became due while the sandbox was not running, and all later work in time. Call it
   * once the sandbox listens.
   */
  start(): void;
  /** Runs the work that is due by the sandbox's clock. */
  catchUp(): void;
  /** Resets the account: only the membership's price, the demo customers and the configured endpoint exist. */
  reset(): void;
}

/** The price of the membership, so that the product runs without any set-up. */
const seededStripeIds = {
  product: 'prod_sandbox_membership',
  price: 'price_sandbox_membership',
  lookupKey: 'membership_monthly',
  endpoint: 'we_sandbox',
} as const;

const dueEveryMs = 1_000;

function seed(account: SimulatedStripeAccount, demo: boolean): void {
  const now = account.now();
  account.products.add({
    id: seededStripeIds.product,
    created: now,
    updated: now,
    active: true,
    name: 'Vehicle Companion Membership',
    description: null,
    metadata: {},
    statementDescriptor: 'VEHICLE ENQUIRY',
    defaultPrice: seededStripeIds.price,
  });
  account.prices.add({
    id: seededStripeIds.price,
    created: now,
    active: true,
    currency: 'gbp',
    lookupKey: seededStripeIds.lookupKey,
    metadata: {},
    nickname: null,
    product: seededStripeIds.product,
    recurring: { interval: 'month', count: 1 },
    unitAmount: 890,
  });
  if (demo) seedDemoCustomers(account, seededStripeIds.price);
}

/** Sets the configured endpoint to the address of this run; its secrets stay. */
function setEndpoint(account: SimulatedStripeAccount, url: string | null): void {
  const before = account.webhookEndpoints.get(seededStripeIds.endpoint);
  if (url === null) {
    account.webhookEndpoints.remove(seededStripeIds.endpoint);
    return;
  }
  account.webhookEndpoints.add({
    id: seededStripeIds.endpoint,
    created: account.now(),
    enabledEvents: ['*'],
    description: 'From the configuration of the sandbox',
    metadata: {},
    status: 'enabled',
    apiVersion: stripeApiVersion,
    secrets: [{ secret: sandboxCredentials.stripeWebhookSecret, endsAt: null }],
    configured: true,
    ...before,
    url,
  });
}

/** The state that an earlier run saved; null if there is none or it is unusable. */
function readSaved(file: PersistentStateFile): SavedStripeState | null {
  const read = file.read();
  if (read === undefined || isSavedStripeState(read)) return read ?? null;
  file.setAside('it is of another version of the sandbox');
  return null;
}

/** Creates the account, and the timer that runs due work without any request. */
export function createSimulatedStripeService(options: SimulatedStripeOptions): SimulatedStripeService {
  const { now, baseUrl, webhookUrl, demo = false, stateFile = null, closing } = options;
  const account = new SimulatedStripeAccount(now, baseUrl);
  const keys = new IdempotencyKeyStore();
  const webhooks = new StripeWebhookSender(account, closing);
  const before = stateFile && readSaved(stateFile);
  if (before) restoreStripeState(before, account, webhooks);
  else seed(account, demo);
  setEndpoint(account, webhookUrl);
  stateFile?.keep(() => serializeStripeState(account, webhooks));
  account.onChange(() => stateFile?.changed());
  const catchUp = (): void => runDueStripeWork(account, null, account.now());
  const reset = (): void => {
    account.clear();
    keys.clear();
    webhooks.clear();
    webhooks.settings = { ...defaultStripeWebhookFaultSettings };
    seed(account, demo);
    setEndpoint(account, webhookUrl);
  };
  closing.addEventListener('abort', () => stateFile?.write(), { once: true });
  return {
    account,
    keys,
    webhooks,
    start: () => {
      try {
        catchUp();
      } catch (error) {
        stateFile?.setAside(`it cannot be carried on from: ${error instanceof Error ? error.message : String(error)}`);
        reset();
      }
      webhooks.start();
      if (!before) account.changed();
      const timer = setInterval(catchUp, dueEveryMs).unref();
      closing.addEventListener('abort', () => clearInterval(timer), { once: true });
    },
    catchUp,
    reset,
  };
}
