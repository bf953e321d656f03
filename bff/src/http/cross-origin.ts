import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { ProblemError } from '@ve/app/kernel/problem-error';
import type { FastifyRequest } from 'fastify';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const [[header, value]] = Object.entries(firstPartyHeaders) as [['x-requested-with', string]];

/**
 * Refuses requests of other origins that would carry our visitor's cookies (CSRF), by the matched route and not by the
 * raw URL. A preview is another origin of the same site, to which browsers send cookies that are `SameSite`. A non-GET
 * call must come from our own pages according to the browser (Sec-Fetch-Site, else Origin), have our own header, and be
 * JSON; a form can do neither. Routes open to any sender are marked as such.
 */
export function findCrossOriginProblem(request: FastifyRequest, publicOrigin: string): ProblemError | null {
  if (request.is404) return null;
  const { audience, anySender, refuseCrossOrigin } = request.routeOptions.config;
  const { headers, method } = request;
  const site = headers['sec-fetch-site'];
  if (safeMethods.has(method)) {
    const isOther = site === 'cross-site' || site === 'same-site';
    return refuseCrossOrigin === true && isOther ? new ProblemError('origin-refused') : null;
  }
  if (anySender === true || audience === 'team' || (typeof audience === 'object' && 'vendor' in audience)) return null;
  const isOwnPage = site === undefined ? headers.origin === publicOrigin : site === 'same-origin' || site === 'none';
  if (!isOwnPage || headers[header] !== value) return new ProblemError('origin-refused');
  const hasBody = headers['content-length'] !== '0' && (headers['content-length'] ?? headers['transfer-encoding']);
  const isJson = /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');
  return hasBody && !isJson ? new ProblemError('media-type-unsupported') : null;
}
