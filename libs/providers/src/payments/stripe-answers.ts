import { cardDeclineMessage } from '@ve/domain/membership/decline-messages';
import * as z from 'zod/mini';
import {
  type ProviderCardSetup,
  type CardDecline,
  type ProviderInvoice,
  type ListedPayment,
  type ListedRefund,
  type ListedSubscription,
  type MembershipPrice,
  type ProviderPayment,
  type PaymentCard,
  type ChargeDisputeStatus,
  type ProviderCustomer,
  type ProviderPrice,
  type ProviderSubscription,
  type ProviderRefund,
} from './payments.port.ts';

/*
 * The parts of Stripe's objects that we read: a response in which one is missing, or has another type or status, is
 * rejected as unreadable.
 */

const id = z.string().check(z.minLength(1), z.maxLength(255));
/** An id, or the expanded object instead of it. */
const reference = z.pipe(
  z.union([id, z.object({ id })]),
  z.transform((value) => (typeof value === 'string' ? value : value.id)),
);
const optionalReference = z._default(z.nullable(reference), null);
const instant = z.pipe(
  z.int().check(z.positive(), z.maximum(253_402_300_799)),
  z.transform((seconds) => new Date(seconds * 1_000)),
);
const optionalInstant = z._default(z.nullable(instant), null);
const pence = z.int().check(z.minimum(0));
const currency = z.string().check(z.regex(/^[a-z]{3}$/));
const secret = z.string().check(z.minLength(1), z.maxLength(500));
const code = z._default(z.nullable(z.string().check(z.maxLength(120))), null);
/** The address of a page at Stripe; anything else is read as null. */
const pageUrl = z.catch(z.nullable(z.string().check(z.maxLength(2_000), z.regex(/^https?:\/\//))), null);
/** One of our ids; a value written by another system is read as undefined. */
const ownId = z.catch(z.optional(z.uuid()), undefined);
const metadata = z.object({ sign_up_id: ownId, cancellation_id: ownId });

const cardFields = {
  brand: z.string().check(z.maxLength(60)),
  last4: z.string().check(z.regex(/^[0-9]{4}$/)),
  exp_month: z.int().check(z.minimum(1), z.maximum(12)),
  exp_year: z.int().check(z.minimum(2_000), z.maximum(2_200)),
  fingerprint: z._default(z.nullable(z.string().check(z.maxLength(255))), null),
};
const card = z.object(cardFields);
const paymentMethod = z.object({ id, card: z.optional(z.nullable(card)) });
/** Expanded, or null; an id alone has no card. */
const expandedMethod = z.nullable(z.union([id, paymentMethod]));

export const stripeIdAnswerSchema = z.object({ id });

/** A deleted customer has no settings. */
export const stripeCustomerAnswerSchema = z.object({
  id,
  invoice_settings: z.optional(z.object({ default_payment_method: optionalReference })),
});

/** A negative balance is credit. */
export const stripeCustomerBalanceAnswerSchema = z.object({ id, balance: z.int() });

export const stripeBalanceTransactionAnswerSchema = z.object({
  id,
  amount: z.int(),
  type: z.string(),
  invoice: optionalReference,
  metadata: z._default(
    z.nullable(
      z.object({
        credit_key: z.catch(z.optional(z.string()), undefined),
        credit_invoice: z.catch(z.optional(z.string()), undefined),
      }),
    ),
    null,
  ),
});

/** A payment of an invoice, in a list. */
export const stripeInvoicePaymentAnswerSchema = z.object({ id, invoice: reference });

export const stripeSubscriptionCardAnswerSchema = z.object({ id, default_payment_method: optionalReference });

const declineAnswer = z.nullable(z.object({ code, decline_code: code }));

export const stripePaymentIntentAnswerSchema = z.object({
  id,
  status: z.enum([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'requires_capture',
    'processing',
    'succeeded',
    'canceled',
  ]),
  amount: pence,
  currency,
  customer: optionalReference,
  payment_method: expandedMethod,
  client_secret: z.nullable(secret),
  confirmation_method: z.enum(['automatic', 'manual']),
  last_payment_error: declineAnswer,
  metadata,
  latest_charge: z.nullable(
    z.union([
      id,
      z.object({
        created: instant,
        amount_refunded: pence,
        receipt_url: pageUrl,
        payment_method_details: z.nullable(z.object({ card: z.optional(z.nullable(card)) })),
      }),
    ]),
  ),
});

export const stripeRefundAnswerSchema = z.object({
  id,
  amount: pence,
  // Null for old refunds.
  status: z.nullable(z.enum(['pending', 'requires_action', 'succeeded', 'failed', 'canceled'])),
  metadata: z._default(z.nullable(z.object({ refund_key: z.catch(z.optional(z.string()), undefined) })), null),
});

export const stripeChargeAnswerSchema = z.object({ id, payment_intent: optionalReference });

export const stripeChargeDisputeAnswerSchema = z.object({
  status: z.enum([
    'warning_needs_response',
    'warning_under_review',
    'warning_closed',
    'needs_response',
    'under_review',
    'won',
    'lost',
    'prevented',
  ]),
});

export const stripeSetupIntentAnswerSchema = z.object({
  id,
  status: z.enum([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'processing',
    'succeeded',
    'canceled',
  ]),
  created: instant,
  customer: optionalReference,
  payment_method: expandedMethod,
  client_secret: z.nullable(secret),
  last_setup_error: declineAnswer,
});

/** An amount in fractions of a penny, or in tiers, is none that we sell. */
const itemPrice = z.catch(z.optional(z.object({ id, unit_amount: pence, currency })), undefined);

export const stripePriceAnswerSchema = z.object({
  id,
  active: z.boolean(),
  unit_amount: z.nullable(pence),
  currency,
  livemode: z.boolean(),
  recurring: z._default(z.nullable(z.object({ interval: z.string(), interval_count: z.int() })), null),
});

/** The items of a subscription, by which their prices are changed. */
export const stripeSubscriptionItemsAnswerSchema = z.object({
  id,
  items: z.object({ data: z.array(z.object({ id, price: z.object({ id }) })).check(z.minLength(1), z.maxLength(20)) }),
});

export const stripeSubscriptionAnswerSchema = z.object({
  id,
  customer: reference,
  status: z.enum([
    'active',
    'trialing',
    'past_due',
    'canceled',
    'unpaid',
    'incomplete',
    'incomplete_expired',
    'paused',
  ]),
  trial_end: optionalInstant,
  cancel_at_period_end: z.boolean(),
  cancel_at: optionalInstant,
  ended_at: optionalInstant,
  default_payment_method: expandedMethod,
  latest_invoice: optionalReference,
  metadata,
  // Since API version 2025-03-31 each item has its own period.
  items: z.object({
    data: z
      .array(z.object({ current_period_start: instant, current_period_end: instant, price: itemPrice }))
      .check(z.minLength(1), z.maxLength(20)),
  }),
});

export const stripeInvoiceAnswerSchema = z.object({
  id,
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
  customer: reference,
  amount_due: pence,
  amount_paid: pence,
  total: z.int(),
  // A reason that Stripe adds later is none of those that we act upon.
  billing_reason: z._default(z.nullable(z.string()), null),
  currency,
  next_payment_attempt: optionalInstant,
  hosted_invoice_url: z._default(pageUrl, null),
  period_start: instant,
  period_end: instant,
  status_transitions: z.object({ paid_at: optionalInstant }),
  parent: z.nullable(
    z.object({ subscription_details: z._default(z.nullable(z.object({ subscription: reference })), null) }),
  ),
  lines: z.object({
    data: z.array(
      z.object({
        period: z.object({ start: instant, end: instant }),
        parent: z.nullable(
          z.object({ subscription_item_details: z._default(z.nullable(z.object({ proration: z.boolean() })), null) }),
        ),
      }),
    ),
  }),
  payments: z.object({
    data: z.array(
      z.object({
        is_default: z.boolean(),
        status: z.enum(['open', 'paid', 'canceled']),
        payment: z.object({ payment_intent: z.optional(reference) }),
        status_transitions: z._default(z.object({ paid_at: optionalInstant }), { paid_at: null }),
      }),
    ),
  }),
});

const created = { created: instant };

/** A customer in a list, or instead of its id. */
export const stripeListedCustomerAnswerSchema = z.object({
  id,
  deleted: z._default(z.boolean(), false),
  created: optionalInstant,
  email: z._default(z.nullable(z.string().check(z.maxLength(600))), null),
  metadata: z._default(metadata, {}),
});

export const stripeListedSubscriptionAnswerSchema = z.extend(stripeSubscriptionAnswerSchema, {
  ...created,
  customer: stripeListedCustomerAnswerSchema,
});

export const stripeListedPaymentAnswerSchema = z.extend(stripePaymentIntentAnswerSchema, {
  ...created,
  customer: z._default(z.nullable(stripeListedCustomerAnswerSchema), null),
});

export const stripeListedRefundAnswerSchema = z.extend(stripeRefundAnswerSchema, {
  ...created,
  payment_intent: optionalReference,
});

export const stripeListedDisputeAnswerSchema = z.extend(stripeChargeDisputeAnswerSchema, {
  payment_intent: optionalReference,
});

export const stripeListSchemaOf = <S extends z.ZodMiniType>(each: S) =>
  z.object({ data: z.array(each).check(z.maxLength(100)), has_more: z.boolean() });

type Method = z.output<typeof expandedMethod>;

const methodId = (method: Method): string | null => (typeof method === 'string' ? method : (method?.id ?? null));

function toCard(received: z.output<typeof card> | null | undefined): PaymentCard | null {
  if (!received) return null;
  const { brand, last4, exp_month: expiryMonth, exp_year: expiryYear, fingerprint } = received;
  return { brand, last4, expiryMonth, expiryYear, fingerprint };
}

const cardOf = (method: Method): PaymentCard | null => (typeof method === 'string' ? null : toCard(method?.card));

function toDecline(error: z.output<typeof declineAnswer>): CardDecline | null {
  if (error === null) return null;
  return {
    code: error.decline_code ?? error.code ?? 'generic_decline',
    message: cardDeclineMessage(error.decline_code, error.code),
  };
}

const statuses = {
  requires_payment_method: 'needs-card',
  requires_confirmation: 'needs-confirmation',
  requires_action: 'needs-authentication',
  requires_capture: 'processing',
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'cancelled',
} as const;

/** A setup that is not confirmed yet needs a card, like one without. */
const setupStatuses = { ...statuses, requires_confirmation: 'needs-card' } as const;

export function toProviderPayment(intent: z.output<typeof stripePaymentIntentAnswerSchema>): ProviderPayment {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const paid = intent.status === 'succeeded';
  return {
    id: intent.id,
    status: statuses[intent.status],
    amountPence: intent.amount,
    currency: intent.currency,
    refundedPence: charge?.amount_refunded ?? 0,
    customerId: intent.customer,
    paymentMethodId: methodId(intent.payment_method),
    // The charged card is known even after it was detached from the customer.
    card: (paid ? toCard(charge?.payment_method_details?.card) : null) ?? cardOf(intent.payment_method),
    signUpId: intent.metadata.sign_up_id ?? null,
    paidAt: paid ? (charge?.created ?? null) : null,
    askedAt: charge?.created ?? null,
    decline: paid ? null : toDecline(intent.last_payment_error),
    clientSecret: intent.confirmation_method === 'manual' ? intent.client_secret : null,
    receiptUrl: paid ? (charge?.receipt_url ?? null) : null,
  };
}

const refundStatuses = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'cancelled',
} as const;

export const toProviderRefund = ({
  id: refundId,
  amount,
  status,
}: z.output<typeof stripeRefundAnswerSchema>): ProviderRefund => ({
  id: refundId,
  amountPence: amount,
  status: status === null ? 'succeeded' : refundStatuses[status],
});

/** An inquiry that was closed leaves the money with us. */
export function toChargeDisputeStatus({
  status,
}: z.output<typeof stripeChargeDisputeAnswerSchema>): ChargeDisputeStatus {
  switch (status) {
    case 'lost':
      return 'lost';
    case 'won':
    case 'warning_closed':
    case 'prevented':
      return 'won';
    default:
      return 'open';
  }
}

export const toListedRefund = (refund: z.output<typeof stripeListedRefundAnswerSchema>): ListedRefund => ({
  ...toProviderRefund(refund),
  createdAt: refund.created,
  paymentIntentId: refund.payment_intent,
  key: refund.metadata?.refund_key ?? null,
});

export const toProviderCustomer = (customer: z.output<typeof stripeListedCustomerAnswerSchema>): ProviderCustomer => ({
  id: customer.id,
  deleted: customer.deleted,
  createdAt: customer.created,
  email: customer.email,
  signUpId: customer.metadata.sign_up_id ?? null,
});

export const toListedPayment = (payment: z.output<typeof stripeListedPaymentAnswerSchema>): ListedPayment => ({
  ...toProviderPayment({ ...payment, customer: payment.customer?.id ?? null }),
  createdAt: payment.created,
  customer: payment.customer === null ? null : toProviderCustomer(payment.customer),
});

export const toListedSubscription = (
  subscription: z.output<typeof stripeListedSubscriptionAnswerSchema>,
): ListedSubscription => ({
  ...toProviderSubscription({ ...subscription, customer: subscription.customer.id }),
  createdAt: subscription.created,
  customer: toProviderCustomer(subscription.customer),
});

export function toProviderCardSetup(intent: z.output<typeof stripeSetupIntentAnswerSchema>): ProviderCardSetup {
  return {
    id: intent.id,
    status: setupStatuses[intent.status],
    createdAt: intent.created,
    customerId: intent.customer,
    paymentMethodId: methodId(intent.payment_method),
    card: cardOf(intent.payment_method),
    clientSecret: intent.status === 'requires_action' ? intent.client_secret : null,
    decline: intent.status === 'succeeded' ? null : toDecline(intent.last_setup_error),
  };
}

export const toProviderPrice = (price: z.output<typeof stripePriceAnswerSchema>): ProviderPrice => ({
  id: price.id,
  active: price.active,
  pence: price.unit_amount,
  currency: price.currency,
  months: price.recurring?.interval === 'month' ? price.recurring.interval_count : null,
  livemode: price.livemode,
});

const toMembershipPrice = (price: z.output<typeof itemPrice>): MembershipPrice | null =>
  price === undefined ? null : { id: price.id, pence: price.unit_amount, currency: price.currency };

export function toProviderSubscription(
  subscription: z.output<typeof stripeSubscriptionAnswerSchema>,
): ProviderSubscription {
  const items = subscription.items.data;
  const periodEnd = latest(items.map((item) => item.current_period_end));
  return {
    id: subscription.id,
    customerId: subscription.customer,
    status: subscription.status,
    trialEndsAt: subscription.trial_end,
    periodStart: latest(items.map((item) => item.current_period_start)),
    periodEnd,
    price: items.length === 1 ? toMembershipPrice(items[0]?.price) : null,
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    endsAt: subscription.ended_at ?? subscription.cancel_at ?? (subscription.cancel_at_period_end ? periodEnd : null),
    card: cardOf(subscription.default_payment_method),
    signUpId: subscription.metadata.sign_up_id ?? null,
    cancellationId: subscription.metadata.cancellation_id ?? null,
    latestInvoiceId: subscription.latest_invoice,
  };
}

export interface InvoiceWithoutCharges extends Omit<ProviderInvoice, 'attempt' | 'ownPayment' | 'overpaidBy'> {
  defaultPaymentId: string | null;
  ownPaymentId: string | null;
  /** Payments other than the one that paid it, which may have succeeded as well. */
  otherPaymentIds: string[];
}

function toBillingReason(reason: string | null): ProviderInvoice['billingReason'] {
  switch (reason) {
    case 'subscription_create':
      return 'create';
    case 'subscription_cycle':
      return 'cycle';
    case 'subscription_update':
      return 'update';
    default:
      return 'other';
  }
}

/** An invoice without its charges, which are read separately. */
export function toInvoiceWithoutCharges(invoice: z.output<typeof stripeInvoiceAnswerSchema>): InvoiceWithoutCharges {
  const charged = invoice.lines.data.filter(({ parent }) => parent?.subscription_item_details?.proration === false);
  // The invoice's own period is the one that has ended; its lines have the period that it charges for.
  const periods =
    charged.length > 0
      ? charged.map(({ period }) => period)
      : [{ start: invoice.period_start, end: invoice.period_end }];
  const payments = invoice.payments.data;
  const intentOf = (each: (typeof payments)[number] | undefined) => each?.payment.payment_intent ?? null;
  const byStripe = payments.find((each) => each.is_default) ?? payments[0];
  const paidBy = invoice.status === 'paid' ? firstPaid(payments) : undefined;
  return {
    id: invoice.id,
    status: invoice.status,
    subscriptionId: invoice.parent?.subscription_details?.subscription ?? null,
    customerId: invoice.customer,
    amountPence: invoice.status === 'paid' ? Math.min(invoice.amount_paid, invoice.amount_due) : invoice.amount_due,
    totalPence: invoice.total,
    currency: invoice.currency,
    billingReason: toBillingReason(invoice.billing_reason),
    periodStart: latest(periods.map(({ start }) => start)),
    periodEnd: latest(periods.map(({ end }) => end)),
    paidAt: invoice.status === 'paid' ? invoice.status_transitions.paid_at : null,
    nextAttemptAt: invoice.next_payment_attempt,
    url: invoice.hosted_invoice_url,
    paymentIntentId: intentOf(paidBy ?? byStripe),
    defaultPaymentId: intentOf(byStripe),
    ownPaymentId: intentOf(payments.find((each) => !each.is_default && each.status !== 'canceled')),
    otherPaymentIds: payments
      .filter((each) => each !== paidBy && (each.is_default ? each.status === 'paid' : each.status !== 'canceled'))
      .flatMap((each) => intentOf(each) ?? []),
  };
}

/** The payment that paid the invoice first; `payments` are sorted newest first. */
const firstPaid = (payments: z.output<typeof stripeInvoiceAnswerSchema>['payments']['data']) =>
  payments
    .toReversed()
    .filter(({ status }) => status === 'paid')
    .toSorted(
      (one, other) =>
        (one.status_transitions.paid_at ?? later).getTime() - (other.status_transitions.paid_at ?? later).getTime(),
    )[0];
const later = new Date(8_640_000_000_000_000);

const latest = (instants: Date[]): Date => new Date(Math.max(...instants.map((each) => each.getTime())));
