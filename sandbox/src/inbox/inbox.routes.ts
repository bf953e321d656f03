import type { FastifyInstance, FastifyReply } from 'fastify';
import { rejectCrossSite } from '../control/reject-cross-site.ts';
import { inboxPageHtml, inboxMailPageHtml } from './inbox.view.ts';
import type { SimulatedTwilioService } from '../twilio/twilio.service.ts';
import type { SandboxMailbox } from './mail-box.ts';
import { inboxTextsPageHtml } from './texts.view.ts';

const policy =
  "default-src 'none'; style-src 'self'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** The policy of a mail's own HTML: styled but inert, wherever it is opened. */
const mailPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'";

export function inboxRoutes(box: SandboxMailbox, twilio: SimulatedTwilioService) {
  const show = (reply: FastifyReply, status: number, text: string): FastifyReply =>
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-store')
      .send(text);
  const addressOf = (query: { to?: unknown }): string | null =>
    typeof query.to === 'string' && query.to !== '' ? query.to : null;

  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', rejectCrossSite);

    app.get<{ Querystring: { to?: unknown } }>('/', async (request, reply) => {
      const to = addressOf(request.query);
      return show(reply, 200, inboxPageHtml(box.list(to), to));
    });

    app.get<{ Querystring: { to?: unknown } }>('/messages', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return { messages: box.list(addressOf(request.query)) };
    });

    app.delete('/messages', async (_request, reply) => {
      box.clear();
      return reply.code(204).send();
    });

    app.post('/reset', async (_request, reply) => {
      box.clear();
      return reply.redirect('/inbox', 303);
    });

    app.get<{ Querystring: { to?: unknown } }>('/texts', async (request, reply) => {
      const to = addressOf(request.query);
      return show(reply, 200, inboxTextsPageHtml(twilio.texts, to, twilio.stopped));
    });

    app.post('/texts/reply', async (request, reply) => {
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const [from, body] = [form.get('from') ?? '', form.get('word') ?? form.get('body') ?? ''];
      if (/^\+[1-9]\d{6,14}$/.test(from) && body.length <= 1_600) await twilio.reply(from, body);
      return reply.redirect(`/inbox/texts?to=${encodeURIComponent(from)}`, 303);
    });

    app.post('/texts/reset', async (_request, reply) => {
      twilio.reset();
      return reply.redirect('/inbox/texts', 303);
    });

    app.get<{ Params: { id: string } }>('/:id', async (request, reply) => {
      const mail = box.find(request.params.id);
      if (!mail) return show(reply, 404, inboxPageHtml(box.list(null), null));
      return show(reply, 200, inboxMailPageHtml(mail));
    });

    app.get<{ Params: { id: string } }>('/:id/html', async (request, reply) => {
      const mail = box.find(request.params.id);
      if (!mail?.html) return reply.code(404).send({ problem: 'There is no such mail.' });
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', mailPolicy)
        .header('cache-control', 'no-store')
        .send(mail.html);
    });
  };
}
