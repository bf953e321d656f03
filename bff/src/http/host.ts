import { ProblemError } from '@ve/server-kit/errors/problem-error';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?$/;

/**
 * Refuses a request for a host that is not ours: by another name that leads here, another site's page would be of one
 * origin with us (DNS rebinding). Outside production the machine's own names with the port that we listen on are ours
 * too. A request that names its host in its target is asked by that name (RFC 9112, section 3.2.2).
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

/** The host a request asks for, in lower case; empty where it names none (HTTP/1.0). */
function hostOf(request: FastifyRequest): string {
  const target = request.raw.url ?? '/';
  if (target.startsWith('/')) return request.host.toLowerCase();
  return URL.canParse(target) ? new URL(target).host : '';
}
