import type { SubscriptionFacts } from '@ve/domain/membership/membership-state';

/*
 * The product's interface to a payment provider. Amounts in pence, instants as Dates. Every call that changes something
 * takes an idempotency key: repeated with the same key it has one effect. A refusal by the bank is a value; all other
 * failures throw.
 */

/** The provider did not respond, was overloaded, or its response is unreadable. The call may be repeated. */
export class PaymentsUnavailableError extends Error {
  override readonly name = 'PaymentsUnavailableError';
}

/** The provider rejects the call itself: a wrong key, a missing object, a wrong parameter. Repeating does not help. */
export class PaymentsRefusedError extends Error {
  override readonly name = 'PaymentsRefusedError';
  /** The provider's error code, such as `resource_missing`. */
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
  /** The same for the same card number, regardless of the customer; null when the provider gives none. */
  fingerprint: string | null;
}

/**
 * Why a bank refused. `code` is the provider's, such as `insufficient_funds`; `message` is in plain words for the card
 * holder.
 */
export interface CardDecline {
  code: string;
  message: string;
}

/** One charge of a card, paid or not. */
export interface ProviderPayment {
  id: string;
  /**
   * `needs-confirmation`: the card holder has authenticated; the card is charged once the payment is confirmed again.
   */
  status: 'needs-card' | 'needs-authentication' | 'needs-confirmation' | 'processing' | 'succeeded' | 'cancelled';
  amountPence: number;
  currency: string;
  refundedPence: number;
  customerId: string | null;
  paymentMethodId: string | null;
  card: PaymentCard | null;
  /** The id of our sign-up that it was made for. A UUID: any other value in Stripe's metadata is read as null. */
  signUpId: string | null;
  paidAt: Date | null;
  /** When a bank was last asked to charge the card; null: none was. */
  askedAt: Date | null;
  /** The decline of the last attempt. */
  decline: CardDecline | null;
  /**
   * For the browser whose card holder authenticates. Null otherwise: a browser that has it could confirm with other
   * cards.
   */
  clientSecret: string | null;
  receiptUrl: string | null;
}

/** A price at the provider. Money in pence of `currency`. */
export interface MembershipPrice {
  id: string;
  pence: number;
  currency: string;
}

/** A price of the provider's account. */
export interface ProviderPrice {
  id: string;
  /** Whether new subscriptions can have it. */
  active: boolean;
  /** Null: it has no single amount in pence. */
  pence: number | null;
  currency: string;
  /** How many months a period has; null: it is not charged by the month. */
  months: number | null;
  /** Whether it takes real money; false: test mode. */
  livemode: boolean;
}

export interface ProviderSubscription {
  id: string;
  customerId: string;
  status: SubscriptionFacts['status'];
  trialEndsAt: Date | null;
  periodStart: Date;
  periodEnd: Date;
  /** The price of its periods; null: the provider does not name one amount in pence. */
  price: MembershipPrice | null;
  cancelAtPeriodEnd: boolean;
  /** When it was or will be cancelled; null when it renews. */
  endsAt: Date | null;
  /** The card charged next. */
  card: PaymentCard | null;
  signUpId: string | null;
  /** The id of our cancellation at the period's end; null for one made elsewhere. */
  cancellationId: string | null;
  latestInvoiceId: string | null;
}

export interface ProviderInvoice {
  id: string;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  subscriptionId: string | null;
  customerId: string;
  /** What was or is to be charged: the total less the credit that was applied to it. */
  amountPence: number;
  /** The price of what it charges for, before any credit. */
  totalPence: number;
  currency: string;
  /** Why the provider made it. `update`: a change of the subscription, such as the early end of its trial. */
  billingReason: 'create' | 'cycle' | 'update' | 'other';
  /** The start of the subscription period that the invoice charges for. */
  periodStart: Date;
  periodEnd: Date;
  paidAt: Date | null;
  nextAttemptAt: Date | null;
  /** The payment that paid the invoice first, else the provider's own charge; null if there is no charge. */
  paymentIntentId: string | null;
  /** Charges that succeeded after the invoice was paid or void: the provider keeps them as credit. */
  overpaidBy: string[];
  /** The provider's own charge of an open invoice, with the reason why it is unpaid. Null if there is no charge. */
  attempt: ProviderPayment | null;
  /** The charge that we made for an open invoice, unless it was cancelled. */
  ownPayment: ProviderPayment | null;
  /** The provider's page where the invoice can be read and paid. */
  url: string | null;
}

