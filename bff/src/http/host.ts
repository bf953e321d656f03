import { ProblemError } from '@ve/server-kit/errors/problem-error';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?$/;

/**
 * Refuses requests for a host that is not ours: a foreign name that resolves to us would make its pages same-origin
 * with us (DNS rebinding). Outside production the machine's own names with our port are accepted too. The host in an
 * absolute-form target takes precedence (RFC 9112, section 3.2.2).
 */
export function hostCheck(
  config: Pick<Config, 'PUBLIC_ORIGIN' | 'NODE_ENV' | 'REHEARSAL'>,
): (request: FastifyRequest) => ProblemError | null {
  const { host, hostname, protocol } = new URL(config.PUBLIC_ORIGIN);
  const ours = new Set([host, ...(host === hostname ? [`${hostname}:${protocol === 'https:' ? '443' : '80'}`] : [])]);
  const onThisMachine = config.NODE_ENV !== 'production' || config.REHEARSAL;
  return (request) => {
    if (!request.is404 && request.routeOptions.config.anyHost === true) return null;
    const asked = hostOf(request);
    if (ours.has(asked)) return null;
    const local = onThisMachine ? loopback.exec(asked) : null;
    if (local && Number(local[1] ?? 80) === request.socket.localPort) return null;
    return new ProblemError('host-refused');
  };
}

/** The requested host, in lower case; empty if there is none (HTTP/1.0). */
function hostOf(request: FastifyRequest): string {
  const target = request.raw.url ?? '/';
  if (target.startsWith('/')) return request.host.toLowerCase();
  return URL.canParse(target) ? new URL(target).host : '';
}
