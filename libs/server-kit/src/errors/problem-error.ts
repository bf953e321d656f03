import { type ErrorCode, errors, type Problem } from '@ve/contracts/errors';

export interface ProblemOptions {
  detail?: string;
  /** One line a faulty field, in the user's words. */
  fields?: { path: string; message: string }[];
  /** When to try again, in seconds. */
  retryAfterSeconds?: number;
  /** Methods that the address does answer. */
  allow?: string[];
  cause?: unknown;
}

/** A failure the caller is told of by its stable code; the words and the status come from the contract. */
export class ProblemError extends Error {
  readonly code: ErrorCode;
  readonly options: ProblemOptions;

  constructor(code: ErrorCode, options: ProblemOptions = {}) {
    super(errors[code].title, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ProblemError';
    this.code = code;
    this.options = options;
  }
}

/** The RFC 9457 document of a failure. */
export function problemOf(error: ProblemError, requestId: string): Problem {
  const { status, title } = errors[error.code];
  const { detail, fields } = error.options;
  return {
    type: `urn:vehicle-enquiry:problem:${error.code}`,
    code: error.code,
    title,
    status,
    ...(detail === undefined ? {} : { detail }),
    ...(fields === undefined ? {} : { fields }),
    requestId,
  };
}
