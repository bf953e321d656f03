import type { FastifyInstance, FastifyReply } from 'fastify';
import { htmlTemplate, type EscapedHtml } from '../control/html.ts';
import { rejectCrossSite } from '../control/reject-cross-site.ts';
import { finishBankAuthentication } from './confirm-intent.ts';
import { paySimulatedInvoice } from './invoices.ts';
import { StripeError } from './stripe-error.ts';
import type { SimulatedStripeService } from './stripe.service.ts';
import type { SimulatedPaymentIntent, SimulatedSetupIntent } from './state.types.ts';
import { totalOfInvoice } from './views/invoice.view.ts';

// The bank's page is shown in a frame of any local site that takes the payment, or redirects back to that site.
const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self' http: https:; base-uri 'none'";

const pounds = (pence: number): string => `£${(pence / 100).toFixed(2)}`;

const page = (title: string, body: EscapedHtml, script = htmlTemplate``): string =>
  htmlTemplate`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="/control/control.css" />
        ${script}
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`.html;

const authenticationView = (intent: SimulatedPaymentIntent | SimulatedSetupIntent): string =>
  page(
    '3-D Secure test page',
    htmlTemplate`<h1>3-D Secure test page</h1>
      <p>
        ${
          'amount' in intent
            ? htmlTemplate`The sandbox’s bank asks whether you pay ${pounds(intent.amount)}.`
            : htmlTemplate`The sandbox’s bank asks whether your card may be saved.`
        }
      </p>
      <form method="post" action="/stripe/3ds/${intent.id}?client_secret=${intent.clientSecret}">
        <div class="actions">
          <button name="outcome" value="complete">Complete</button>
          <button name="outcome" value="fail">Fail</button>
        </div>
      </form>`,
  );

/** A page whose script notifies the page around it that the holder has decided. */
const authenticatedView = (intent: SimulatedPaymentIntent | SimulatedSetupIntent): string =>
  page(
    '3-D Secure test page',
    htmlTemplate`<h1>Thank you</h1>
      <p id="answered" data-intent="${intent.id}" data-status="${intent.status}">You can close this page.</p>`,
    htmlTemplate`<script src="/stripe/3ds.js" defer></script>`,
  );

const script = `const { intent, status } = document.getElementById('answered').dataset;
window.parent.postMessage({ source: 'sandbox-3ds', intent, status }, '*');
`;

/** The pages that Stripe and the banks show to customers: authentication, hosted invoices and receipts. */
export function stripePageRoutes({ account, catchUp }: SimulatedStripeService) {
  const show = (reply: FastifyReply, status: number, text: string): FastifyReply =>
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-store')
      .send(text);
  const notFound = (reply: FastifyReply): FastifyReply =>
    show(reply, 404, page('Not found', htmlTemplate`<h1>There is nothing here</h1>`));
  const intentOf = (id: string, secret: unknown): SimulatedPaymentIntent | SimulatedSetupIntent | null => {
    const intent = account.paymentIntents.get(id) ?? account.setupIntents.get(id);
    return intent && intent.clientSecret === secret ? intent : null;
  };

  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', rejectCrossSite);
    app.addHook('preHandler', async () => catchUp());

    app.get('/3ds.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script));

    app.get<{ Params: { id: string }; Querystring: { client_secret?: unknown } }>(
      '/3ds/:id',
      async (request, reply) => {
        const intent = intentOf(request.params.id, request.query.client_secret);
        if (!intent) return notFound(reply);
        return show(
          reply,
          200,
          intent.status === 'requires_action' ? authenticationView(intent) : authenticatedView(intent),
        );
      },
    );

    app.post<{ Params: { id: string }; Querystring: { client_secret?: unknown } }>(
      '/3ds/:id',
      async (request, reply) => {
        const intent = intentOf(request.params.id, request.query.client_secret);
        if (!intent) return notFound(reply);
        const outcome = request.body instanceof URLSearchParams ? request.body.get('outcome') : null;
        if (outcome !== 'complete' && outcome !== 'fail') return show(reply, 400, authenticationView(intent));
        // A second click has no effect.
        if (intent.status === 'requires_action') finishBankAuthentication(account, intent, outcome === 'complete');
        if (intent.returnUrl === null) return show(reply, 200, authenticatedView(intent));
        const back = new URL(intent.returnUrl);
        const kind = 'amount' in intent ? 'payment_intent' : 'setup_intent';
        back.searchParams.set(kind, intent.id);
        back.searchParams.set(`${kind}_client_secret`, intent.clientSecret);
        back.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
        return reply.redirect(back.href, 303);
      },
    );

    app.get<{ Params: { id: string } }>('/receipts/:id', async (request, reply) => {
      const charge = account.charges.get(request.params.id);
      if (!charge) return notFound(reply);
      const day = new Date(charge.created * 1000).toISOString().slice(0, 10);
      return show(
        reply,
        200,
        page(
          'Receipt',
          htmlTemplate`<h1>Receipt</h1>
            <p>
              ${pounds(charge.amount)} paid on ${day} with the card ending in
              ${charge.paymentMethod.card.number.slice(-4)}.
            </p>`,
        ),
      );
    });

    app.get<{ Params: { id: string } }>('/invoices/:id', async (request, reply) => {
      const invoice = account.invoices.get(request.params.id);
      if (!invoice) return notFound(reply);
      const intent = invoice.paymentIntent === null ? undefined : account.paymentIntents.get(invoice.paymentIntent);
      const total = pounds(totalOfInvoice(invoice));
      const pay =
        intent?.status === 'requires_action'
          ? htmlTemplate`<p>
              <a href="/stripe/3ds/${intent.id}?client_secret=${intent.clientSecret}"
                >Confirm this payment with your bank</a
              >
            </p>`
          : htmlTemplate`<form method="post" action="/stripe/invoices/${invoice.id}">
              <div class="actions"><button>Pay with the card on file</button></div>
            </form>`;
      return show(
        reply,
        200,
        page(
          'Invoice',
          htmlTemplate`<h1>Invoice ${invoice.number ?? ''}</h1>
            <p>${total}: ${invoice.status}.</p>
            ${invoice.status === 'open' ? pay : htmlTemplate``}`,
        ),
      );
    });

    app.post<{ Params: { id: string } }>('/invoices/:id', async (request, reply) => {
      const invoice = account.invoices.get(request.params.id);
      if (!invoice) return notFound(reply);
      try {
        paySimulatedInvoice(account, invoice, { method: null, offSession: false });
      } catch (error) {
        if (!(error instanceof StripeError)) throw error;
        return show(
          reply,
          error.status,
          page(
            'Invoice',
            htmlTemplate`<h1>Not paid</h1>
              <p>${error.message}</p>`,
          ),
        );
      }
      return reply.redirect(`/stripe/invoices/${invoice.id}`, 303);
    });
  };
}
