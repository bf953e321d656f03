import type { SimulatedStripeAccount } from '../account.ts';
import type { StripeApiObject, JsonObject } from '../json.types.ts';
import { fillMissingStripeFields } from '../shapes.ts';
import type { SimulatedInvoice, SimulatedInvoiceLine, SimulatedInvoicePayment } from '../state.types.ts';

function lineView(
  account: SimulatedStripeAccount,
  invoice: SimulatedInvoice,
  line: SimulatedInvoiceLine,
): StripeApiObject {
  const price = account.price(line.price);
  return fillMissingStripeFields('line_item', {
    id: line.id,
    amount: line.amount,
    currency: invoice.currency,
    description: line.description,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: invoice.id,
    livemode: false,
    metadata: {},
    parent: {
      type: 'subscription_item_details',
      subscription_item_details: {
        proration: false,
        proration_details: { credited_items: null },
        subscription: invoice.subscription,
        subscription_item: line.item,
      },
    },
    period: line.period,
    pretax_credit_amounts: [],
    pricing: {
      type: 'price_details',
      price_details: { price: price.id, product: price.product },
      unit_amount_decimal: String(line.amount / line.quantity),
    },
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    subtotal: line.amount,
    taxes: [],
  });
}

export const totalOfInvoice = ({ lines }: SimulatedInvoice): number =>
  lines.reduce((sum, line) => sum + line.amount, 0);

/** The remaining amount to charge, after the customer's balance. */
export const amountDueOfInvoice = (invoice: SimulatedInvoice): number =>
  Math.max(0, totalOfInvoice(invoice) + invoice.startingBalance);

export function toStripeApiInvoice(account: SimulatedStripeAccount, invoice: SimulatedInvoice): StripeApiObject {
  const [total, due] = [totalOfInvoice(invoice), amountDueOfInvoice(invoice)];
  const customer = account.customer(invoice.customer);
  const open = invoice.status !== 'draft';
  return fillMissingStripeFields('invoice', {
    id: invoice.id,
    created: invoice.created,
    account_country: 'GB',
    account_name: 'Sandbox',
    amount_due: due,
    amount_overpaid: invoice.amountOverpaid,
    amount_paid: invoice.amountPaid,
    amount_remaining: due - invoice.amountPaid,
    amount_shipping: 0,
    attempt_count: invoice.attemptCount,
    attempted: invoice.attempted,
    auto_advance: invoice.autoAdvance,
    automatic_tax: { enabled: false },
    automatically_finalizes_at: invoice.status === 'draft' ? invoice.finalizesAt : null,
    billing_reason: invoice.billingReason,
    collection_method: 'charge_automatically',
    currency: invoice.currency,
    customer: customer.id,
    customer_address: customer.address,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: customer.phone,
    customer_shipping: customer.shipping,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_tax_rates: [],
    discounts: [],
    effective_at: invoice.finalizedAt,
    ending_balance: open ? Math.min(0, invoice.startingBalance + total) : null,
    hosted_invoice_url: open ? account.page(`/stripe/invoices/${invoice.id}`) : null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    lines: {
      object: 'list',
      data: invoice.lines.map((line) => lineView(account, invoice, line)),
      has_more: false,
      url: `/v1/invoices/${invoice.id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: invoice.status === 'draft' ? invoice.finalizesAt : invoice.nextAttempt,
    number: invoice.number,
    parent: {
      type: 'subscription_details',
      subscription_details: { metadata: invoice.subscriptionMetadata, subscription: invoice.subscription },
    },
    payment_settings: {},
    period_end: invoice.periodEnd,
    period_start: invoice.periodStart,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: invoice.startingBalance,
    status: invoice.status,
    status_transitions: {
      finalized_at: invoice.finalizedAt,
      marked_uncollectible_at: null,
      paid_at: invoice.paidAt,
      voided_at: invoice.voidedAt,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: customer.testClock,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: invoice.created,
  });
}

export function toStripeApiInvoicePayment(
  account: SimulatedStripeAccount,
  payment: SimulatedInvoicePayment,
): StripeApiObject {
  const invoice = account.invoice(payment.invoice);
  return fillMissingStripeFields('invoice_payment', {
    id: payment.id,
    created: payment.created,
    amount_paid: payment.status === 'paid' ? payment.amount : null,
    amount_requested: payment.amount,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: payment.isDefault,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: payment.paymentIntent },
    status: payment.status,
    status_transitions: { canceled_at: payment.canceledAt, paid_at: payment.paidAt },
  });
}

/** The payments of an invoice, newest first. */
export const paymentsOfInvoice = (
  account: SimulatedStripeAccount,
  { payments }: SimulatedInvoice,
): SimulatedInvoicePayment[] => payments.flatMap((id) => account.invoicePayments.get(id) ?? []).reverse();

/** The fields of an invoice that are included only on request, by `expand`. */
export function expandableInvoiceFields(account: SimulatedStripeAccount, invoice: SimulatedInvoice): JsonObject {
  const intent = invoice.paymentIntent === null ? null : account.paymentIntent(invoice.paymentIntent);
  return {
    confirmation_secret: intent && { client_secret: intent.clientSecret, type: 'payment_intent' },
    payments: {
      object: 'list',
      data: paymentsOfInvoice(account, invoice).map((payment) => toStripeApiInvoicePayment(account, payment)),
      has_more: false,
      url: '/v1/invoice_payments',
    },
  };
}
