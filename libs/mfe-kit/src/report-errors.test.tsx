import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type ErrorLogEntry, errorLogSchema, reportPageErrorEndpoint } from '@ve/contracts/http/jobs/error-logs';
import { errorLogEntry, installErrorReporting, reportError } from './report-errors.tsx';
import { installFakeNetwork } from './testing-network.tsx';

const network = installFakeNetwork();
const sent = (): ErrorLogEntry[] => network.calls.map(({ body }) => errorLogSchema.parse(body));

beforeEach(() => {
  network.answer('POST /api/error-logs', { status: 204 });
  sessionStorage.clear();
});

describe('the entry', () => {
  test('keeps the contract’s limits for any thrown value', () => {
    const error = new Error('m'.repeat(5_000));
    error.name = 'n'.repeat(500);
    error.stack = 's'.repeat(50_000);
    const entry = errorLogEntry(error, {
      componentName: 'c'.repeat(500),
      componentStack: 'k'.repeat(9_000),
      errorBoundary: 'b'.repeat(500),
      remote: 'r'.repeat(500),
    });
    expect(errorLogSchema.safeParse(entry).success).toBe(true);
    expect(entry.error_message).toHaveLength(1_000);
    expect(entry.error_stack).toHaveLength(8_000);
  });

  test.each([null, undefined, '', 0, {}, 'words', new Error(''), Symbol('s')])(
    'for %p is accepted by the contract',
    (thrown) => {
      expect(errorLogSchema.safeParse(errorLogEntry(thrown)).success).toBe(true);
    },
  );

  test.each([
    ['message', Object.assign(new Error('Stripe said no'), { stack: '' })],
    ['stack', Object.assign(new Error('no'), { stack: 'at Checkout (a.js:1)' })],
  ])('is a payment component error when its %s identifies it', (_where, error) => {
    const entry = errorLogEntry(error);
    expect(entry.error_type).toBe('Payment Component Error');
    expect(entry.additional_data.isPaymentRelated).toBe(true);
  });

  test('is a React error by default', () => {
    const entry = errorLogEntry(Object.assign(new Error('no'), { stack: 'at Page (a.js:1)' }));
    expect(entry.error_type).toBe('React Error');
  });

  test('contains neither the page’s query nor e-mail addresses', () => {
    history.replaceState(null, '', '/report?reg=AB12CDE#top');
    const entry = errorLogEntry(new Error('driver@example.com at https://x.test/signin?token=abc failed'));
    expect(entry.url).toBe('/report');
    expect(JSON.stringify(entry)).not.toMatch(/AB12CDE|driver@|token=abc/);
  });

  test('keeps one session id per tab, or none where storage is blocked', () => {
    const first = errorLogEntry(new Error('a')).session_id;
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(errorLogEntry(new Error('b')).session_id).toBe(first);
    const refused = jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(errorLogEntry(new Error('c')).session_id).toBeNull();
    refused.mockRestore();
  });
});

test('a report survives its page and has the header of our own pages', () => {
  reportError(new Error('x'));
  const { method, path } = reportPageErrorEndpoint;
  expect(network.calls[0]).toMatchObject({ method, path });
  expect(network.options[0]).toMatchObject({
    keepalive: true,
    headers: { 'content-type': 'application/json', 'x-requested-with': 'vehicle-enquiry' },
  });
});

test('a report that cannot be sent is dropped silently', async () => {
  network.answer('POST /api/error-logs', 'no-answer');
  reportError(new Error('a'));
  // Once this call has failed, so has the previous report.
  await expect(fetch('/api/error-logs', { method: 'POST' })).rejects.toThrow('fetch failed');
  expect(errorLogSchema.parse(network.calls[0]?.body).error_message).toBe('a');
});

describe('installed', () => {
  let uninstall: () => void;
  beforeEach(() => {
    uninstall = installErrorReporting();
  });
  afterEach(() => {
    uninstall();
  });
  const fail = (message: string) =>
    window.dispatchEvent(new ErrorEvent('error', { error: new Error(message), message, cancelable: true }));
  const reject = (reason: unknown) => {
    const event = Object.assign(new Event('unhandledrejection'), { reason });
    window.dispatchEvent(event);
  };

  test('reports uncaught errors and unhandled rejections by their type', () => {
    fail('broke');
    reject(new Error('refused'));
    expect(sent().map((entry) => [entry.error_type, entry.error_message])).toEqual([
      ['JavaScript Error', 'broke'],
      ['Unhandled Promise Rejection', 'refused'],
    ]);
  });

  test('reports a script that does not load', () => {
    const script = document.createElement('script');
    script.setAttribute('src', '/remotes/mfe-x/1/a.js?retry=1');
    script.setAttribute('type', 'text/template');
    document.body.append(script);
    script.dispatchEvent(new Event('error'));
    script.remove();
    expect(sent()).toMatchObject([
      { error_type: 'JavaScript Error', error_message: 'Script did not load: /remotes/mfe-x/1/a.js' },
    ]);
  });

  test('ignores requests that were aborted on purpose', () => {
    reject(new DOMException('left', 'AbortError'));
    expect(sent()).toEqual([]);
  });

  test('reports each message once and no more than twenty', () => {
    for (let i = 0; i < 60; i += 1) fail(`failure ${String(Math.floor(i / 2))}`);
    expect(sent()).toHaveLength(20);
    expect(new Set(sent().map((entry) => entry.error_message)).size).toBe(20);
  });

  test('reports nothing once uninstalled', () => {
    uninstall();
    // jsdom fails a test for an error event without a listener.
    const onError = jest.fn();
    window.addEventListener('error', onError);
    fail('later');
    window.removeEventListener('error', onError);
    expect(onError).toHaveBeenCalledTimes(1);
    expect(sent()).toEqual([]);
  });
});
