const longest = 24 * 60 * 60 * 1_000;

/** Milliseconds that a Retry-After header asks for (RFC 9110: seconds or an HTTP date), at most a day; null without a readable one. */
export function parseRetryAfter(header: string | string[] | undefined, wallClock: number): number | null {
  const value = (Array.isArray(header) ? header[0] : header)?.trim();
  if (!value) return null;
  if (/^\d{1,9}$/.test(value)) return Math.min(Number(value) * 1_000, longest);
  if (!/GMT$/i.test(value)) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.min(Math.max(0, at - wallClock), longest);
}
