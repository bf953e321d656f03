import type { FastifyInstance, FastifyReply } from 'fastify';
import { readFile } from 'node:fs/promises';
import type { AccessTokenIssuer } from '../dvsa/tokens.ts';
import { createEmptyCarChanges } from '../fleet/changed-car.ts';
import { compactRegistration } from '../registration.ts';
import type { SimulatedStripeService } from '../stripe/stripe.service.ts';
import { parseStripeWebhookFaultSettings, defaultStripeWebhookFaultSettings } from '../stripe/webhook-settings.ts';
import type { SandboxContext } from '../vendors/vendor-hooks.ts';
import { isVendorName } from '../vendors/vendor.types.ts';
import { parseCarChangeRequest } from './car-request.ts';
import { parseClockMoveRequest } from './clock-request.ts';
import { controlPageState } from './control.state.ts';
import { controlPageHtml } from './control.view.ts';
import { readFaultRequest } from './fault-request.ts';
import { rejectCrossSite } from './reject-cross-site.ts';

const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'";

/** The relative path is the same from src and from dist. */
const publicFile = (name: string): Promise<Buffer> => readFile(new URL(`../../public/${name}`, import.meta.url));

/** The control page and the forms on it, which work without any script. */
export function controlPageRoutes(context: SandboxContext, tokens: AccessTokenIssuer, stripe: SimulatedStripeService) {
  const show = (reply: FastifyReply, status: number, notice: string | null): FastifyReply =>
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .send(controlPageHtml(controlPageState(context, stripe), notice));
  const back = (reply: FastifyReply): FastifyReply => reply.redirect('/control', 303);
  const resets: Record<string, () => void> = {
    faults: () => context.faults.clear(),
    calls: () => {
      context.calls.clear();
      context.bills.clear();
    },
    tokens: () => tokens.expireAll(),
    clock: () => context.clock.reset(),
    stripe: () => stripe.reset(),
    cars: () => {
      for (const registration of context.fleet.moved()) context.moves.remove(registration);
    },
  };

  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', rejectCrossSite);
    app.get('/', async (_request, reply) => show(reply, 200, null));
    app.get('/control.js', async (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send(await publicFile('control.js')),
    );
    app.get('/control.css', async (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(await publicFile('control.css')),
    );
    app.post<{ Params: { vendor: string } }>('/faults/:vendor', async (request, reply) => {
      const { vendor } = request.params;
      if (!isVendorName(vendor)) return show(reply, 404, 'There is no such vendor.');
      const parsed = readFaultRequest(request.body);
      if (!parsed.ok) return show(reply, 400, `Nothing was changed: ${parsed.problem}`);
      context.faults.set(vendor, parsed.fault);
      return back(reply);
    });
    app.post('/cars', async (request, reply) => {
      const typed = request.body instanceof URLSearchParams ? (request.body.get('registration') ?? '') : '';
      const car = context.fleet.all().find(({ registration }) => registration === compactRegistration(typed));
      if (!car) return show(reply, 404, 'There is no such car.');
      const before = context.moves.get(car.registration) ?? createEmptyCarChanges(car.today);
      const parsed = parseCarChangeRequest(request.body, { car, before, now: context.now() });
      if (!parsed.ok) return show(reply, 400, `Nothing was changed: ${parsed.problem}`);
      context.moves.set(car.registration, parsed.moved);
      return back(reply);
    });
    app.post('/clock', async (request, reply) => {
      const parsed = parseClockMoveRequest(request.body, context.now());
      if (!parsed.ok) return show(reply, 400, `Nothing was changed: ${parsed.problem}`);
      context.clock.set(parsed.instant);
      return back(reply);
    });
    app.post('/stripe/webhooks', async (request, reply) => {
      const parsed = parseStripeWebhookFaultSettings(request.body, defaultStripeWebhookFaultSettings);
      if (!parsed.ok) return show(reply, 400, `Nothing was changed: ${parsed.problem}`);
      stripe.webhooks.settings = parsed.settings;
      return back(reply);
    });
    app.post<{ Params: { what: string } }>('/reset/:what', async (request, reply) => {
      const { what } = request.params;
      if (Object.hasOwn(resets, what)) resets[what]?.();
      return back(reply);
    });
  };
}
