import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * Stands for Stripe in live mode: passes calls with the live key on to the sandbox, whose objects it shows as those of
 * live mode. Calls with another key are refused.
 */
export const startLiveModeProxy = async (sandboxUrl: string, liveKey: string) => {
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const { authorization = '', ...headers } = request.headers;
      const isLive = authorization === `Bearer ${liveKey}`;
      const body = await text(request);
      const answered = await fetch(sandboxUrl + (request.url ?? ''), {
        method: request.method ?? 'GET',
        headers: {
          authorization: `Bearer ${isLive ? 'sk_test_sandbox' : 'sk_test_wrong'}`,
          'content-type': headers['content-type'] ?? 'application/x-www-form-urlencoded',
        },
        ...(body === '' ? {} : { body }),
      });
      const answerText = await answered.text();
      response.writeHead(answered.status, { 'content-type': 'application/json' });
      response.end(answerText.replaceAll('"livemode":false', '"livemode":true'));
    };
    answer().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
