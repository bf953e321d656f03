import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from '@ve/app/kernel/problem-error';
import { Readable } from 'node:stream';
import { extendBodyTimeout, maxRequestBodyDurationMs } from './body-timeout.ts';

/** Passes the body of an upload to its handler as an unread stream; the handler limits how much it reads. */
export function acceptUploads(instance: FastifyInstance): void {
  instance.addContentTypeParser('application/x-tar', (request, payload, done) => {
    if (request.routeOptions.config.uploadLimit === undefined) done(new ProblemError('media-type-unsupported'));
    else done(null, payload);
  });
}

/** Why the body of an upload request is refused unread; null if it may be read. */
export function findUploadProblem({ headers, routeOptions }: FastifyRequest): ProblemError | null {
  const { uploadLimit } = routeOptions.config;
  if (uploadLimit === undefined) return null;
  if (!/^application\/x-tar\s*(;|$)/i.test(headers['content-type'] ?? '')) return notTar();
  return Number(headers['content-length'] ?? 0) > uploadLimit ? new ProblemError('request-too-large') : null;
}

const notTar = (): ProblemError =>
  new ProblemError('media-type-unsupported', { detail: 'Send an upload as application/x-tar' });

/** Allowed time before the first byte. */
const startMs = 5_000;
/** Bytes per millisecond. */
const slowest = 320;
/** Maximum duration of any upload, below the timeout of its connection. */
const maxDurationMs = maxRequestBodyDurationMs - 10_000;

/** The total time allowed for an upload that has sent this many bytes, in milliseconds. */
export const maxUploadMs = (bytes: number): number => Math.min(startMs + bytes / slowest, maxDurationMs);

/** The body of an upload. It must arrive at about a third of a megabyte per second; a slower one is ended. */
export class UploadRequestBody {
  readonly stream: Readable;
  readonly #request: FastifyRequest;
  #since = 0;
  #bytes = 0;

  constructor(request: FastifyRequest, stream: Readable) {
    this.#request = request;
    this.stream = stream;
  }

  /** Starts the clock when the handler begins to read. */
  begin(): void {
    this.#since = performance.now();
    this.arrived(0);
  }

  /** Extends the time by the bytes received. */
  arrived(bytes: number): void {
    this.#bytes += bytes;
    extendBodyTimeout(this.#request, Math.max(0, maxUploadMs(this.#bytes) - (performance.now() - this.#since)));
  }
}

/** @throws ProblemError when the request is of another type, or has no body */
export const uploadBodyOf = (request: FastifyRequest): UploadRequestBody => {
  if (request.body instanceof Readable) return new UploadRequestBody(request, request.body);
  throw notTar();
};
