import { rspack } from '@rspack/core';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterHostCheck, PlainDevServer, servedFile } from './dev-server.ts';

let server: PlainDevServer;
beforeAll(async () => {
  const compiler = rspack({ mode: 'none', entry: {} });
  server = new PlainDevServer(
    {
      ...{ host: '127.0.0.1', port: 'auto', hot: false, liveReload: false, client: false, static: false },
      webSocketServer: false,
      devMiddleware: { stats: 'none' },
      setupMiddlewares: (middlewares) =>
        afterHostCheck(middlewares, [servedFile('/ve-stack', 'text/plain', () => 'a source')]),
    },
    compiler,
  );
  await server.start();
});
afterAll(() => server.stop());

/** Asks for our middleware, as a page does whose address has this host. */
async function ask(host: string): Promise<[status: number | undefined, body: string]> {
  const { port } = server.server?.address() as AddressInfo;
  const asked = request({ host: '127.0.0.1', port, path: '/ve-stack', headers: { host } }).end();
  const answer = await new Promise<Parameters<typeof text>[0] & { statusCode?: number }>((resolve, reject) =>
    asked.once('response', resolve).once('error', reject),
  );
  return [answer.statusCode, await text(answer)];
}

test.each(['localhost:4200', 'mfe-orders.localhost:4200', '127.0.0.1'])('a page of %s is answered', async (host) => {
  expect(await ask(host)).toEqual([200, 'a source']);
});

test('a page whose host name was pointed to this machine is refused before our middlewares', async () => {
  expect(await ask('elsewhere.example')).toEqual([403, 'Invalid Host header']);
});

test('a server without the check is refused', () => {
  expect(() => afterHostCheck([{ name: 'compression' }], [])).toThrow('has no cross-origin-header-check');
});
