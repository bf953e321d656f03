import { type ErrorCode, errors, type Problem } from '@ve/contracts/errors';

export interface ProblemOptions {
  detail?: string;
  /** One entry per invalid field, with a user-facing message. */
  fields?: { path: string; message: string }[];
  /** Retry-After, in seconds. */
  retryAfterSeconds?: number;
  /** Methods that the path allows. */
  allow?: string[];
  cause?: unknown;
}

/** A failure reported to the caller by its stable code; title and status come from the contract. */
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

/** The RFC 9457 problem document of an error. */
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
