import { HttpException } from '@nestjs/common';
import type { ErrorCode } from '@ve/contracts/errors';
import { errorCodeOfStatus } from '@ve/contracts/status-errors';
import { ProblemError } from '@ve/app/kernel/problem-error';

/** Retry-After in seconds, where a retry helps. */
const retryAfterOf: Partial<Record<ErrorCode, number>> = { 'service-unavailable': 5, 'too-many-requests': 60 };

/**
 * Postgres classes 08 (connection), 53 (no resources), 57P (shutdown, start-up), 25006 (a standby), 57014 and 55P03
 * (too slow).
 */
const databaseCodes = /^(08...|53...|57P0[1-5]|25006|57014|55P03)$/;
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const driverMessages =
  /timeout exceeded when trying to connect|connection terminated|connection timeout|not queryable|pool after calling end/i;

/** Whether an error, or one that it wraps, means that the database cannot be reached. */
function isDatabaseDown(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 4) return false;
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown };
  if (typeof code === 'string' && (databaseCodes.test(code) || networkCodes.has(code))) return true;
  if (typeof message === 'string' && driverMessages.test(message)) return true;
  if (error instanceof AggregateError && error.errors.some((each) => isDatabaseDown(each, depth + 1))) return true;
  return isDatabaseDown(cause, depth + 1) || ('previous' in error && isDatabaseDown(error.previous, depth + 1));
}

const statusOf = (error: unknown): number | undefined => {
  if (error instanceof HttpException) return error.getStatus();
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return undefined;
  return typeof error.statusCode === 'number' ? error.statusCode : undefined;
};

/** Whether the client disconnected in the middle of its request. */
const isAborted = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  error.code === 'ECONNRESET' &&
  'message' in error &&
  error.message === 'aborted';

/** Maps any error to the problem to report; `internal-error` for unexpected ones. */
export function toProblemError(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (isAborted(error)) return new ProblemError('request-timeout', { cause: error });
  const status = isDatabaseDown(error) ? 503 : (statusOf(error) ?? 500);
  // Files that must not be served are reported as not found.
  const code = status === 403 || status === 414 ? 'not-found' : errorCodeOfStatus(status);
  const retryAfter = retryAfterOf[code];
  return new ProblemError(code, {
    ...(retryAfter === undefined ? {} : { retryAfterSeconds: retryAfter }),
    cause: error,
  });
}
