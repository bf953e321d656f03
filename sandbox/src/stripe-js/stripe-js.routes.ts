import type { FastifyInstance, FastifyReply } from 'fastify';
import { readFile } from 'node:fs/promises';
import { sandboxCredentials } from '../sandbox-credentials.ts';
import { readStripeJsBrowserModule, stripeJsScript } from './stripe-js.script.ts';

/** Frames may be embedded by any page, and connect to this origin only. */
const framePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'";

const javascript = 'text/javascript; charset=utf-8';
const frames = ['payment', 'controller'];

/** The modules that frames load. */
const modules = new Set([
  ...['brand-icon', 'card-brands', 'card-inputs', 'card-state', 'frame-port', 'frame-style', 'stripe-call'],
  ...frames.map((name) => `${name}.frame`),
]);

const frameDocument = (name: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Secure payment input</title>
    <link rel="stylesheet" href="/stripe-js/frames/frame.css" />
    <script type="module" src="/stripe-js/browser/${name}.frame.js"></script>
  </head>
  <body></body>
</html>
`;

/** The sandbox's replacement of js.stripe.com: the script and its frames. */
export async function stripeJsRoutes(app: FastifyInstance): Promise<void> {
  const send = (reply: FastifyReply, type: string, body: string | Buffer): FastifyReply =>
    reply.type(type).header('cache-control', 'no-store').header('x-content-type-options', 'nosniff').send(body);

  app.get('/v3/', async (_request, reply) =>
    send(reply, javascript, await stripeJsScript(sandboxCredentials.stripePublishableKey)),
  );
  app.get('/frames/frame.css', async (_request, reply) =>
    send(reply, 'text/css; charset=utf-8', await readFile(new URL('../../public/stripe-frame.css', import.meta.url))),
  );
  app.get<{ Params: { frame: string } }>('/frames/:frame', async ({ params }, reply) => {
    const name = params.frame.replace(/\.html$/, '');
    if (!frames.includes(name)) return reply.code(404).send();
    reply.header('content-security-policy', framePolicy);
    return send(reply, 'text/html; charset=utf-8', frameDocument(name));
  });
  app.get<{ Params: { module: string } }>('/browser/:module', async ({ params }, reply) => {
    // When run from sources, modules import each other with the ending `.ts`.
    const name = params.module.replace(/\.(js|ts)$/, '');
    if (!modules.has(name)) return reply.code(404).send();
    return send(reply, javascript, await readStripeJsBrowserModule(name));
  });
}
