import { ObjectCollection } from './object-collection.ts';
import { newStripeId } from './ids.ts';
import type { StripeApiObject, JsonObject } from './json.types.ts';
import type * as State from './state.types.ts';
import { stripeNoSuchObject } from './stripe-error.ts';

export const stripeApiVersion = '2026-10-28.endive';

/** What happens to a subscription whose last retry failed. */
export type FinalRetryOutcome = 'cancel' | 'unpaid' | 'past_due';

/** The request that causes a change, named in its events. */
export interface CausingRequest {
  id: string | null;
  idempotencyKey: string | null;
}

const byItself: CausingRequest = { id: null, idempotencyKey: null };

/** The whole state of the Stripe account. Every change is synchronous. */
export class StripeAccount {
  readonly customers = new ObjectCollection<State.Customer>();
  readonly balanceTransactions = new ObjectCollection<State.CustomerBalanceTransaction>();
  readonly paymentMethods = new ObjectCollection<State.PaymentMethod>();
  readonly paymentIntents = new ObjectCollection<State.PaymentIntent>();
  readonly setupIntents = new ObjectCollection<State.SetupIntent>();
  readonly confirmationTokens = new ObjectCollection<State.ConfirmationToken>();
  readonly charges = new ObjectCollection<State.Charge>();
  readonly refunds = new ObjectCollection<State.Refund>();
  readonly disputes = new ObjectCollection<State.Dispute>();
  readonly products = new ObjectCollection<State.Product>();
  readonly prices = new ObjectCollection<State.Price>();
  readonly subscriptions = new ObjectCollection<State.Subscription>();
  readonly invoices = new ObjectCollection<State.Invoice>();
  readonly invoicePayments = new ObjectCollection<State.InvoicePayment>();
  readonly testClocks = new ObjectCollection<State.TestClock>();
  readonly events = new ObjectCollection<State.StripeEvent>();
  readonly webhookEndpoints = new ObjectCollection<State.WebhookEndpoint>(100);
  afterRetries: FinalRetryOutcome = 'cancel';

  readonly #now: () => Date;
  readonly #baseUrl: () => string;
  #request: CausingRequest = byItself;
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
  asRequest<T>(request: CausingRequest, work: () => T): T {
    this.#request = request;
    try {
      return work();
    } finally {
      this.#request = byItself;
    }
  }

  /** Records an event, and sends it to the webhook endpoints. */
  emit(
    type: string,
    object: StripeApiObject,
    { created, previous = null }: { created: number; previous?: JsonObject | null },
  ): void {
    const event = this.events.add({
      id: newStripeId('evt'),
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
  collections(): [string, ObjectCollection<{ id: string }>][] {
    return Object.entries(this).filter(
      (field: [string, unknown]): field is [string, ObjectCollection<{ id: string }>] =>
        field[1] instanceof ObjectCollection,
    );
  }

  /** @throws resource_missing, also for a deleted customer where a live one is needed */
  customer(id: string, param?: string): State.Customer {
    const customer = this.customers.get(id);
    if (!customer || (customer.deleted && param !== undefined)) throw stripeNoSuchObject('customer', id, param);
    return customer;
  }

  paymentMethod(id: string, param?: string): State.PaymentMethod {
    return found(this.paymentMethods, { kind: 'payment_method', id, param });
  }

  paymentIntent(id: string, param?: string): State.PaymentIntent {
    return found(this.paymentIntents, { kind: 'payment_intent', id, param });
  }

  setupIntent(id: string, param?: string): State.SetupIntent {
    return found(this.setupIntents, { kind: 'setup_intent', id, param });
  }

  confirmationToken(id: string, param?: string): State.ConfirmationToken {
    return found(this.confirmationTokens, { kind: 'confirmation_token', id, param });
  }

  charge(id: string, param?: string): State.Charge {
    return found(this.charges, { kind: 'charge', id, param });
  }

  product(id: string, param?: string): State.Product {
    return found(this.products, { kind: 'product', id, param });
  }

  price(id: string, param?: string): State.Price {
    return found(this.prices, { kind: 'price', id, param });
  }

  subscription(id: string, param?: string): State.Subscription {
    return found(this.subscriptions, { kind: 'subscription', id, param });
  }

  invoice(id: string, param?: string): State.Invoice {
    return found(this.invoices, { kind: 'invoice', id, param });
  }

  testClock(id: string, param?: string): State.TestClock {
    return found(this.testClocks, { kind: 'test_helpers.test_clock', id, param });
  }

  clear(): void {
    for (const [, each] of this.collections()) each.clear();
    this.afterRetries = 'cancel';
    this.changed();
  }
}

function found<T extends { id: string }>(
  collection: ObjectCollection<T>,
  { kind, id, param }: { kind: string; id: string; param?: string | undefined },
): T {
  const item = collection.get(id);
  if (!item) throw stripeNoSuchObject(kind, id, param);
  return item;
}
