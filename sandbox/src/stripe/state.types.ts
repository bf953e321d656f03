import type { StripeTestCard } from './cards.ts';
import type { JsonObject } from './json.types.ts';
import type { StripeErrorFields } from './stripe-error.ts';

/** Texts by name. In this file instants are Unix seconds and amounts are pence. */
type Metadata = Record<string, string>;

export interface SimulatedCustomer {
  id: string;
  created: number;
  email: string | null;
  name: string | null;
  phone: string | null;
  description: string | null;
  address: JsonObject | null;
  shipping: JsonObject | null;
  metadata: Metadata;
  preferredLocales: string[];
  defaultPaymentMethod: string | null;
  testClock: string | null;
  deleted: boolean;
  /** The number of invoices so far. */
  invoices: number;
  invoicePrefix: string;
  /** A negative balance is credit that reduces the next invoice. */
  balance: number;
}

export interface SimulatedCustomerBalanceTransaction {
  id: string;
  created: number;
  customer: string;
  amount: number;
  endingBalance: number;
  currency: string;
  description: string | null;
  invoice: string | null;
  metadata: Metadata;
  type: 'adjustment' | 'applied_to_invoice' | 'invoice_overpaid' | 'unapplied_from_invoice';
}

export interface SimulatedPaymentMethod {
  id: string;
  created: number;
  customer: string | null;
  billingDetails: JsonObject;
  metadata: Metadata;
  card: StripeTestCard;
  expMonth: number;
  expYear: number;
  /** Whether the holder has authenticated for off-session payments. */
  setUp: boolean;
}

export type IntentStatus =
  'canceled' | 'processing' | 'requires_action' | 'requires_confirmation' | 'requires_payment_method' | 'succeeded';

/** The fields of both kinds of intent. */
interface Intent {
  id: string;
  created: number;
  clientSecret: string;
  customer: string | null;
  description: string | null;
  metadata: Metadata;
  paymentMethod: string | null;
  /** Whether Stripe chooses the kinds of payment. */
  automatic: boolean;
  allowRedirects: string | null;
  status: IntentStatus;
  lastError: StripeErrorFields | null;
  /** Where the holder returns to after authentication; null if the page's own script handles it. */
  returnUrl: string | null;
  canceledAt: number | null;
  cancellationReason: string | null;
}

export interface SimulatedPaymentIntent extends Intent {
  amount: number;
  currency: string;
  /** `manual`: only the secret key confirms it, again after authentication. */
  confirmationMethod: 'automatic' | 'manual';
  /** Whether the holder has authenticated for the next confirmation. */
  authenticated: boolean;
  setupFutureUsage: string | null;
  receiptEmail: string | null;
  statementDescriptorSuffix: string | null;
  latestCharge: string | null;
  invoice: string | null;
}

export interface SimulatedSetupIntent extends Intent {
  usage: string;
  /** When a processing one will succeed; null if it is not processing. */
  settlesAt: number | null;
}

/** The input that Stripe.js collected for one confirmation. */
export interface SimulatedConfirmationToken {
  id: string;
  created: number;
  expiresAt: number;
  billingDetails: JsonObject;
  card: StripeTestCard;
  expMonth: number;
  expYear: number;
  metadata: Metadata;
  returnUrl: string | null;
  setupFutureUsage: string | null;
  /** The intent that it confirmed; null if unused. */
  usedBy: string | null;
}

export interface SimulatedCharge {
  id: string;
  created: number;
  amount: number;
  amountRefunded: number;
  currency: string;
  customer: string | null;
  description: string | null;
  metadata: Metadata;
  paymentIntent: string;
  paymentMethod: SimulatedPaymentMethod;
  receiptEmail: string | null;
  statementDescriptorSuffix: string | null;
  status: 'failed' | 'succeeded';
  failure: { code: string; declineCode: string | null; message: string } | null;
  authenticated: boolean;
  disputed: boolean;
}

export interface SimulatedRefund {
  id: string;
  created: number;
  amount: number;
  charge: string;
  metadata: Metadata;
  reason: string | null;
  status: 'succeeded' | 'failed';
  /** When the refund will fail; null if it will not. */
  failsAt: number | null;
}

export interface SimulatedDispute {
  id: string;
  created: number;
  amount: number;
  charge: string;
  status: 'needs_response' | 'lost' | 'won';
}

export interface SimulatedProduct {
  id: string;
  created: number;
  updated: number;
  active: boolean;
  name: string;
  description: string | null;
  metadata: Metadata;
  statementDescriptor: string | null;
  defaultPrice: string | null;
}

