import { ObjectCollection } from './object-collection.ts';
import { newStripeId } from './ids.ts';
import type { StripeApiObject, JsonObject } from './json.types.ts';
import type * as State from './state.types.ts';
import { stripeNoSuchObjectError } from './stripe-error.ts';

export const stripeApiVersion = '2026-10-28.endive';

/** What happens to a subscription whose last retry failed. */
export type FinalRetryOutcome = 'cancel' | 'unpaid' | 'past_due';

/** The request that causes a change, named in its events. */
export interface EventCausingRequest {
  id: string | null;
  idempotencyKey: string | null;
}

const byItself: EventCausingRequest = { id: null, idempotencyKey: null };

/** The whole state of the Stripe account. Every change is synchronous. */
export class SimulatedStripeAccount {
  readonly customers = new ObjectCollection<State.SimulatedCustomer>();
  readonly balanceTransactions = new ObjectCollection<State.SimulatedCustomerBalanceTransaction>();
  readonly paymentMethods = new ObjectCollection<State.SimulatedPaymentMethod>();
  readonly paymentIntents = new ObjectCollection<State.SimulatedPaymentIntent>();
  readonly setupIntents = new ObjectCollection<State.SimulatedSetupIntent>();
  readonly confirmationTokens = new ObjectCollection<State.SimulatedConfirmationToken>();
  readonly charges = new ObjectCollection<State.SimulatedCharge>();
  readonly refunds = new ObjectCollection<State.SimulatedRefund>();
  readonly disputes = new ObjectCollection<State.SimulatedDispute>();
  readonly products = new ObjectCollection<State.SimulatedProduct>();
  readonly prices = new ObjectCollection<State.SimulatedPrice>();
  readonly subscriptions = new ObjectCollection<State.SimulatedSubscription>();
  readonly invoices = new ObjectCollection<State.SimulatedInvoice>();
  readonly invoicePayments = new ObjectCollection<State.SimulatedInvoicePayment>();
  readonly testClocks = new ObjectCollection<State.SimulatedTestClock>();
  readonly events = new ObjectCollection<State.SimulatedStripeEvent>();
  readonly webhookEndpoints = new ObjectCollection<State.SimulatedWebhookEndpoint>(100);
  readonly paymentMethodDomains = new ObjectCollection<State.SimulatedPaymentMethodDomain>();
  afterRetries: FinalRetryOutcome = 'cancel';

  readonly #now: () => Date;
  readonly #baseUrl: () => string;
  #request: EventCausingRequest = byItself;
  #moment: number | null = null;
  #onEvent: (event: State.SimulatedStripeEvent) => void = () => undefined;
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
  asRequest<T>(request: EventCausingRequest, work: () => T): T {
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

  onEvent(listener: (event: State.SimulatedStripeEvent) => void): void {
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
  customer(id: string, param?: string): State.SimulatedCustomer {
    const customer = this.customers.get(id);
    if (!customer || (customer.deleted && param !== undefined)) throw stripeNoSuchObjectError('customer', id, param);
    return customer;
  }

  paymentMethod(id: string, param?: string): State.SimulatedPaymentMethod {
    return found(this.paymentMethods, { kind: 'payment_method', id, param });
  }

  paymentIntent(id: string, param?: string): State.SimulatedPaymentIntent {
    return found(this.paymentIntents, { kind: 'payment_intent', id, param });
  }

  setupIntent(id: string, param?: string): State.SimulatedSetupIntent {
    return found(this.setupIntents, { kind: 'setup_intent', id, param });
  }

  confirmationToken(id: string, param?: string): State.SimulatedConfirmationToken {
    return found(this.confirmationTokens, { kind: 'confirmation_token', id, param });
  }

  charge(id: string, param?: string): State.SimulatedCharge {
    return found(this.charges, { kind: 'charge', id, param });
  }

  product(id: string, param?: string): State.SimulatedProduct {
    return found(this.products, { kind: 'product', id, param });
  }

  price(id: string, param?: string): State.SimulatedPrice {
    return found(this.prices, { kind: 'price', id, param });
  }

  subscription(id: string, param?: string): State.SimulatedSubscription {
    return found(this.subscriptions, { kind: 'subscription', id, param });
  }

  invoice(id: string, param?: string): State.SimulatedInvoice {
    return found(this.invoices, { kind: 'invoice', id, param });
  }

  testClock(id: string, param?: string): State.SimulatedTestClock {
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
  if (!item) throw stripeNoSuchObjectError(kind, id, param);
  return item;
}
