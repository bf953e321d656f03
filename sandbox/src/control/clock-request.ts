const hourMs = 3_600_000;
/** The range of years that the fleet's cars and tests support. */
const first = Date.UTC(2020, 0, 1);
const last = Date.UTC(2100, 0, 1);
const pattern = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?)?Z?$/;

export type ClockMoveRequest = { ok: true; instant: Date } | { ok: false; problem: string };

const no = (problem: string): ClockMoveRequest => ({ ok: false, problem });

/**
 * Parses the requested time from a JSON body or the page's form: `instant`, in UTC, or `days` and `hours` from `now`.
 */
export function parseClockMoveRequest(body: unknown, now: Date): ClockMoveRequest {
  const source = body instanceof URLSearchParams ? Object.fromEntries(body) : body;
  if (typeof source !== 'object' || source === null) return no('Say an instant, or days or hours to advance.');
  const field = (name: string): unknown => {
    const value: unknown = Reflect.get(source, name);
    return value === '' || value === null ? undefined : value;
  };
  const instant = field('instant');
  const [days, hours] = [field('days'), field('hours')];
  if (instant !== undefined) {
    if (days !== undefined || hours !== undefined) return no('Say an instant, or days or hours to advance, not both.');
    if (typeof instant !== 'string' || !pattern.test(instant)) return no('instant must be like 2027-03-01T09:00:00Z.');
    return within(Date.parse(instant.includes('T') && !instant.endsWith('Z') ? `${instant}Z` : instant));
  }
  if (days === undefined && hours === undefined) return no('Say an instant, or days or hours to advance.');
  const [wholeDays, wholeHours] = [Number(days ?? 0), Number(hours ?? 0)];
  if (!Number.isInteger(wholeDays) || !Number.isInteger(wholeHours)) return no('days and hours must be whole numbers.');
  return within(now.getTime() + (wholeDays * 24 + wholeHours) * hourMs);
}

const within = (ms: number): ClockMoveRequest =>
  ms >= first && ms < last ? { ok: true, instant: new Date(ms) } : no('The year must be from 2020 to 2099.');
