const longest = 24 * 60 * 60 * 1_000;

type Header = string | string[] | undefined;

/**
 * Milliseconds that a Retry-After header asks for (RFC 9110: seconds or an HTTP date), at most a day; null without a
 * readable one. A date is counted from the answer's own Date header: no other clock was right when it was written.
 */
export function parseRetryAfter(header: Header, answeredAt: Header): number | null {
  const value = first(header)?.trim();
  if (!value) return null;
  if (/^\d{1,9}$/.test(value)) return Math.min(Number(value) * 1_000, longest);
  if (!/GMT$/i.test(value)) return null;
  const waitMs = Date.parse(value) - Date.parse(first(answeredAt) ?? '');
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(0, waitMs), longest);
}

const first = (header: Header): string | undefined => (Array.isArray(header) ? header[0] : header);
