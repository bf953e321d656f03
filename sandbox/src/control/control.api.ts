import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AccessTokenIssuer } from '../dvsa/tokens.ts';
import type { SimulatedCar } from '../fleet/car.types.ts';
import { createEmptyCarChanges } from '../fleet/changed-car.ts';
import { compactRegistration } from '../registration.ts';
import type { SimulatedStripeService } from '../stripe/stripe.service.ts';
import type { SandboxContext } from '../vendors/vendor-hooks.ts';
import { isVendorName } from '../vendors/vendor.types.ts';
import { parseCarChangeRequest } from './car-request.ts';
import { parseClockMoveRequest } from './clock-request.ts';
import { controlPageState } from './control.state.ts';
import { readFaultRequest } from './fault-request.ts';
import { rejectCrossSite } from './reject-cross-site.ts';

/** A car of the fleet by its registration, as typed. */
const carOf = ({ fleet }: SandboxContext, typed: string): SimulatedCar | null =>
  fleet.all().find(({ registration }) => registration === compactRegistration(typed)) ?? null;

const noCar = (reply: FastifyReply): FastifyReply => reply.code(404).send({ problem: 'No such car.' });

/** The facts of a car that can be changed. */
const movableFacts = (car: SimulatedCar) => ({
  registration: car.registration,
  today: car.today,
  tax: { status: car.tax.status, dueOn: car.taxDue },
  mot: { expiresOn: car.motExpiry ?? car.firstTestDue, newestTest: car.tests[0] ?? null },
  recall: car.recall ?? 'Unknown',
  keepers: car.previousKeepers,
  plates: car.plates ?? [],
  agreements: car.markers?.finance?.length ?? 0,
  scrapped: car.markers?.scrappedDaysAgo !== undefined,
  exported: car.markers?.exportedDaysAgo !== undefined,
});

/** The control API: time, cars, faults, calls and tokens. */
export function controlApiRoutes(context: SandboxContext, tokens: AccessTokenIssuer, stripe: SimulatedStripeService) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', rejectCrossSite);

    app.get('/state', async () => controlPageState(context, stripe));

    app.get('/clock', async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(context.now().toISOString()),
    );

    app.put('/clock', async (request, reply) => {
      const parsed = parseClockMoveRequest(request.body, context.now());
      if (!parsed.ok) return reply.code(400).send({ problem: parsed.problem });
      context.clock.set(parsed.instant);
      return { now: context.now().toISOString() };
    });

    app.delete('/clock', async (_request, reply) => {
      context.clock.reset();
      return reply.code(204).send();
    });

    app.get<{ Params: { registration: string } }>('/cars/:registration', async (request, reply) => {
      const car = carOf(context, request.params.registration);
      return car ? { ...movableFacts(car), moved: context.moves.get(car.registration) ?? null } : noCar(reply);
    });

    app.put<{ Params: { registration: string } }>('/cars/:registration', async (request, reply) => {
      const car = carOf(context, request.params.registration);
      if (!car) return noCar(reply);
      const before = context.moves.get(car.registration) ?? createEmptyCarChanges(car.today);
      const parsed = parseCarChangeRequest(request.body, { car, before, now: context.now() });
      if (!parsed.ok) return reply.code(400).send({ problem: parsed.problem });
      context.moves.set(car.registration, parsed.moved);
      return movableFacts(carOf(context, car.registration) ?? car);
    });

    app.delete<{ Params: { registration: string } }>('/cars/:registration', async (request, reply) => {
      context.moves.remove(compactRegistration(request.params.registration));
      return reply.code(204).send();
    });

    app.put<{ Params: { vendor: string } }>('/faults/:vendor', async (request, reply) => {
      const { vendor } = request.params;
      if (!isVendorName(vendor)) return reply.code(404).send({ problem: 'No such vendor.' });
      const parsed = readFaultRequest(request.body);
      if (!parsed.ok) return reply.code(400).send({ problem: parsed.problem });
      context.faults.set(vendor, parsed.fault);
      return { vendor, faults: context.faults.list(vendor) };
    });

    app.delete('/faults', async (_request, reply) => {
      context.faults.clear();
      return reply.code(204).send();
    });

    app.get<{ Querystring: { registration?: string } }>('/calls', async (request) => {
      const { registration } = request.query;
      return context.calls.read(typeof registration === 'string' ? compactRegistration(registration) : null);
    });

    app.get<{ Querystring: { registration?: string } }>('/bills', async (request) => {
      const { registration } = request.query;
      return { ukvd: context.bills.read(typeof registration === 'string' ? compactRegistration(registration) : null) };
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
