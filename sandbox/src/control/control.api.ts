import type { FastifyInstance } from 'fastify';
import type { TokenIssuer } from '../dvsa/tokens.ts';
import { compact } from '../registration.ts';
import type { StripeService } from '../stripe/stripe.service.ts';
import type { SandboxContext } from '../vendors/vendor-hooks.ts';
import { isVendorName } from '../vendors/vendor.types.ts';
import { readClockRequest } from './clock-request.ts';
import { controlState } from './control.state.ts';
import { readFaultRequest } from './fault-request.ts';
import { refuseOtherSites } from './same-site.ts';

/** The control API: time, faults, calls and tokens. */
export function controlApi(context: SandboxContext, tokens: TokenIssuer, stripe: StripeService) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', refuseOtherSites);

    app.get('/state', async () => controlState(context, stripe));

    app.get('/clock', async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(context.now().toISOString()),
    );

    app.put('/clock', async (request, reply) => {
      const asked = readClockRequest(request.body, context.now());
      if (!asked.ok) return reply.code(400).send({ problem: asked.problem });
      context.clock.set(asked.instant);
      return { now: context.now().toISOString() };
    });

    app.delete('/clock', async (_request, reply) => {
      context.clock.reset();
      return reply.code(204).send();
    });

    app.put<{ Params: { vendor: string } }>('/faults/:vendor', async (request, reply) => {
      const { vendor } = request.params;
      if (!isVendorName(vendor)) return reply.code(404).send({ problem: 'No such vendor.' });
      const asked = readFaultRequest(request.body);
      if (!asked.ok) return reply.code(400).send({ problem: asked.problem });
      context.faults.set(vendor, asked.fault);
      return { vendor, faults: context.faults.list(vendor) };
    });

    app.delete('/faults', async (_request, reply) => {
      context.faults.clear();
      return reply.code(204).send();
    });

    app.get<{ Querystring: { registration?: string } }>('/calls', async (request) => {
      const { registration } = request.query;
      return context.calls.read(typeof registration === 'string' ? compact(registration) : null);
    });

    app.get<{ Querystring: { registration?: string } }>('/bills', async (request) => {
      const { registration } = request.query;
      return { ukvd: context.bills.read(typeof registration === 'string' ? compact(registration) : null) };
    });

    app.delete('/calls', async (_request, reply) => {
      context.calls.clear();
      context.bills.clear();
      return reply.code(204).send();
    });

    app.put<{ Body: { lifetimeSeconds?: unknown } | null }>('/tokens', async (request, reply) => {
      const seconds = request.body?.lifetimeSeconds;
      if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds < 1 || seconds > 86_400) {
        return reply.code(400).send({ problem: 'lifetimeSeconds must be a whole number from 1 to 86400.' });
      }
      tokens.setLifetime(seconds);
      return reply.code(204).send();
    });

    app.delete('/tokens', async (_request, reply) => {
      tokens.expireAll();
      return reply.code(204).send();
    });
  };
}
