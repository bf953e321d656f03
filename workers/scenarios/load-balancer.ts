import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface LoadBalancer {
  close(): Promise<void>;
}

/**
 * A load balancer on one port that tries the upstreams round-robin, skipping those that are down. A connection stays
 * with the server that accepted it and ends with it.
 */
export const startLoadBalancer = async (port: number, upstreams: readonly number[]): Promise<LoadBalancer> => {
  const open = new Set<Socket>();
  let next = 0;
  const server = createServer((client) => {
    open.add(client);
    client.on('error', () => undefined).once('close', () => open.delete(client));
    const first = (next += 1);
    const attempt = (tried: number): void => {
      const upstream = connect(upstreams[(first + tried) % upstreams.length] ?? 0, '127.0.0.1');
      let connected = false;
      upstream.once('connect', () => {
        connected = true;
        client.pipe(upstream).pipe(client);
        client.once('close', () => upstream.destroy());
      });
      upstream.on('error', () => {
        if (connected || tried + 1 >= upstreams.length) client.destroy();
        else attempt(tried + 1);
      });
      upstream.once('close', () => {
        if (connected) client.destroy();
      });
    };
    attempt(0);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
};
