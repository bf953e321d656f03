import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A proxy to the sandbox that holds one call until it is closed: before Stripe gets it, or after Stripe has done it and
 * before the response arrives. `reached` resolves when it holds one.
 */
export const startStripeHoldProxy = async (url: string, held: { call: RegExp; at: 'call' | 'answer' }) => {
  const reached = Promise.withResolvers<null>();
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { method = '', url: path = '', headers } = incoming;
    const isHeld = held.call.test(`${method} ${path}`);
    if (isHeld && held.at === 'call') {
      reached.resolve(null);
      return;
    }
    const onward = request(new URL(path, url), { method, headers }, (answer) => {
      if (isHeld) {
        reached.resolve(null);
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  };
  const server = createServer(pass).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reached: reached.promise,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
