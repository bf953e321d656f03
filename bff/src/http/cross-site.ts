import { ProblemError } from '@ve/server-kit/errors/problem-error';
import type { FastifyRequest } from 'fastify';

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses what another site's page could send with our visitor's cookies (CSRF). A changing call under /api must be
 * JSON, which a form cannot send, and come from our own pages by the browser's word: Sec-Fetch-Site, else Origin.
 * Routes that are open to any sender say so themselves (`silent`).
 */
export function crossSiteFault(request: FastifyRequest, publicOrigin: string): ProblemError | null {
  if (readingMethods.has(request.method) || !request.url.startsWith('/api/')) return null;
  if (request.is404 || request.routeOptions.config.silent === true) return null;
  const { origin, 'sec-fetch-site': site, 'content-type': type } = request.headers;
  const ours = site === undefined ? origin === publicOrigin : site === 'same-origin' || site === 'none';
  if (!ours) return new ProblemError('origin-refused');
  if (!/^application\/json\s*(;|$)/i.test(type ?? '')) return new ProblemError('media-type-unsupported');
  return null;
}
