/** Counts of errors by release, `mfe-report@1a2b3c`, or by `shell` where the report names none. */
export interface PageErrorCounts {
  of: (release: string) => number;
  subscribe: (listener: () => void) => void;
}

interface Report {
  error_stack?: unknown;
  additional_data?: { remote?: unknown };
}

const isReport = (value: unknown): value is Report => typeof value === 'object' && value !== null;

/** The release that the error boundary names, else the first release of our store in the stack. */
function ownerOf(body: unknown): string {
  const report: unknown = typeof body === 'string' ? JSON.parse(body) : null;
  if (!isReport(report)) return 'shell';
  const { remote } = report.additional_data ?? {};
  if (typeof remote === 'string') return remote;
  const stack = typeof report.error_stack === 'string' ? report.error_stack : '';
  const [, name, version] = /\/remotes\/([a-z0-9-]+)\/([A-Za-z0-9._-]+)\//.exec(stack) ?? [];
  return name === undefined || name === 'shell' ? 'shell' : `${name}@${version ?? ''}`;
}

/**
 * Counts the errors that the page reports, by intercepting its calls to the error log: the page needs no code for it.
 * Must be installed before the page's scripts run.
 */
export function countPageErrors(window: Window & typeof globalThis): PageErrorCounts {
  const counts = new Map<string, number>();
  const listeners: (() => void)[] = [];
  const send = window.fetch.bind(window);
  window.fetch = (resource, init) => {
    if (resource === '/api/error-logs') {
      const owner = ownerOf(init?.body);
      counts.set(owner, (counts.get(owner) ?? 0) + 1);
      for (const listener of listeners) listener();
    }
    return send(resource, init);
  };
  return {
    of: (release) => counts.get(release) ?? 0,
    subscribe: (listener) => {
      listeners.push(listener);
    },
  };
}
