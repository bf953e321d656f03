import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';

/** Maximum duration of any body, in milliseconds. */
export const maxRequestBodyDurationMs = 120_000;
const usualMs = 5_000;

/** Per request whose body is still arriving: restarts its timeout, or stops it with null. */
const restarts = new WeakMap<IncomingMessage, (ms: number | null) => void>();

/** Ends requests whose body takes longer than `maxMs`, against clients that send a byte at a time. */
export function limitRequestBodyDuration(instance: FastifyInstance, maxMs = usualMs): void {
  instance.addHook('onRequest', ({ raw }, _reply, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = raw.headers;
    if (length === '0' && coding === undefined) {
      done();
      return;
    }
    const end = () => {
      // A complete request waits for its handler, not for its client.
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
    // Also after the response was sent: an unfinished body occupies its connection.
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
 * Pauses the timeout of a body while it is not read, since its client cannot continue. Returns the function that
 * restarts it; a request that is answered before has its connection closed.
 */
export function pauseBodyTimeout({ raw }: FastifyRequest, maxMs = usualMs): () => void {
  const restart = restarts.get(raw);
  restart?.(null);
  return () => restart?.(maxMs);
}

/** Sets the time left for a body that is still arriving, in milliseconds; for authenticated callers. */
export const extendBodyTimeout = ({ raw }: FastifyRequest, ms: number): void => restarts.get(raw)?.(ms);
