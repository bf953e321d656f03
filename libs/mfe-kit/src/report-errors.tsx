import type { ErrorLogEntry, reportPageErrorEndpoint } from '@ve/contracts/http/jobs/error-logs';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { randomHex } from './random-hex.tsx';
import type { EndpointMethodAndPath } from './response-guards.tsx';

type ErrorType = ErrorLogEntry['error_type'];

/** Context of the error that the error object itself lacks. */
export interface ErrorReportContext {
  /** Omitted for errors caught by a boundary: the type is then derived from the message. */
  type?: ErrorType;
  componentName?: string;
  componentStack?: string | null;
  errorBoundary?: string;
  /** The remote with its release on the page: `mfe-report@1a2b3c`. */
  remote?: string;
}

const paymentWords = /payment|stripe|checkout/i;
const emails = /[^\s@<>"'(]{1,64}@[^\s@<>"')]{1,190}\.[a-z]{2,}/gi;
const queries = /(https?:\/\/[^\s?#)]+)[?#][^\s)]*/g;

/** Removes e-mail addresses and the query of URLs, which may contain a registration or a link's token. */
const scrub = (text: string): string => text.replace(queries, '$1').replace(emails, '[email]');
const cut = (text: string, max: number): string => scrub(text.slice(0, max * 2)).slice(0, max);

/** A random id, kept while the tab is open; null if storage is blocked. */
function sessionId(): string | null {
  try {
    const known = sessionStorage.getItem('session_id');
    if (known !== null && known.length <= 64) return known;
    const made = randomHex(16);
    sessionStorage.setItem('session_id', made);
    return made;
  } catch {
    return null;
  }
}

function describe(error: unknown): { name: string; message: string; stack: string | null } {
  if (error instanceof Error) {
    return { name: error.name, message: error.message || error.name, stack: error.stack ?? null };
  }
  return {
    name: typeof error,
    message: typeof error === 'string' && error !== '' ? error : 'Unknown error',
    stack: null,
  };
}

/** The entry to send, with every text cut to the contract's limits. */
export function errorLogEntry(error: unknown, report: ErrorReportContext = {}): ErrorLogEntry {
  const { name, message, stack } = describe(error);
  const isPaymentRelated = paymentWords.test(message) || (stack !== null && paymentWords.test(stack));
  const timestamp = new Date().toISOString();
  const url = cut(location.pathname, 400);
  const { componentName, componentStack, errorBoundary, remote } = report;
  return {
    timestamp,
    error_message: cut(message, 1_000) || 'Unknown error',
    error_stack: stack === null ? null : cut(stack, 8_000),
    user_agent: navigator.userAgent.slice(0, 400),
    url,
    session_id: sessionId(),
    error_type: report.type ?? (isPaymentRelated ? 'Payment Component Error' : 'React Error'),
    component_name: componentName === undefined ? null : cut(componentName, 120),
    additional_data: {
      ...(componentStack ? { componentStack: cut(componentStack, 4_000) } : {}),
      ...(errorBoundary === undefined ? {} : { errorBoundary: cut(errorBoundary, 120) }),
      ...(remote === undefined ? {} : { remote: cut(remote, 120) }),
      isPaymentRelated,
      errorName: cut(name, 120),
      url,
      timestamp,
    },
  };
}

/** Sent without `callApi`: there is no response to parse, and a failure cannot be reported. */
const errorLogs: EndpointMethodAndPath<typeof reportPageErrorEndpoint> = { method: 'POST', path: '/api/error-logs' };

/** Sends one error to the error log. Never throws; a report that cannot be sent is dropped. */
export function reportError(error: unknown, report?: ErrorReportContext): void {
  fetch(errorLogs.path, {
    method: errorLogs.method,
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', ...firstPartyHeaders },
    body: JSON.stringify(errorLogEntry(error, report)),
    // The request must survive the page that failed.
    keepalive: true,
  }).catch(() => undefined);
}

/** An error in a loop must not flood the log. */
const reportsPerPage = 20;

const isScript = (target: EventTarget | null): target is HTMLScriptElement => target instanceof HTMLScriptElement;

const isAbort = (reason: unknown): boolean =>
  typeof reason === 'object' && reason !== null && 'name' in reason && reason.name === 'AbortError';

/**
 * Reports uncaught errors, scripts that do not load and unhandled rejections, at most twenty a page and each message
 * once. Returns a function that uninstalls it.
 */
export function installErrorReporting(): () => void {
  const seen = new Set<string>();
  const send = (error: unknown, type: ErrorType): void => {
    const { message } = describe(error);
    if (seen.size >= reportsPerPage || seen.has(message)) return;
    seen.add(message);
    reportError(error, { type });
  };
  const onError = (event: ErrorEvent | Event): void => {
    if (isScript(event.target)) {
      send(new Error(`Script did not load: ${new URL(event.target.src, location.href).pathname}`), 'JavaScript Error');
    } else if (event instanceof ErrorEvent) {
      send(event.error ?? event.message, 'JavaScript Error');
    }
  };
  const onRejection = (event: PromiseRejectionEvent): void => {
    if (!isAbort(event.reason)) send(event.reason, 'Unhandled Promise Rejection');
  };
  // Load errors of scripts do not bubble: they are caught in the capture phase.
  window.addEventListener('error', onError, true);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError, true);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}
