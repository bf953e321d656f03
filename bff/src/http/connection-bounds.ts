import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientKey } from './client-key.ts';

/** Why a connection was ended by us. */
export type Ended = 'too-many' | 'too-many-of-one' | 'pipelined' | 'stalled' | 'crowded';

export interface ConnectionLimits {
  inAll: number;
  /** Of one client address; null where the address is a proxy's. */
  perAddress: number | null;
  /** How long a client may take nothing of what waits for it, in milliseconds. */
  stallMs: number;
  /** Bytes that may wait for all clients together; beyond it those go that have taken nothing for the longest. */
  waitingBytes: number;
}

/** Requests of one connection that may be open at once. Browsers send one after the other; a pipeline buffers answers. */
const openRequests = 8;
const sweepMs = 1_000;

interface Watched {
  taken: number;
  since: number;
  open: number;
}

/**
 * Bounds what clients may hold of this process by not reading: how many connections there are, how many answers one of
 * them may ask for ahead, how many bytes wait for it and for all, and how long. Whatever is answered (pages, files,
 * JSON, event streams) leaves through a socket, so it is the sockets that are watched. `isRefused`: the connection was
 * ended for its pipeline, and what else came with it is not to be answered.
 */
export function boundConnections(
  server: Server,
  limits: ConnectionLimits,
  onEnded: (why: Ended) => void,
): { isRefused(socket: Socket): boolean } {
  const watched = new Map<Socket, Watched>();
  const refused = new WeakSet<Socket>();
  const perAddress = new Map<string, number>();

  const end = (socket: Socket, why: Ended): void => {
    socket.destroy();
    onEnded(why);
  };

  server.maxConnections = limits.inAll;
  server.on('drop', () => onEnded('too-many'));
  server.on('connection', (socket) => {
    // Asked for now: of a client that has gone away the socket knows no address, and later parts want it.
    const key = clientKey(socket.remoteAddress ?? '');
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
  // Before the application's own listener, which then lets the request be.
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
