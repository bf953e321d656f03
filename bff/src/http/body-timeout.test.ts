import { fastify } from 'fastify';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { pauseBodyTimeout, limitBodyTimeout } from './body-timeout.ts';

const bodyMs = 1;
/** Many times as long. */
const slowMs = 50;

/** What a client is answered that sends half of its body, and the rest once its request was admitted, if it is. */
async function answerTo(isHeld: boolean): Promise<string> {
  const instance = fastify();
  limitBodyTimeout(instance, bodyMs);
  const begun = Promise.withResolvers<undefined>();
  instance.addHook('preParsing', async (request) => {
    const readBody = isHeld ? pauseBodyTimeout(request, 60_000) : () => undefined;
    await setTimeout(slowMs);
    readBody();
    begun.resolve(undefined);
  });
  instance.post('/', () => 'read');
  await instance.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((instance.server.address() as AddressInfo).port, '127.0.0.1');
  try {
    const answer = once(socket, 'data').then(([data]) => String(data).split('\r\n')[0] ?? '');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\n"h');
    await begun.promise;
    socket.write('i"');
    return await answer;
  } finally {
    socket.destroy();
    await instance.close();
  }
}

it('ends a body that takes longer than it has', async () => {
  expect(await answerTo(false)).toBe('HTTP/1.1 408 Request Timeout');
});

it('does not pass while the request is not admitted yet, as nobody reads', async () => {
  expect(await answerTo(true)).toBe('HTTP/1.1 200 OK');
});
