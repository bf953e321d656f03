import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from '@ve/server-kit/errors/problem-error';
import { Readable } from 'node:stream';
import { extendBodyTimeout, maxBodyMs } from './body-timeout.ts';

/** Hands the body of an upload to its handler as a stream, unread; its handler bounds what it reads. */
export function acceptUploads(instance: FastifyInstance): void {
  instance.addContentTypeParser('application/x-tar', (request, payload, done) => {
    if (request.routeOptions.config.uploadLimit === undefined) done(new ProblemError('media-type-unsupported'));
    else done(null, payload);
  });
}

/** Why the body of a request to a route with uploads is not read at all; null for one that may be. */
export function uploadProblem({ headers, routeOptions }: FastifyRequest): ProblemError | null {
  const { uploadLimit } = routeOptions.config;
  if (uploadLimit === undefined) return null;
  if (!/^application\/x-tar\s*(;|$)/i.test(headers['content-type'] ?? '')) return notTar();
  return Number(headers['content-length'] ?? 0) > uploadLimit ? new ProblemError('request-too-large') : null;
}

const notTar = (): ProblemError =>
  new ProblemError('media-type-unsupported', { detail: 'Send an upload as application/x-tar' });

/** Before anything has come. */
const startMs = 5_000;
/** In bytes a millisecond. */
const slowest = 320;
/** Before its connection is ended for being too slow, whatever it brings. */
const maxDurationMs = maxBodyMs - 10_000;

/** How long an upload may take in all that has brought so many bytes, in milliseconds. */
export const uploadMs = (bytes: number): number => Math.min(startMs + bytes / slowest, maxDurationMs);

/** The body of an upload. It has to come at a third of a megabyte a second; one that is slower is ended. */
export class UploadBody {
  readonly stream: Readable;
  readonly #request: FastifyRequest;
  #since = 0;
  #bytes = 0;

  constructor(request: FastifyRequest, stream: Readable) {
    this.#request = request;
    this.stream = stream;
  }

  /** From now on it is read. */
  begin(): void {
    this.#since = performance.now();
    this.arrived(0);
  }

  /** So many more bytes have come: it has time for more. */
  arrived(bytes: number): void {
    this.#bytes += bytes;
    extendBodyTimeout(this.#request, Math.max(0, uploadMs(this.#bytes) - (performance.now() - this.#since)));
  }
}

/** @throws ProblemError when the request is of another type, or has no body */
export const uploadOf = (request: FastifyRequest): UploadBody => {
  if (request.body instanceof Readable) return new UploadBody(request, request.body);
  throw notTar();
};
