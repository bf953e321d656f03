import { ProblemError } from '@ve/app/kernel/problem-error';
import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { BffConfig } from '../config.ts';

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?$/;

/**
 * Refuses requests for a host that is not ours: pages of a foreign name that resolves to us would be same-origin with
 * us (DNS rebinding). Outside production, the machine's own names with our port are accepted too. The host in an
 * absolute-form target takes precedence (RFC 9112, section 3.2.2), and two Host headers are refused (section 3.2).
 * Forwarded headers are ignored: any client can send them.
 */
export function createHostCheck(
  config: Pick<BffConfig, 'PUBLIC_ORIGIN' | 'NODE_ENV' | 'REHEARSAL'>,
): (request: FastifyRequest) => ProblemError | null {
  const { host, hostname, protocol } = new URL(config.PUBLIC_ORIGIN);
  const ownHosts = new Set([
    host,
    ...(host === hostname ? [`${hostname}:${protocol === 'https:' ? '443' : '80'}`] : []),
  ]);
  const onThisMachine = config.NODE_ENV !== 'production' || config.REHEARSAL;
  return (request) => {
    if (hasTwoHosts(request.raw)) return new ProblemError('request-invalid');
    if (!request.is404 && request.routeOptions.config.anyHost === true) return null;
    const requested = hostOf(request.raw);
    if (ownHosts.has(requested)) return null;
    const local = onThisMachine ? loopback.exec(requested) : null;
    if (local && Number(local[1] ?? 80) === request.socket.localPort) return null;
    return new ProblemError('host-refused');
  };
}

/** Node keeps the first Host header; a proxy may have used the other. */
export function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/** The requested host in lower case; empty if it is missing (HTTP/1.0) or ambiguous. */
export function hostOf({ url: target = '/', headers }: IncomingMessage): string {
  if (target.startsWith('/')) return (headers.host ?? '').toLowerCase();
  const { protocol, username, password, host } = URL.parse(target) ?? {};
  const isClear = (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
  return isClear && host !== undefined ? host : '';
}
