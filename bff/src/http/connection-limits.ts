import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientLimitKey } from './client-limit-key.ts';

export const connectionEndReasons = ['too-many', 'too-many-of-one', 'pipelined', 'stalled', 'crowded'] as const;

/** The reason for closing a connection. */
export type ConnectionEndReason = (typeof connectionEndReasons)[number];

export interface ConnectionLimits {
  inAll: number;
  /** Per client address; null when the address is a proxy's. */
  perAddress: number | null;
  /** How long a client may read none of its pending response, in milliseconds. */
  stallMs: number;
  /** Maximum unread bytes over all clients; above it, the clients that stalled longest are disconnected. */
  waitingBytes: number;
}

/** Maximum open requests per connection. Browsers send one at a time; a pipeline buffers responses. */
const openRequests = 8;
const sweepMs = 1_000;

interface Watched {
  taken: number;
  since: number;
  open: number;
}

/**
 * Limits the resources that clients can hold by not reading: connections, pipelined requests, and unread bytes per
 * client, in total and over time. It watches sockets, because every response (pages, files, JSON, event streams) leaves
 * through one. `isRefused`: the connection was closed for pipelining, and its other requests must not be answered.
 */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  onEnded: (why: ConnectionEndReason) => void,
): { isRefused(socket: Socket): boolean } {
  const watched = new Map<Socket, Watched>();
  const refused = new WeakSet<Socket>();
  const perAddress = new Map<string, number>();

  const end = (socket: Socket, why: ConnectionEndReason): void => {
    socket.destroy();
    onEnded(why);
  };

  server.maxConnections = limits.inAll;
  server.on('drop', () => onEnded('too-many'));
  server.on('connection', (socket) => {
    // Read now: a disconnected socket has no address, which is needed later.
    const key = clientLimitKey(socket.remoteAddress ?? '');
    if (limits.perAddress !== null) {
      const own = perAddress.get(key) ?? 0;
      if (own >= limits.perAddress) return end(socket, 'too-many-of-one');
      perAddress.set(key, own + 1);
    }
    watched.set(socket, { taken: 0, since: performance.now(), open: 0 });
    socket.once('close', () => {
      watched.delete(socket);
      const own = (perAddress.get(key) ?? 1) - 1;
      if (own > 0) perAddress.set(key, own);
      else perAddress.delete(key);
    });
  });
  // Runs before the application's own listener, which then ignores the request.
  server.prependListener('request', ({ socket }, response) => {
    const state = watched.get(socket);
    if (!state) return;
    state.open += 1;
    response.once('close', () => (state.open -= 1));
    if (state.open <= openRequests || refused.has(socket)) return;
    refused.add(socket);
    end(socket, 'pipelined');
  });

  const sweep = setInterval(() => {
    const now = performance.now();
    const waiting: { socket: Socket; since: number; bytes: number }[] = [];
    for (const [socket, state] of watched) {
      const bytes = socket.writableLength;
      const taken = bytes === 0 ? -1 : socket.bytesWritten - bytes;
      if (bytes === 0 || taken !== state.taken) {
        state.taken = taken;
        state.since = now;
      }
      if (bytes === 0) continue;
      if (now - state.since >= limits.stallMs) end(socket, 'stalled');
      else waiting.push({ socket, since: state.since, bytes });
    }
    let excess = waiting.reduce((sum, { bytes }) => sum + bytes, 0) - limits.waitingBytes;
    if (excess <= 0) return;
    for (const { socket, bytes } of waiting.toSorted((a, b) => a.since - b.since)) {
      if (excess <= 0) break;
      end(socket, 'crowded');
      excess -= bytes;
    }
  }, sweepMs);
  sweep.unref();
  server.once('close', () => clearInterval(sweep));
  return { isRefused: (socket) => refused.has(socket) };
}
