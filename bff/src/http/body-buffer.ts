import { ProblemError } from '@ve/app/kernel/problem-error';
import type { FastifyInstance } from 'fastify';
import { Transform } from 'node:stream';
import type { RouteAudience } from './audience.ts';

/** A body of at most this declared size is not counted: the number of connections limits those. */
const uncountedBytes = 4_096;
const retryAfterSeconds = 5;

/** Callers of whom nothing is known while their body is read. A webhook's signature is over the body. */
export type UnidentifiedCallerKind = 'visitor' | 'vendor';

/** Refuses a body; logged where it is thrown. */
export class BodyBufferFullError extends ProblemError {
  constructor() {
    super('service-unavailable', { retryAfterSeconds });
  }
}

export interface BodyBufferOptions {
  maxBytes: number;
  /** Called with the present total of one kind of callers. */
  onHeld: (caller: UnidentifiedCallerKind, bytes: number) => void;
  onRefused: (caller: UnidentifiedCallerKind) => void;
}

const unknownCallerOf = (audience: RouteAudience | undefined): UnidentifiedCallerKind | null => {
  if (audience === 'visitor') return audience;
  return typeof audience === 'object' && 'vendor' in audience ? 'vendor' : null;
};

/**
 * Limits the bytes of bodies in memory, over all connections, whose callers are not known yet; visitors and vendors
 * separately, so that neither can refuse the other. Beyond the limit a request gets 503 with `Retry-After`: vendors
 * repeat their calls. Bytes are held from their arrival until the response. Registered after the hook that admits
 * callers.
 */
export function limitBodyBuffer(instance: FastifyInstance, { maxBytes, onHeld, onRefused }: BodyBufferOptions): void {
  const held: Record<UnidentifiedCallerKind, number> = { visitor: 0, vendor: 0 };
  const hold = (caller: UnidentifiedCallerKind, bytes: number): void => {
    held[caller] += bytes;
    onHeld(caller, held[caller]);
  };
  instance.addHook('preParsing', (request, reply, body, done) => {
    const { 'content-length': declared = '0', 'transfer-encoding': coding } = request.headers;
    const caller = unknownCallerOf(request.routeOptions.config.audience);
    if (caller === null || (coding === undefined && Number(declared) <= uncountedBytes)) return void done(null, body);
    let own = 0;
    const counted = new Transform({
      transform: (chunk: Buffer, _encoding, next) => {
        if (held[caller] + chunk.length > maxBytes) {
          onRefused(caller);
          return void next(new BodyBufferFullError());
        }
        own += chunk.length;
        hold(caller, chunk.length);
        next(null, chunk);
      },
    });
    // Unlike `pipeline`, which would close the connection before the refusal is sent.
    body.on('error', (error: Error) => counted.destroy(error));
    // The parser may have stopped reading before an error.
    counted.on('error', () => undefined);
    reply.raw.once('close', () => {
      counted.destroy();
      hold(caller, -own);
    });
    // Once the parser reads: what it refuses, or a GET has, stays unread.
    counted.once('resume', () => body.pipe(counted));
    done(null, counted);
  });
}
