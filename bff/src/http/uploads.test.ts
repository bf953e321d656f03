import { fastify } from 'fastify';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { limitBodyTime } from './body-time.ts';
import { acceptUploads, uploadOf } from './uploads.ts';

it('an upload that is not going to be read has the time of one that is, so that its client has the answer', async () => {
  const skipped = Promise.withResolvers<undefined>();
  const whole = Promise.withResolvers<boolean>();
  const instance = fastify();
  limitBodyTime(instance, 1);
  acceptUploads(instance);
  instance.post('/', { config: { audience: 'team', bodyLimit: 1_000 } }, (request, reply) => {
    request.raw.on('end', () => whole.resolve(true)).on('close', () => whole.resolve(false));
    uploadOf(request).skip();
    skipped.resolve(undefined);
    void reply.code(503).send();
  });
  await instance.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((instance.server.address() as AddressInfo).port, '127.0.0.1');
  try {
    const answer = once(socket, 'data') as Promise<[Buffer]>;
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-tar\r\nContent-Length: 8\r\n\r\nhalf');
    await skipped.promise;
    // Many times what it had before.
    await setTimeout(50);
    socket.write('rest');
    expect(await whole.promise).toBe(true);
    expect((await answer)[0].toString('latin1', 0, 12)).toBe('HTTP/1.1 503');
  } finally {
    socket.destroy();
    await instance.close();
  }
});
