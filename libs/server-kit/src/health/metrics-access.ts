import type { IncomingHttpHeaders } from 'node:http';

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Whether a request may read `/metrics`: only from this machine, and not through a proxy. */
export function mayReadMetrics(remoteAddress: string | undefined, headers: IncomingHttpHeaders): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined || headers.via !== undefined)
    return false;
  return remoteAddress !== undefined && loopback.has(remoteAddress);
}
