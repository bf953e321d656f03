import {
  attachPaymentToInvoice,
  finalizeSimulatedInvoice,
  paySimulatedInvoice,
  voidSimulatedInvoice,
} from '../invoices.ts';
import { findOrCreateSimulatedPaymentMethod } from '../payment-methods.ts';
import { stripeNoSuchObjectError } from '../stripe-error.ts';
import { toStripeApiInvoicePayment, toStripeApiInvoice } from '../views/invoice.view.ts';
import type { StripeOperations } from './operation.ts';
import { stripeListPage, stripePagingParameters, stripeTimeRangeFilter } from './list-page.ts';

export const stripeInvoiceOperations: StripeOperations = {
  'GET /v1/invoices': {
    takes: [...stripePagingParameters, 'created', 'customer', 'status', 'subscription'],
    run: ({ account, given }) => {
      const [customer, status, subscription] = ['customer', 'status', 'subscription'].map((name) => given.text(name));
      const isInRange = stripeTimeRangeFilter(given, 'created');
      const wanted = account.invoices.newest(
        (invoice) =>
          isInRange(invoice.created) &&
          (customer === undefined || invoice.customer === customer) &&
          (status === undefined || invoice.status === status) &&
          (subscription === undefined || invoice.subscription === subscription),
      );
      return stripeListPage(wanted, {
        given,
        url: '/v1/invoices',
        view: (invoice) => toStripeApiInvoice(account, invoice),
      });
    },
  },
  'GET /v1/invoices/:id': { takes: [], run: ({ account, id }) => toStripeApiInvoice(account, account.invoice(id)) },
  'POST /v1/invoices/:id/pay': {
    takes: ['off_session', 'payment_method'],
    run: ({ account, id, given }) => {
      const invoice = account.invoice(id);
      const card = given.text('payment_method');
      const method = card === undefined ? null : findOrCreateSimulatedPaymentMethod(account, card, 'payment_method');
      paySimulatedInvoice(account, invoice, { method, offSession: given.flag('off_session') ?? true });
      return toStripeApiInvoice(account, invoice);
    },
  },
  'POST /v1/invoices/:id/attach_payment': {
    takes: ['payment_intent'],
    run: ({ account, id, given }) => {
      const invoice = account.invoice(id);
      attachPaymentToInvoice(account, invoice, account.paymentIntent(given.needed('payment_intent'), 'payment_intent'));
      return toStripeApiInvoice(account, invoice);
    },
  },
  'POST /v1/invoices/:id/finalize': {
    takes: ['auto_advance'],
    run: ({ account, id, given }) => {
      const invoice = account.invoice(id);
      finalizeSimulatedInvoice(account, invoice);
      const advances = given.flag('auto_advance') ?? invoice.autoAdvance;
      invoice.autoAdvance = advances;
      // Stripe collects an invoice that was finalised by hand within the hour.
      if (advances && invoice.status === 'open') invoice.nextAttempt = account.timeFor(invoice.customer) + 3_600;
      return toStripeApiInvoice(account, invoice);
    },
  },
  'POST /v1/invoices/:id/void': {
    takes: [],
    run: ({ account, id }) => {
      const invoice = account.invoice(id);
      voidSimulatedInvoice(account, invoice);
      return toStripeApiInvoice(account, invoice);
    },
  },
  'GET /v1/invoice_payments': {
    takes: [...stripePagingParameters, 'created', 'invoice', 'payment', 'status'],
    run: ({ account, given }) => {
      const [invoice, status] = [given.text('invoice'), given.text('status')];
      const intent = given.inner('payment').only(['type', 'payment_intent']).text('payment_intent');
      const isInRange = stripeTimeRangeFilter(given, 'created');
      const wanted = account.invoicePayments.newest(
        (payment) =>
          isInRange(payment.created) &&
          (invoice === undefined || payment.invoice === invoice) &&
          (status === undefined || payment.status === status) &&
          (intent === undefined || payment.paymentIntent === intent),
      );
      return stripeListPage(wanted, {
        given,
        url: '/v1/invoice_payments',
        view: (payment) => toStripeApiInvoicePayment(account, payment),
      });
    },
  },
  'GET /v1/invoice_payments/:id': {
    takes: [],
    run: ({ account, id }) => {
      const payment = account.invoicePayments.get(id);
      if (!payment) throw stripeNoSuchObjectError('invoice_payment', id);
      return toStripeApiInvoicePayment(account, payment);
    },
  },
};
