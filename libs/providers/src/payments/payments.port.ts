import type { SubscriptionFacts } from '@ve/domain/membership/membership-state';

/*
 * What the product asks of a payment provider, in its own words. Amounts in pence, instants as Dates. Every call that
 * changes something takes a key: repeated with the same key it has its effect once. A refusal by the bank is a value;
 * everything else that goes wrong throws.
 */

/** The provider did not answer, was overloaded, or answered something we cannot read. The call may be repeated. */
export class PaymentsUnavailableError extends Error {
  override readonly name = 'PaymentsUnavailableError';
}

/** The provider refuses the call itself: a wrong key, a missing object, a wrong parameter. Repeating does not help. */
export class PaymentsRefusedError extends Error {
  override readonly name = 'PaymentsRefusedError';
  /** The provider's code: `resource_missing`. */
  readonly code: string | null;

  constructor(code: string | null, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export interface PaymentCard {
  brand: string;
  last4: string;
  expiryMonth: number;
  expiryYear: number;
  /** The same for the same card number, whoever uses it; null when the provider gives none. */
  fingerprint: string | null;
}

/** Why a bank refused. `code`: the provider's, `insufficient_funds`; `message`: in plain words for the card holder. */
export interface Decline {
  code: string;
  message: string;
}

/** One charge of a card, paid or not yet. */
export interface PaymentAttempt {
  id: string;
  /** `needs-confirmation`: the card holder has authenticated; it is charged once it is confirmed again. */
  status: 'needs-card' | 'needs-authentication' | 'needs-confirmation' | 'processing' | 'succeeded' | 'cancelled';
  amountPence: number;
  currency: string;
  refundedPence: number;
  customerId: string | null;
  paymentMethodId: string | null;
  card: PaymentCard | null;
  /** Our sign-up, when it was made for one: a UUID, whatever its metadata says at Stripe. */
  signUpId: string | null;
  paidAt: Date | null;
  /** Of the last declined attempt. */
  decline: Decline | null;
  /** For the browser whose card holder authenticates; null: a browser that has it could confirm with other cards. */
  clientSecret: string | null;
  receiptUrl: string | null;
}

export interface ProviderSubscription {
  id: string;
  customerId: string;
  status: SubscriptionFacts['status'];
  trialEndsAt: Date | null;
  periodStart: Date;
  periodEnd: Date;
  cancelAtPeriodEnd: boolean;
  /** When it was cancelled or will end by a cancellation; null when it runs on. */
  endsAt: Date | null;
  /** The card charged next. */
  card: PaymentCard | null;
  signUpId: string | null;
  /** Our cancellation that let it end with its period; null for one made elsewhere. */
  cancellationId: string | null;
  latestInvoiceId: string | null;
}

export interface Invoice {
  id: string;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  subscriptionId: string | null;
  customerId: string;
  amountPence: number;
  currency: string;
  /** The period of the subscription that it charges for. */
  periodStart: Date;
  periodEnd: Date;
  paidAt: Date | null;
  nextAttemptAt: Date | null;
  /** What paid it first, else the provider's own charge; null for one without a charge. */
  paymentIntentId: string | null;
  /** Charges that succeeded although it was paid, or void, already: the provider keeps them as credit. */
  overpaidBy: string[];
  /** The provider's own charge of an open invoice: why it is unpaid. Null for one without a charge. */
  attempt: PaymentAttempt | null;
  /** The charge that we made for an open invoice, unless it was cancelled. */
  ownPayment: PaymentAttempt | null;
  /** The provider's page where it can be read and paid. */
  url: string | null;
}

export interface CardSetup {
  id: string;
  status: 'needs-card' | 'needs-authentication' | 'processing' | 'succeeded' | 'cancelled';
  createdAt: Date;
  customerId: string | null;
  paymentMethodId: string | null;
  card: PaymentCard | null;
  /**
   * For the browser whose card holder authenticates; null before and after. Whoever has it can confirm with other cards,
   * until it is cancelled: Stripe has nothing like `confirmPayment` for these.
   */
  clientSecret: string | null;
  decline: Decline | null;
}

/** Money that went back. `failed`: the bank sent it back to us; `cancelled`: it was never sent. */
export interface Refund {
  id: string;
  amountPence: number;
  status: 'pending' | 'succeeded' | 'failed' | 'cancelled';
}

/** What a bank says of a charge that the card holder claims back. `lost`: it has been taken from us. */
export type ChargeDisputeStatus = 'open' | 'won' | 'lost';

/** A verified event: content is not trusted, the object is read again. */
export interface ProviderEvent {
  id: string;
  type: string;
  /**
   * What to read again: the object itself; of a charge, refund or dispute its payment, of an invoice's payment its
   * invoice.
   */
  objectId: string | null;
  createdAt: Date;
  livemode: boolean;
}

/**
 * How long a call is repeated under the same key, in milliseconds. Stripe repeats its answer to a key for a day, also one
 * that only said that Stripe had failed; after this time the caller reads whether there was an effect, and takes a new key.
 */
export const idempotencyKeyMs = 10 * 60_000;

/** One call's key: at most 255 characters, the same for the same effect. */
export interface WithIdempotencyKey {
  key: string;
}

/** A customer of the provider's account, ours or not. Of a deleted one nothing is left but its id. */
export interface ProviderCustomer {
  id: string;
  deleted: boolean;
  createdAt: Date | null;
  email: string | null;
  /** Our sign-up that it was made for; null: it is not ours, or deleted. */
  signUpId: string | null;
}

export interface ListedSubscription extends ProviderSubscription {
  createdAt: Date;
  customer: ProviderCustomer;
}

export interface ListedPayment extends PaymentAttempt {
  createdAt: Date;
  customer: ProviderCustomer | null;
}

export interface ListedRefund extends Refund {
  createdAt: Date;
  paymentIntentId: string | null;
  /** Under which `refundPayment` made it; null: it was made elsewhere. */
  key: string | null;
}

export interface ListedDispute {
  paymentIntentId: string | null;
  status: ChargeDisputeStatus;
}

/** Of objects made since then; without it of all. */
export interface CreatedSince {
  since?: Date;
}

/**
 * Everything in the provider's account, also what is not ours, in pages of a hundred, newest first: whoever reads them
 * holds one page at a time.
 */
export interface PaymentListings {
  customerPages(query?: CreatedSince): AsyncIterable<ProviderCustomer[]>;
  /** With their customers. `running`: without those that have been cancelled. */
  subscriptionPages(query?: CreatedSince & { running?: boolean }): AsyncIterable<ListedSubscription[]>;
  /** Of one customer, or of all. */
  paymentPages(query?: CreatedSince & { customerId?: string }): AsyncIterable<ListedPayment[]>;
  refundPages(query?: CreatedSince): AsyncIterable<ListedRefund[]>;
  disputePages(query?: CreatedSince): AsyncIterable<ListedDispute[]>;
}

/** What a charge is made with. */
export type ChargedCard = { confirmationToken: string } | { paymentMethodId: string };

export interface PaymentsPort extends PaymentListings {
  createCustomer(
    customer: WithIdempotencyKey & { email: string; name: string; signUpId: string },
  ): Promise<{ id: string }>;
  /** Its name and e-mail address from now on. */
  updateCustomer(customer: WithIdempotencyKey & { id: string; email: string; name: string }): Promise<void>;
  /**
   * Deletes a customer for good, with its name, address and cards; what still runs for it ends at once. The provider keeps
   * its payments. One that is deleted already, or unknown, is left as it is.
   */
  deleteCustomer(id: string): Promise<void>;
  /** A charge that only `confirmPayment` makes, never a browser; the card is kept for later charges. */
  createTrialPayment(
    payment: WithIdempotencyKey & {
      customerId: string;
      signUpId: string;
      amountPence: number;
      currency: string;
      description: string;
    },
  ): Promise<PaymentAttempt>;
  /**
   * Makes a charge with the card that a browser collected under this token, which is good for one confirmation, or a
   * stored one; null: the card that its holder has just authenticated. A refusal of the bank is a value. One that is paid or
   * cancelled is answered as it is.
   * @throws PaymentsRefusedError for a token that is unknown, used or expired
   */
  confirmPayment(payment: WithIdempotencyKey & { id: string; card: ChargedCard | null }): Promise<PaymentAttempt>;
  readPayment(id: string): Promise<PaymentAttempt>;
  /** Charges of the provider's account since `since`, newest first, at most `limit`: for the reconciling sweep. */
  listPayments(query: { since: Date; limit: number }): Promise<PaymentAttempt[]>;
  /** Does nothing to one that is paid or cancelled already. */
  cancelPayment(payment: WithIdempotencyKey & { id: string }): Promise<PaymentAttempt>;
  /**
   * Returns a charge, or `amountPence` of it, and never more than is left of it. Everything returned under a key counts, at
   * any time and also if it failed later: called again with a larger amount, it returns the difference. One that is already
   * returned is answered with its refund.
   * @throws PaymentsRefusedError with `charge_disputed` while the card holder claims it back at their bank, and after
   */
  refundPayment(
    refund: WithIdempotencyKey & { paymentIntentId: string; amountPence?: number },
  ): Promise<{ id: string }>;
  /** Every refund of a charge, newest first. */
  listRefunds(paymentIntentId: string): Promise<Refund[]>;
  /** The payment that a charge of the provider's belongs to, by the charge's own id; null: none of ours. */
  paymentOfCharge(chargeId: string): Promise<string | null>;
  /** The latest dispute of a charge; null when there was none. */
  readChargeDispute(paymentIntentId: string): Promise<ChargeDisputeStatus | null>;
  /** On the membership's price. `trialEndsAt` null: charged at once. A refused first charge makes it `incomplete` or `past_due`. */
  createSubscription(
    subscription: WithIdempotencyKey & {
      customerId: string;
      paymentMethodId: string;
      trialEndsAt: Date | null;
      signUpId: string | null;
    },
  ): Promise<ProviderSubscription>;
  readSubscription(id: string): Promise<ProviderSubscription>;
  /** Every subscription of a customer, newest first. */
  listSubscriptions(customerId: string): Promise<ProviderSubscription[]>;
  /**
   * Charges for the first period now, at the request of the customer, who is present; the trial ends once that is paid.
   * Until then it goes on as if nothing had been asked: `latestInvoiceId` is open and says what the bank answered, until it
   * is paid, voided or, after 23 hours or with the trial, dropped by the provider.
   */
  endTrialNow(subscription: WithIdempotencyKey & { id: string }): Promise<ProviderSubscription>;
  /** Now: nothing more can be paid for it either, as its open invoices are voided. Safe to repeat. */
  cancelSubscription(
    subscription: WithIdempotencyKey & { id: string; when: 'now' | 'period-end'; cancellationId?: string },
  ): Promise<ProviderSubscription>;
  /** Lets it run on after all; one that has ended is left as it is. */
  withdrawSubscriptionCancellation(subscription: WithIdempotencyKey & { id: string }): Promise<ProviderSubscription>;
  readInvoice(id: string): Promise<Invoice>;
  /** Newest first. */
  listInvoices(query: { subscriptionId: string; limit: number }): Promise<Invoice[]>;
  /**
   * Tries to charge an open invoice again with the customer's current card; the customer is present. Declined or asked for
   * authentication, it stays open and `attempt` says why.
   */
  payInvoice(invoice: WithIdempotencyKey & { id: string }): Promise<Invoice>;
  /**
   * A charge of the whole open invoice that only `confirmPayment` makes, never a browser; the customer is present. When it
   * succeeds the invoice is paid.
   * @throws PaymentsRefusedError when the invoice is not open any more
   */
  createInvoicePayment(
    payment: WithIdempotencyKey & {
      invoice: Pick<Invoice, 'id' | 'customerId' | 'amountPence' | 'currency'>;
      /** Our row. */
      subscriptionId: string;
      description: string;
    },
  ): Promise<PaymentAttempt>;
  /**
   * Nothing can be paid for an open invoice any more, and what waited for its payment is dropped. One that has been paid, or
   * voided, is left as it is.
   */
  voidInvoice(id: string): Promise<Invoice>;
  /**
   * Takes back what a customer was credited for overpaying an invoice, as far as it has not been used; once for a key, at any
   * time. Returns the pence.
   */
  takeBackCredit(
    credit: WithIdempotencyKey & { customerId: string; invoiceId: string; currency: string },
  ): Promise<number>;
  /** Finalises a draft invoice now, instead of an hour later. */
  finalizeInvoice(invoice: WithIdempotencyKey & { id: string }): Promise<Invoice>;
  /**
   * Asks the bank about the card that a browser collected under this token, for later charges. A refusal is a value.
   * @throws PaymentsRefusedError for a token that is unknown, used or expired
   */
  setUpCard(setup: WithIdempotencyKey & { customerId: string; confirmationToken: string }): Promise<CardSetup>;
  readCardSetup(id: string): Promise<CardSetup>;
  /** No card can be tried with it any more; one that has ended is left as it is. */
  cancelCardSetup(setup: WithIdempotencyKey & { id: string }): Promise<CardSetup>;
  /**
   * The payment method that this customer's next subscription is charged to: the one chosen last, else that of the latest
   * subscription. Null: none is kept.
   */
  storedCard(customerId: string): Promise<string | null>;
  /** Charges this card from now on. */
  useCard(
    card: WithIdempotencyKey & { customerId: string; subscriptionId: string | null; paymentMethodId: string },
  ): Promise<void>;
  /** Verifies a webhook's signature; null when it is not genuine, too old or from the future. */
  readEvent(call: { rawBody: Buffer; signature: string; now: Date }): ProviderEvent | null;
}
