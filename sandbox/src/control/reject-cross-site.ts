import type { FastifyReply, FastifyRequest } from 'fastify';

/** Prevents other sites' pages in the same browser from injecting faults. */
export async function rejectCrossSite(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  const site = request.headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return undefined;
  return reply.code(403).send({ problem: 'Only the sandbox’s own page may do this.' });
}
