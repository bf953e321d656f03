import type { FastifyInstance, FastifyReply } from 'fastify';
import { rejectCrossSite } from '../control/reject-cross-site.ts';
import {
  defaultTextReceiptFaultSettings,
  type TextReceiptFaultSettings,
  type SimulatedTwilioService,
} from './twilio.service.ts';

const isWhole = (value: unknown, max: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max;

/** Parses changes of the settings, or describes what is wrong with them. */
function parseTextReceiptFaultSettings(
  body: unknown,
  now: TextReceiptFaultSettings,
): { ok: true; settings: TextReceiptFaultSettings } | { ok: false; problem: string } {
  if (typeof body !== 'object' || body === null) return { ok: false, problem: 'An object is expected.' };
  const settings = { ...now };
  for (const [name, value] of Object.entries(body)) {
    const max = { duplicates: 5, lossPercent: 100, lateMs: 600_000 }[name];
    if (max !== undefined && isWhole(value, max)) Object.assign(settings, { [name]: value });
    else if ((name === 'disorder' || name === 'wrongSignature') && typeof value === 'boolean') settings[name] = value;
    else return { ok: false, problem: `${name} cannot be set like this.` };
  }
  return { ok: true, settings };
}

/** Routes that list the texts, reply to them as their recipients, and make receipts misbehave. */
export function twilioControlRoutes(twilio: SimulatedTwilioService) {
  const wrong = (reply: FastifyReply, problem: string): FastifyReply => reply.code(400).send({ problem });
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', rejectCrossSite);

    app.get<{ Querystring: { to?: unknown } }>('/', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { to } = request.query;
      const texts = twilio.texts.filter((text) => typeof to !== 'string' || text.to === to || text.from === to);
      return { texts, stopped: [...twilio.stopped], receipts: twilio.settings };
    });

    app.delete('/', async (_request, reply) => {
      twilio.reset();
      return reply.code(204).send();
    });

    app.put('/receipts', async (request, reply) => {
      const parsed = parseTextReceiptFaultSettings(request.body, twilio.settings);
      if (!parsed.ok) return wrong(reply, parsed.problem);
      twilio.settings = parsed.settings;
      return twilio.settings;
    });

    app.delete('/receipts', async (_request, reply) => {
      twilio.settings = { ...defaultTextReceiptFaultSettings };
      return reply.code(204).send();
    });

    app.post('/replies', async (request, reply) => {
      const { from, body } = Object(request.body) as { from?: unknown; body?: unknown };
      if (typeof from !== 'string' || !/^\+[1-9]\d{6,14}$/.test(from)) return wrong(reply, 'from must be a number.');
      if (typeof body !== 'string' || body.length > 1_600) return wrong(reply, 'body must be up to 1600 characters.');
      return { status: await twilio.reply(from, body) };
    });
  };
}