export type BillingInterval = 'day' | 'week' | 'month' | 'year';

export interface SimulatedPrice {
  id: string;
  created: number;
  active: boolean;
  currency: string;
  lookupKey: string | null;
  metadata: Metadata;
  nickname: string | null;
  product: string;
  recurring: { interval: BillingInterval; count: number } | null;
  unitAmount: number;
}

export interface SimulatedSubscriptionItem {
  id: string;
  created: number;
  price: string;
  quantity: number;
  metadata: Metadata;
}

export type SubscriptionStatus =
  'active' | 'canceled' | 'incomplete' | 'incomplete_expired' | 'past_due' | 'paused' | 'trialing' | 'unpaid';

export interface SimulatedSubscription {
  id: string;
  created: number;
  customer: string;
  items: SimulatedSubscriptionItem[];
  status: SubscriptionStatus;
  metadata: Metadata;
  description: string | null;
  /** The start from which periods are counted. */
  anchor: number;
  periodStart: number;
  periodEnd: number;
  trialStart: number | null;
  trialEnd: number | null;
  trialNoticeSent: boolean;
  upcomingNoticeSent: boolean;
  missingPaymentMethod: 'cancel' | 'create_invoice' | 'pause';
  cancelAtPeriodEnd: boolean;
  cancelAt: number | null;
  canceledAt: number | null;
  endedAt: number | null;
  cancellationDetails: { comment: string | null; feedback: string | null; reason: string | null };
  defaultPaymentMethod: string | null;
  saveDefaultPaymentMethod: boolean;
  paymentMethodTypes: string[] | null;
  latestInvoice: string | null;
  pendingUpdate: PendingSubscriptionUpdate | null;
  testClock: string | null;
}

/** The early end of a trial, which applies once its invoice is paid. */
export interface PendingSubscriptionUpdate {
  invoice: string;
  trialEnd: number;
  /** The end of the period that starts with it. */
  periodEnd: number;
  expiresAt: number;
}

export interface SimulatedInvoice {
  id: string;
  created: number;
  customer: string;
  subscription: string;
  billingReason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  currency: string;
  lines: SimulatedInvoiceLine[];
  number: string | null;
  amountPaid: number;
  /** The customer's balance when the invoice was finalised: negative where credit reduced it. */
  startingBalance: number;
  /** Payments in excess of the total. */
  amountOverpaid: number;
  attemptCount: number;
  attempted: boolean;
  /** Whether Stripe continues to collect automatically. */
  autoAdvance: boolean;
  finalizesAt: number | null;
  nextAttempt: number | null;
  periodStart: number;
  periodEnd: number;
  finalizedAt: number | null;
  paidAt: number | null;
  voidedAt: number | null;
  /** The intent of the default payment, which Stripe creates. */
  paymentIntent: string | null;
  payments: string[];
  /** The subscription's metadata when the invoice was finalised. */
  subscriptionMetadata: Metadata;
}

export interface SimulatedInvoiceLine {
  id: string;
  amount: number;
  description: string;
  price: string;
  quantity: number;
  item: string;
  period: { start: number; end: number };
}

export interface SimulatedInvoicePayment {
  id: string;
  created: number;
  invoice: string;
  paymentIntent: string;
  /** Created by Stripe, and not attached. */
  isDefault: boolean;
  amount: number;
  status: 'open' | 'paid' | 'canceled';
  paidAt: number | null;
  canceledAt: number | null;
}

export interface SimulatedTestClock {
  id: string;
  created: number;
  name: string | null;
  frozenTime: number;
}

export interface SimulatedStripeEvent {
  id: string;
  created: number;
  type: string;
  /** The event's object as JSON, which is compact and not affected by later changes. */
  data: string;
  request: { id: string | null; idempotencyKey: string | null };
  /** The number of endpoints that have not accepted it yet. */
  pending: number;
}

/** A domain on which wallets may be offered. */
export interface SimulatedPaymentMethodDomain {
  id: string;
  created: number;
  domainName: string;
  enabled: boolean;
}

export interface SimulatedWebhookEndpoint {
  id: string;
  created: number;
  url: string;
  enabledEvents: string[];
  description: string | null;
  metadata: Metadata;
  status: 'enabled' | 'disabled';
  apiVersion: string | null;
  /** The current secret first; older ones still sign until they expire. */
  secrets: { secret: string; endsAt: number | null }[];
  configured: boolean;
}
