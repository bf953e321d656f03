import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface ChangedAnswer {
  status: number;
  body: string;
}

interface StripeProxyOptions {
  /** The only key that is accepted. */
  secretKey: string;
  /** The sandbox's answer as the proxy passes it on. */
  change: (path: string, answer: ChangedAnswer) => ChangedAnswer;
}

/** Stands for a Stripe account that differs from the sandbox's: passes calls on, and changes the answers. */
export const startStripeProxy = async (sandboxUrl: string, { secretKey, change }: StripeProxyOptions) => {
  const server = createServer((request, response) => {
    const { authorization, 'content-type': type = 'application/x-www-form-urlencoded' } = request.headers;
    const { url: path = '/', method = 'GET' } = request;
    const key = authorization === `Bearer ${secretKey}` ? 'sk_test_sandbox' : 'sk_test_wrong';
    const pass = async (): Promise<void> => {
      const body = await text(request);
      const answered = await fetch(sandboxUrl + path, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': type },
        ...(body === '' ? {} : { body }),
      });
      const answer = change(path, { status: answered.status, body: await answered.text() });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    };
    pass().catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** Stands for Stripe in live mode: the objects of the sandbox, as those of live mode. */
export const startLiveModeProxy = (sandboxUrl: string, secretKey: string) =>
  startStripeProxy(sandboxUrl, {
    secretKey,
    change: (_path, { status, body }) => ({ status, body: body.replaceAll('"livemode":false', '"livemode":true') }),
  });
