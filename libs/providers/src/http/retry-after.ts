const longest = 24 * 60 * 60 * 1_000;

type Header = string | string[] | undefined;

/**
 * The wait of a Retry-After header in milliseconds (RFC 9110: seconds or an HTTP date), at most a day; null without a
 * valid one. A date is relative to the response's own Date header, since other clocks may be off.
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
