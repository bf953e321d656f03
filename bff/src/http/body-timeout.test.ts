import { fastify } from 'fastify';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { pauseBodyTimeout, limitRequestBodyDuration } from './body-timeout.ts';

const bodyMs = 1;
/** Much longer than the timeout. */
const slowMs = 50;

/** The response to a client that sends half of its body first, and the rest after it was admitted. */
async function answerTo(isHeld: boolean): Promise<string> {
  const instance = fastify();
  limitRequestBodyDuration(instance, bodyMs);
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

it('ends a body that exceeds its timeout', async () => {
  expect(await answerTo(false)).toBe('HTTP/1.1 408 Request Timeout');
});

it('is paused until the request is admitted, because the body is not read', async () => {
  expect(await answerTo(true)).toBe('HTTP/1.1 200 OK');
});
