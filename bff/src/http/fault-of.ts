import { HttpException } from '@nestjs/common';
import { ProblemError } from '@ve/server-kit/errors/problem-error';

const retryAfterSeconds = 5;

/** Postgres classes 08 (connection), 53 (no resources), 57P (shutdown, start-up) and 25006 (a standby). */
const databaseCodes = /^(08...|53...|57P0[1-5]|25006)$/;
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const driverWords =
  /timeout exceeded when trying to connect|connection terminated|connection timeout|not queryable|pool after calling end/i;

/** Whether an error, or what it wraps, says that the database cannot be reached. */
export function isDatabaseDown(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 4) return false;
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown };
  if (typeof code === 'string' && (databaseCodes.test(code) || networkCodes.has(code))) return true;
  if (typeof message === 'string' && driverWords.test(message)) return true;
  if (error instanceof AggregateError && error.errors.some((each) => isDatabaseDown(each, depth + 1))) return true;
  return isDatabaseDown(cause, depth + 1) || ('previous' in error && isDatabaseDown(error.previous, depth + 1));
}

const statusOf = (error: unknown): number | undefined => {
  if (error instanceof HttpException) return error.getStatus();
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return undefined;
  return typeof error.statusCode === 'number' ? error.statusCode : undefined;
};

/** Whether the client went away in the middle of its request. */
const isAborted = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET';

/** The failure to tell the caller of; `internal-error` for whatever nobody foresaw. */
export function faultOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (isAborted(error)) return new ProblemError('request-timeout', { cause: error });
  if (isDatabaseDown(error)) return new ProblemError('service-unavailable', { retryAfterSeconds, cause: error });
  const status = statusOf(error);
  switch (status) {
    case 400:
      return new ProblemError('request-invalid', { cause: error });
    // What a file server may not show is not there.
    case 403:
    case 404:
    case 414:
      return new ProblemError('not-found');
    case 405:
      return new ProblemError('method-not-allowed');
    case 413:
      return new ProblemError('request-too-large');
    case 415:
      return new ProblemError('media-type-unsupported');
    case 429:
      return new ProblemError('too-many-requests', { retryAfterSeconds: 60 });
    case 503:
      return new ProblemError('service-unavailable', { retryAfterSeconds, cause: error });
    default:
      if (status !== undefined && status >= 400 && status < 500) {
        return new ProblemError('request-invalid', { cause: error });
      }
      return new ProblemError('internal-error', { cause: error });
  }
}
