/*
 * The generic error of each status. Without a schema library, because every page of the site loads this before it shows
 * anything.
 */

export const genericStatusErrors = {
  'request-invalid': { status: 400, title: 'The request isn’t in the form we expect' },
  'sign-in-required': { status: 401, title: 'Sign in to do this' },
  'origin-refused': { status: 403, title: 'This request did not come from our own pages' },
  'not-found': { status: 404, title: 'There is nothing at this address' },
  'method-not-allowed': { status: 405, title: 'This method isn’t allowed here' },
  conflict: { status: 409, title: 'This was already sent with different details. Reload the page and try again.' },
  'request-timeout': { status: 408, title: 'The request took too long' },
  'request-too-large': { status: 413, title: 'The request is too large' },
  'media-type-unsupported': { status: 415, title: 'Send this request as JSON' },
  'host-refused': { status: 421, title: 'We don’t serve that host' },
  'too-many-requests': { status: 429, title: 'Too many requests. Try again later.' },
  'internal-error': { status: 500, title: 'Something went wrong at our end. Try again in a minute.' },
  'service-unavailable': { status: 503, title: 'The service isn’t available right now. Try again in a minute.' },
} as const satisfies Record<string, { status: number; title: string }>;

export type StatusErrorCode = keyof typeof genericStatusErrors;

const codeByStatus = new Map(
  Object.entries(genericStatusErrors).map(([code, { status }]): [number, StatusErrorCode] => [
    status,
    code as StatusErrorCode,
  ]),
);

/** The error of a status from elsewhere (a proxy's page, a library): the closest one if we never send that status. */
export function errorCodeOfStatus(status: number): StatusErrorCode {
  const exact = codeByStatus.get(status);
  if (exact !== undefined) return exact;
  if (status >= 500) return 'service-unavailable';
  return status >= 400 ? 'request-invalid' : 'internal-error';
}
