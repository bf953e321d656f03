import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** True for the first byte of a query from a client: a simple one, or the parse of an extended one. */
const startsQuery = (chunk: Buffer): boolean => ['Q', 'P'].includes(String.fromCharCode(chunk[0] ?? 0));

/**
 * A proxy to Postgres that lets the first connection of an application pass, then cuts a given number, each on its
 * first query, like a server that is killed repeatedly. Everything else passes until it is frozen.
 */
export const startFaultyProxy = async (
  databaseUrl: string,
  { application, cuts }: { application: string; cuts: number },
) => {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  /** When each connection was cut, in monotonic milliseconds. */
  const cutAt: number[] = [];
  let seen = 0;
  let frozen = false;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    let greeted = false;
    let doomed = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .once('close', () => {
          sockets.delete(socket);
          client.destroy();
          upstream.destroy();
        });
    }
    client.on('data', (chunk: Buffer) => {
      if (!greeted) {
        greeted = true;
        if (chunk.includes(application)) doomed = ++seen > 1;
      } else if (doomed && startsQuery(chunk) && cutAt.length < cuts) {
        cutAt.push(performance.now());
        client.resetAndDestroy();
        return;
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk: Buffer) => {
      if (!frozen) client.write(chunk);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    cutAt,
    /** While true, drops all responses without closing a connection, like a frozen server. */
    freeze: (now: boolean) => {
      frozen = now;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};
