import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from '@ve/server-kit/errors/problem-error';
import { Readable } from 'node:stream';
import { giveBodyTime } from './body-time.ts';

/** Hands the body of an upload to its handler as a stream, unread; its handler bounds what it reads. */
export function acceptUploads(instance: FastifyInstance): void {
  instance.addContentTypeParser('application/x-tar', (request, payload, done) => {
    const { audience, bodyLimit = 0 } = request.routeOptions.config;
    if (audience !== 'team') done(new ProblemError('media-type-unsupported'));
    else if (Number(request.headers['content-length'] ?? 0) > bodyLimit) done(new ProblemError('request-too-large'));
    else done(null, payload);
  });
}

/** A megabyte a second at the least. */
const uploadMs = 60_000;

/** The body of an upload, with the time that one needs. @throws ProblemError when the request is of another type, or has none */
export const uploadOf = (request: FastifyRequest): Readable => {
  giveBodyTime(request, uploadMs);
  if (request.body instanceof Readable) return request.body;
  throw new ProblemError('media-type-unsupported', { detail: 'Send an upload as application/x-tar' });
};