/**
 * Whether an invoice of a trial would end it early, once it is paid; any other open invoice of it is not ours to void.
 */
export const isOpenEarlyUpgrade = ({
  status,
  billingReason,
}: Pick<ProviderInvoice, 'status' | 'billingReason'>): boolean => status === 'open' && billingReason === 'update';

export interface ProviderCardSetup {
  id: string;
  status: 'needs-card' | 'needs-authentication' | 'processing' | 'succeeded' | 'cancelled';
  createdAt: Date;
  customerId: string | null;
  paymentMethodId: string | null;
  card: PaymentCard | null;
  /**
   * For the browser whose card holder authenticates; null before and after. A browser that has it can confirm with
   * other cards until the setup is cancelled: Stripe has no equivalent of `confirmSignUpPaymentEndpoint` for card
   * setups.
   */
  clientSecret: string | null;
  decline: CardDecline | null;
}

/** Whether no card can be tried with a card setup any more. */
export const isCardSetupFinished = ({ status }: Pick<ProviderCardSetup, 'status'>): boolean =>
  status === 'cancelled' || status === 'succeeded';

/** A refund. `failed`: the bank returned the money to us; `cancelled`: it was never sent. */
export interface ProviderRefund {
  id: string;
  amountPence: number;
  status: 'pending' | 'succeeded' | 'failed' | 'cancelled';
}

/** The state of a dispute that the card holder opened at their bank. `lost`: the money was taken from us. */
export type ChargeDisputeStatus = 'open' | 'won' | 'lost';

/** A verified event. Its content is not trusted: the object is read again. */
export interface ProviderEvent {
  id: string;
  type: string;
  /**
   * The object to read again: its own id; for a charge, refund or dispute its payment's, for an invoice's payment its
   * invoice's.
   */
  objectId: string | null;
  createdAt: Date;
  livemode: boolean;
}

/**
 * How long a call is repeated under the same key, in milliseconds. Stripe replays its response to a key for a day,
 * including one of its own failure; after this time the caller reads whether there was an effect, and uses a new key.
 */
export const idempotencyKeyLifetimeMs = 10 * 60_000;

/** The idempotency key of one call: at most 255 characters, the same for the same effect. */
export interface WithIdempotencyKey {
  key: string;
}

/** A customer of the provider's account, including customers of other systems. A deleted one has only its id. */
export interface ProviderCustomer {
  id: string;
  deleted: boolean;
  createdAt: Date | null;
  email: string | null;
  /** The id of our sign-up that it was made for; null if it was not made by us, or is deleted. */
  signUpId: string | null;
}

export interface ListedSubscription extends ProviderSubscription {
  createdAt: Date;
  customer: ProviderCustomer;
}

export interface ListedPayment extends ProviderPayment {
  createdAt: Date;
  customer: ProviderCustomer | null;
}

export interface ListedRefund extends ProviderRefund {
  createdAt: Date;
  paymentIntentId: string | null;
  /** The key under which `refundPayment` made it; null if it was made elsewhere. */
  key: string | null;
}

export interface ListedChargeDispute {
  paymentIntentId: string | null;
  status: ChargeDisputeStatus;
}

/** Objects created since then, or all without it. */
export interface CreatedSinceFilter {
  since?: Date;
}

/**
 * All objects of the provider's account, including those of other systems, in pages of a hundred, newest first: a
 * reader holds one page at a time.
 */
export interface PaymentListings {
  customerPages(query?: CreatedSinceFilter): AsyncIterable<ProviderCustomer[]>;
  /** Includes their customers. `running` excludes cancelled ones. */
  subscriptionPages(query?: CreatedSinceFilter & { running?: boolean }): AsyncIterable<ListedSubscription[]>;
  /** Payments of one customer, or of all. */
  paymentPages(query?: CreatedSinceFilter & { customerId?: string }): AsyncIterable<ListedPayment[]>;
  refundPages(query?: CreatedSinceFilter): AsyncIterable<ListedRefund[]>;
  disputePages(query?: CreatedSinceFilter): AsyncIterable<ListedChargeDispute[]>;
}

