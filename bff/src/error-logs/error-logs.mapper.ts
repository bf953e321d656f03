import { type ErrorLogEntry, errorLogSchema } from '@ve/contracts/http/error-logs';
import { cleanText } from '@ve/domain/text/clean-text';
import { scrubText } from '@ve/server-kit/log/scrub-text';

const pathOf = (url: string): string => url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');

const clean = (text: string, max: number): string => cleanText(scrubText(text).slice(0, max));
const cleanOrNull = (text: string | null, max: number): string | null => (text === null ? null : clean(text, max));

/** A random id of the page's own making; anything else in its place may be anything. */
const randomId = /^[0-9a-f]{8,32}(-[0-9a-f]{4,12}){0,4}$/i;

/** The report in a request's body; null for anything else. */
export function readErrorLog(body: unknown): ErrorLogEntry | null {
  const parsed = errorLogSchema.safeParse(body);
  return parsed.success ? parsed.data : null;
}

/** The report without e-mail addresses, telephone numbers, registrations, tokens and queries, within the contract's bounds, as Postgres can keep it. */
export function scrubErrorLog(entry: ErrorLogEntry): ErrorLogEntry {
  const { componentStack, errorBoundary, errorName, url, remote, ...rest } = entry.additional_data;
  return {
    ...entry,
    error_message: clean(entry.error_message, 1_000) || '[empty]',
    error_stack: cleanOrNull(entry.error_stack, 8_000),
    user_agent: clean(entry.user_agent, 400),
    url: clean(pathOf(entry.url), 400),
    session_id: entry.session_id !== null && randomId.test(entry.session_id) ? entry.session_id : null,
    component_name: cleanOrNull(entry.component_name, 120),
    additional_data: {
      ...rest,
      ...(componentStack === undefined ? {} : { componentStack: clean(componentStack, 4_000) }),
      ...(errorBoundary === undefined ? {} : { errorBoundary: clean(errorBoundary, 120) }),
      ...(errorName === undefined ? {} : { errorName: clean(errorName, 120) }),
      ...(url === undefined ? {} : { url: clean(pathOf(url), 400) }),
      ...(remote === undefined ? {} : { remote: clean(remote, 120) }),
    },
  };
}
