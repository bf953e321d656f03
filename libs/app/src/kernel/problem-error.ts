import { type ErrorCode, apiErrors, type Problem } from '@ve/contracts/errors';
import { tryAgainSentence } from '@ve/domain/kernel/time/format-wait';

export interface ProblemOptions {
  /** Specific to this case. For a rate limit (429) it is shown to the user, followed by the time to wait. */
  detail?: string;
  /** One entry per invalid field, with a user-facing message. */
  fields?: { path: string; message: string }[];
  /** Sent as Retry-After, in seconds. */
  retryAfterSeconds?: number;
  /** Methods that the path allows, sent as Allow. */
  allow?: string[];
  cause?: unknown;
}

/** A failure reported to the client by its stable code; title and status come from the contract. */
export class ProblemError extends Error {
  readonly code: ErrorCode;
  readonly options: ProblemOptions;

  constructor(code: ErrorCode, options: ProblemOptions = {}) {
    super(apiErrors[code].title, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ProblemError';
    this.code = code;
    this.options = options;
  }
}

function detailOf({ code, options: { detail, retryAfterSeconds } }: ProblemError): string | undefined {
  if (apiErrors[code].status !== 429 || retryAfterSeconds === undefined) return detail;
  const wait = tryAgainSentence(retryAfterSeconds);
  return detail === undefined ? wait : `${detail} ${wait}`;
}

/** The RFC 9457 problem document of an error. */
export function toProblemDocument(error: ProblemError, requestId: string): Problem {
  const { status, title } = apiErrors[error.code];
  const { fields } = error.options;
  const detail = detailOf(error);
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