export type CardToCharge = { confirmationToken: string } | { paymentMethodId: string };

export interface PaymentsPort extends PaymentListings {
  createCustomer(
    customer: WithIdempotencyKey & { email: string; name: string; signUpId: string },
  ): Promise<{ id: string }>;
  /** Replaces the customer's name and e-mail address. */
  updateCustomer(customer: WithIdempotencyKey & { id: string; email: string; name: string }): Promise<void>;
  /**
   * Deletes a customer permanently, with its name, address and cards; its running subscriptions end immediately. The
   * provider keeps its payments. Does nothing for a customer that is already deleted or unknown.
   */
  deleteCustomer(id: string): Promise<void>;
  /**
   * Creates a charge that only `confirmSignUpPaymentEndpoint` can make, never a browser; the card is stored for later
   * charges.
   */
  createTrialPayment(
    payment: WithIdempotencyKey & {
      customerId: string;
      signUpId: string;
      amountPence: number;
      currency: string;
      description: string;
    },
  ): Promise<ProviderPayment>;
  /**
   * Charges the card that a browser collected under this token, which is valid for one confirmation, or a stored card;
   * null: the card that its holder has just authenticated. A refusal of the bank is a value. A paid or cancelled
   * payment is returned unchanged. @throws PaymentsRefusedError for a token that is unknown, used or expired
   */
  confirmPayment(payment: WithIdempotencyKey & { id: string; card: CardToCharge | null }): Promise<ProviderPayment>;
  readPayment(id: string): Promise<ProviderPayment>;
  /** Charges of the provider's account since `since`, newest first, at most `limit`: for the reconciling sweep. */
  listPayments(query: { since: Date; limit: number }): Promise<ProviderPayment[]>;
  /** Does nothing if the payment is already paid or cancelled. */
  cancelPayment(payment: WithIdempotencyKey & { id: string }): Promise<ProviderPayment>;
  /**
   * Refunds a charge, or `amountPence` of it, and never more than is left of it. All refunds under the key count, at
   * any time and even if they failed later: called again with a larger amount, it refunds the difference. A charge that
   * is already refunded returns its refund. @throws PaymentsRefusedError with `charge_disputed` during and after a
   * dispute
   */
  refundPayment(
    refund: WithIdempotencyKey & { paymentIntentId: string; amountPence?: number },
  ): Promise<{ id: string }>;
  /** Every refund of a charge, newest first. */
  listRefunds(paymentIntentId: string): Promise<ProviderRefund[]>;
  /** The payment of one of the provider's charges, by the charge's own id; null if the charge has none. */
  paymentOfCharge(chargeId: string): Promise<string | null>;
  /** The latest dispute of a charge; null when there was none. */
  readChargeDispute(paymentIntentId: string): Promise<ChargeDisputeStatus | null>;
  /**
   * Creates a subscription at the membership's price. `trialEndsAt` null: charged immediately. A refused first charge
   * makes it `incomplete` or `past_due`.
   */
  createSubscription(
    subscription: WithIdempotencyKey & {
      customerId: string;
      paymentMethodId: string;
      trialEndsAt: Date | null;
      signUpId: string | null;
      /** The price of its contract, where that is not the offered one. */
      priceId?: string;
    },
  ): Promise<ProviderSubscription>;
  readPrice(id: string): Promise<ProviderPrice>;
  /**
   * Charges this price from the subscription's next period on; the running one is neither refunded nor charged for. A
   * subscription that has ended, or has this price, is left unchanged.
   */
  changePrice(subscription: WithIdempotencyKey & { id: string; priceId: string }): Promise<ProviderSubscription>;
  readSubscription(id: string): Promise<ProviderSubscription>;
  /** Every subscription of a customer, newest first. */
  listSubscriptions(customerId: string): Promise<ProviderSubscription[]>;
  /**
   * Charges for the first period now, at the request of the customer, who is present; the trial ends once that is paid.
   * Until then the trial continues unchanged: `latestInvoiceId` is open and holds the bank's response, until it is
   * paid, voided or, after 23 hours or at the end of the trial, dropped by the provider.
   */
  endTrialNow(subscription: WithIdempotencyKey & { id: string }): Promise<ProviderSubscription>;
  /**
   * Cancels `now` or at the period's end. When cancelled now, nothing more can be paid for it, as its open invoices are
   * voided. Idempotent.
   */
  cancelSubscription(
    subscription: WithIdempotencyKey & { id: string; when: 'now' | 'period-end'; cancellationId?: string },
  ): Promise<ProviderSubscription>;
  /** Undoes a cancellation at the period's end; a subscription that has ended is left unchanged. */
  withdrawSubscriptionCancellation(subscription: WithIdempotencyKey & { id: string }): Promise<ProviderSubscription>;
  readInvoice(id: string): Promise<ProviderInvoice>;
  /** The invoice that a payment was made for; null if it was made for none. */
  invoiceOfPayment(paymentIntentId: string): Promise<ProviderInvoice | null>;
  /** The invoices of a subscription, newest first. */
  listInvoices(query: { subscriptionId: string; limit: number }): Promise<ProviderInvoice[]>;
  /**
   * Retries the charge of an open invoice with the customer's current card; the customer is present. If it is declined
   * or needs authentication, the invoice stays open and `attempt` holds the reason.
   */
  payInvoice(invoice: WithIdempotencyKey & { id: string }): Promise<ProviderInvoice>;
  /**
   * Creates a charge of the whole open invoice that only `confirmSignUpPaymentEndpoint` can make, never a browser; the
   * customer is present. When it succeeds the invoice is paid. @throws PaymentsRefusedError when the invoice is no
   * longer open
   */
  createInvoicePayment(
    payment: WithIdempotencyKey & {
      invoice: Pick<ProviderInvoice, 'id' | 'customerId' | 'amountPence' | 'currency'>;
      /** The id of our subscription row. */
      subscriptionId: string;
      description: string;
    },
  ): Promise<ProviderPayment>;
  /**
   * Voids an open invoice: nothing more can be paid for it, and changes that waited for its payment are dropped. An
   * invoice that is paid or void is left unchanged.
   */
  voidInvoice(id: string): Promise<ProviderInvoice>;
  /**
   * Reverses the unused part of the credit, at most `amountPence`, that a customer got for overpaying an invoice; once
   * per key, at any time. Older credit counts as used first, and credit given for another reason is never touched.
   * Returns the pence.
   */
  removeCredit(
    credit: WithIdempotencyKey & { customerId: string; invoiceId: string; amountPence: number; currency: string },
  ): Promise<number>;
  /** Finalises a draft invoice now, instead of an hour later. */
  finalizeInvoice(invoice: WithIdempotencyKey & { id: string }): Promise<ProviderInvoice>;
  /**
   * Stores the card that a browser collected under this token for later charges, with the bank's agreement. A refusal
   * is a value. @throws PaymentsRefusedError for a token that is unknown, used or expired
   */
  setUpCard(setup: WithIdempotencyKey & { customerId: string; confirmationToken: string }): Promise<ProviderCardSetup>;
  readCardSetup(id: string): Promise<ProviderCardSetup>;
  /** Cancels a card setup, so that no card can be tried with it; one that has ended is left unchanged. */
  cancelCardSetup(id: string): Promise<ProviderCardSetup>;
  /**
   * The payment method that this customer's next subscription is charged to: the one chosen last, else that of the
   * latest subscription. Null if none is stored.
   */
  storedCard(customerId: string): Promise<string | null>;
  /** Makes this card the one for all later charges. */
  useCard(
    card: WithIdempotencyKey & { customerId: string; subscriptionId: string | null; paymentMethodId: string },
  ): Promise<void>;
  /** Verifies a webhook's signature; null when it is not genuine, too old or from the future. */
  readEvent(call: { rawBody: Buffer; signature: string; now: Date }): ProviderEvent | null;
}
