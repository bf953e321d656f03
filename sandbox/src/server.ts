import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { createSandboxClock, type SandboxClock } from './control/clock.ts';
import { controlApiRoutes } from './control/control.api.ts';
import { controlPageRoutes } from './control/control.page.ts';
import { dvlaRoutes } from './dvla/dvla.routes.ts';
import { dvsaErrorAnswer } from './dvsa/dvsa.errors.ts';
import { dvsaDeltaFileRoutes } from './dvsa/files.routes.ts';
import { dvsaRoutes } from './dvsa/dvsa.routes.ts';
import { entraRoutes } from './dvsa/entra.routes.ts';
import { createAccessTokenIssuer } from './dvsa/tokens.ts';
import { createSandboxFleet } from './fleet/fleet.ts';
import { createCarChangesStore } from './fleet/changed-cars.ts';
import { idealPostcodesRoutes } from './ideal-postcodes/ideal-postcodes.routes.ts';
import { fuelFinderRoutes } from './fuel-finder/fuel-finder.routes.ts';
import { inboxRoutes } from './inbox/inbox.routes.ts';
import { createSandboxMailbox, type SandboxMailbox } from './inbox/mail-box.ts';
import { createBounceAndComplaintReporter } from './inbox/mail-reports.ts';
import { recallsRoutes } from './recalls/recalls.routes.ts';
import { stripeJsRoutes } from './stripe-js/stripe-js.routes.ts';
import { createUkvdPackageBills } from './ukvd/ukvd-package-bills.ts';
import { ukvdPictureRoutes } from './ukvd/pictures.routes.ts';
import { ukvdPackages, ukvdRoutes } from './ukvd/ukvd.routes.ts';
import { createVendorCallLog } from './vendors/call-log.ts';
import { stripeControlRoutes } from './stripe/stripe.control.ts';
import { stripePageRoutes } from './stripe/stripe.pages.ts';
import { stripeRoutes } from './stripe/stripe.routes.ts';
import type { PersistentStateFile } from './persistent-state-file.ts';
import { createSimulatedStripeService } from './stripe/stripe.service.ts';
import { twilioControlRoutes } from './twilio/twilio.control.ts';
import { twilioRoutes } from './twilio/twilio.routes.ts';
import { SimulatedTwilioService } from './twilio/twilio.service.ts';
import { createVendorFaultStore } from './vendors/fault-store.ts';
import { sendCannedAnswer, type SandboxContext } from './vendors/vendor-hooks.ts';

/** Responds to a URL that cannot be decoded, which never reaches a route. */
function refuseAddress(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const isDvsa = request.url.startsWith('/dvsa/');
  sendCannedAnswer(reply, isDvsa ? dvsaErrorAnswer('MOTH-BR-01') : { status: 400, body: { message: 'Bad Request' } });
}

interface ProductUrls {
  publicUrl: string | null;
  stripeWebhookUrl: string | null;
  twilioWebhookUrl?: string | null;
  mailWebhookUrl?: string | null;
}

interface SandboxParts {
  /** The clock of the fleet's dates and of tokens; the control page can move it. */
  clock?: SandboxClock;
  /** The mails in the inbox. */
  mails?: SandboxMailbox;
  /** Where browsers find the sandbox, and the product's webhooks for Stripe's events, texts and reports of mails. */
  urls?: ProductUrls;
  /** Whether Stripe has the product's demo customers. */
  demo?: boolean;
  stateFile?: PersistentStateFile | null;
  textsFile?: PersistentStateFile | null;
  /** The file that keeps changed cars. */
  carsFile?: PersistentStateFile | null;
}

/** Builds the sandbox without listening. Closing it ends every delay and every hanging request immediately. */
export function buildSandbox({
  clock = createSandboxClock(),
  mails = createSandboxMailbox(),
  urls = { publicUrl: null, stripeWebhookUrl: null },
  carsFile = null,
  textsFile = null,
  ...stripeAccount
}: SandboxParts = {}): FastifyInstance {
  const closing = new AbortController();
  const app = Fastify({
    logger: false,
    bodyLimit: 64 * 1024,
    requestTimeout: 5_000,
    // Longer than the maximum delay; a hanging request ends here at the latest.
    connectionTimeout: 180_000,
    forceCloseConnections: 'idle',
    http: { headersTimeout: 3_000, connectionsCheckingInterval: 1_000 },
    // The router must not reject long registrations in a path: that is the vendor's job.
    routerOptions: { maxParamLength: 16 * 1024 },
    frameworkErrors: refuseAddress,
  });
  app.addHook('preClose', async () => closing.abort());
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );

  const moves = createCarChangesStore(carsFile);
  const context: SandboxContext = {
    clock,
    now: clock.now,
    fleet: createSandboxFleet(clock.now, moves),
    moves,
    faults: createVendorFaultStore(),
    calls: createVendorCallLog(),
    bills: createUkvdPackageBills(ukvdPackages),
    closing: closing.signal,
  };
  const tokens = createAccessTokenIssuer();
  const stripe = createSimulatedStripeService({
    now: clock.now,
    // Before the sandbox listens it has no address: the events of creating the demo customers are not sent.
    baseUrl: () => urls.publicUrl ?? (app.server.listening ? app.listeningOrigin : ''),
    webhookUrl: urls.stripeWebhookUrl,
    ...stripeAccount,
    closing: closing.signal,
  });
  const twilio = new SimulatedTwilioService({
    now: clock.now,
    webhookUrl: urls.twilioWebhookUrl ?? null,
    stateFile: textsFile,
    closing: closing.signal,
  });
  mails.onAdded(
    createBounceAndComplaintReporter({
      now: clock.now,
      webhookUrl: urls.mailWebhookUrl ?? null,
      closing: closing.signal,
    }),
  );
  app.addHook('onListen', async () => stripe.start());
  app.register(dvlaRoutes(context), { prefix: '/dvla' });
  app.register(dvsaRoutes(context, tokens), { prefix: '/dvsa' });
  app.register(dvsaDeltaFileRoutes(context), { prefix: '/dvsa-files' });
  app.register(entraRoutes(context, tokens), { prefix: '/entra' });
  app.register(ukvdRoutes(context), { prefix: '/ukvd' });
  app.register(ukvdPictureRoutes(context), { prefix: '/ukvd-pictures' });
  app.register(idealPostcodesRoutes(context), { prefix: '/ideal-postcodes' });
  app.register(twilioRoutes(context, twilio), { prefix: '/twilio' });
  app.register(twilioControlRoutes(twilio), { prefix: '/control/twilio' });
  app.register(recallsRoutes(context), { prefix: '/recalls' });
  app.register(fuelFinderRoutes(context), { prefix: '/fuel-finder' });
  app.register(stripeJsRoutes, { prefix: '/stripe-js' });
  app.register(stripeRoutes(context, stripe));
  app.register(stripePageRoutes(stripe), { prefix: '/stripe' });
  app.register(stripeControlRoutes(stripe), { prefix: '/control/stripe' });
  app.register(controlApiRoutes(context, tokens, stripe), { prefix: '/control' });
  app.register(controlPageRoutes(context, tokens, stripe), { prefix: '/control' });
  app.register(inboxRoutes(mails, twilio), { prefix: '/inbox' });
  app.get('/', async (_request, reply) => reply.redirect('/control'));
  app.get('/healthz', async () => ({ status: 'ok' }));
  return app;
}
