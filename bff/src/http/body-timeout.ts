import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';

/** What no body may exceed, whoever sends it. */
export const maxBodyMs = 120_000;
const usualMs = 5_000;

/** Restarts the time of a body that is still arriving, or stops it. */
const restarts = new WeakMap<IncomingMessage, (ms: number | null) => void>();

/** Ends requests whose body takes longer than that, in milliseconds: a client that sends a byte at a time. */
export function limitBodyTimeout(instance: FastifyInstance, maxMs = usualMs): void {
  instance.addHook('onRequest', ({ raw }, _reply, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = raw.headers;
    if (length === '0' && coding === undefined) {
      done();
      return;
    }
    const end = () => {
      // It waits for whoever handles the request, not for its client.
      if (raw.complete) return;
      const late = Object.assign(new Error('the body takes too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      instance.server.emit('clientError', late, raw.socket);
    };
    let timer = setTimeout(end, maxMs);
    const clear = () => {
      clearTimeout(timer);
      restarts.delete(raw);
      raw.off('end', clear);
      raw.socket.off('close', clear);
    };
    // Also when its answer is sent already, a body takes up its connection.
    raw.on('end', clear);
    raw.socket.on('close', clear);
    restarts.set(raw, (ms) => {
      clearTimeout(timer);
      if (ms !== null) timer = setTimeout(end, ms);
    });
    done();
  });
}

/**
 * Stops the time of a body while nobody reads it, since its client cannot send on. Returns what starts it again; a
 * request that is answered instead has its connection closed.
 */
export function pauseBodyTimeout({ raw }: FastifyRequest, maxMs = usualMs): () => void {
  const restart = restarts.get(raw);
  restart?.(null);
  return () => restart?.(maxMs);
}

/** Gives a body that is still arriving so long from now on; for callers who have said who they are. */
export const extendBodyTimeout = ({ raw }: FastifyRequest, ms: number): void => restarts.get(raw)?.(ms);
