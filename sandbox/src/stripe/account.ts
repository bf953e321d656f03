import { Collection } from './collection.ts';
import { newId } from './ids.ts';
import type { ApiObject, JsonObject } from './json.types.ts';
import type * as State from './state.types.ts';
import { noSuchObject } from './stripe-error.ts';

export const apiVersion = '2026-10-28.endive';

/** What happens to a subscription whose last retry failed. */
export type FinalRetryOutcome = 'cancel' | 'unpaid' | 'past_due';

/** The request that causes a change, named in its events. */
export interface CurrentRequest {
  id: string | null;
  idempotencyKey: string | null;
}

const byItself: CurrentRequest = { id: null, idempotencyKey: null };

/** The whole state of the Stripe account. Every change is synchronous. */
export class StripeAccount {
  readonly customers = new Collection<State.Customer>();
  readonly balanceTransactions = new Collection<State.CustomerBalanceTransaction>();
  readonly paymentMethods = new Collection<State.PaymentMethod>();
  readonly paymentIntents = new Collection<State.PaymentIntent>();
  readonly setupIntents = new Collection<State.SetupIntent>();
  readonly confirmationTokens = new Collection<State.ConfirmationToken>();
  readonly charges = new Collection<State.Charge>();
  readonly refunds = new Collection<State.Refund>();
  readonly disputes = new Collection<State.Dispute>();
  readonly products = new Collection<State.Product>();
  readonly prices = new Collection<State.Price>();
  readonly subscriptions = new Collection<State.Subscription>();
  readonly invoices = new Collection<State.Invoice>();
  readonly invoicePayments = new Collection<State.InvoicePayment>();
  readonly testClocks = new Collection<State.TestClock>();
  readonly events = new Collection<State.StripeEvent>();
  readonly webhookEndpoints = new Collection<State.WebhookEndpoint>(100);
  afterRetries: FinalRetryOutcome = 'cancel';

  readonly #now: () => Date;
  readonly #baseUrl: () => string;
  #request: CurrentRequest = byItself;
  #moment: number | null = null;
  #onEvent: (event: State.StripeEvent) => void = () => undefined;
  #onChange: () => void = () => undefined;

  /** @param now the sandbox's clock @param baseUrl the base URL of the sandbox's own pages */
  constructor(now: () => Date, baseUrl: () => string) {
    this.#now = now;
    this.#baseUrl = baseUrl;
  }

  page(path: string): string {
    return `${this.#baseUrl()}${path}`;
  }

  /** Unix seconds of the sandbox's clock, or of the instant at which due work happens. */
  now(): number {
    return this.#moment ?? Math.floor(this.#now().getTime() / 1000);
  }

  /** Unix seconds for objects of a customer: by the customer's test clock, if there is one. */
  timeFor(customer: string | null): number {
    if (this.#moment !== null) return this.#moment;
    const clock = customer === null ? null : this.customers.get(customer)?.testClock;
    return (clock && this.testClocks.get(clock)?.frozenTime) || this.now();
  }

  /** Runs due work as of an instant, without a request. */
  at(moment: number, work: () => void): void {
    const [request, before] = [this.#request, this.#moment];
    this.#request = byItself;
    this.#moment = moment;
    try {
      work();
    } finally {
      this.#request = request;
      this.#moment = before;
    }
  }

  /** Runs the work of a request, which its events name. */
  asRequest<T>(request: CurrentRequest, work: () => T): T {
    this.#request = request;
    try {
      return work();
    } finally {
      this.#request = byItself;
    }
  }

  /** Records an event, and sends it to the webhook endpoints. */
  emit(type: string, object: ApiObject, created: number, previous: JsonObject | null = null): void {
    const event = this.events.add({
      id: newId('evt'),
      created,
      type,
      data: JSON.stringify({ object, ...(previous && { previous_attributes: previous }) }),
      request: this.#request,
      pending: 0,
    });
    this.#onEvent(event);
    this.changed();
  }

  onEvent(listener: (event: State.StripeEvent) => void): void {
    this.#onEvent = listener;
  }

  /** Reports a change that causes no event; events and deliveries report themselves. */
  changed(): void {
    this.#onChange();
  }

  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  /** The collections of all kinds of objects, with their names. */
  collections(): [string, Collection<{ id: string }>][] {
    return Object.entries(this).filter(
      (field: [string, unknown]): field is [string, Collection<{ id: string }>] => field[1] instanceof Collection,
    );
  }

  /** @throws resource_missing, also for a deleted customer where a live one is needed */
  customer(id: string, param?: string): State.Customer {
    const customer = this.customers.get(id);
    if (!customer || (customer.deleted && param !== undefined)) throw noSuchObject('customer', id, param);
    return customer;
  }

  paymentMethod(id: string, param?: string): State.PaymentMethod {
    return found(this.paymentMethods, 'payment_method', id, param);
  }

  paymentIntent(id: string, param?: string): State.PaymentIntent {
    return found(this.paymentIntents, 'payment_intent', id, param);
  }

  setupIntent(id: string, param?: string): State.SetupIntent {
    return found(this.setupIntents, 'setup_intent', id, param);
  }

  confirmationToken(id: string, param?: string): State.ConfirmationToken {
    return found(this.confirmationTokens, 'confirmation_token', id, param);
  }

  charge(id: string, param?: string): State.Charge {
    return found(this.charges, 'charge', id, param);
  }

  product(id: string, param?: string): State.Product {
    return found(this.products, 'product', id, param);
  }

  price(id: string, param?: string): State.Price {
    return found(this.prices, 'price', id, param);
  }

  subscription(id: string, param?: string): State.Subscription {
    return found(this.subscriptions, 'subscription', id, param);
  }

  invoice(id: string, param?: string): State.Invoice {
    return found(this.invoices, 'invoice', id, param);
  }

  testClock(id: string, param?: string): State.TestClock {
    return found(this.testClocks, 'test_helpers.test_clock', id, param);
  }

  clear(): void {
    for (const [, each] of this.collections()) each.clear();
    this.afterRetries = 'cancel';
    this.changed();
  }
}

function found<T extends { id: string }>(collection: Collection<T>, kind: string, id: string, param?: string): T {
  const item = collection.get(id);
  if (!item) throw noSuchObject(kind, id, param);
  return item;
}
