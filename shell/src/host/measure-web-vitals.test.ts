import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { pageSpeedSchema } from '@ve/contracts/http/releases/release-speed';
import type { RemoteRegistry } from '@ve/contracts/remote-manifest';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { measureWebVitals } from './measure-web-vitals.ts';
import { reportWebVitals } from './report-web-vitals.ts';

const network = installFakeNetwork();
const entry = (name: string, routes: string[]) => ({
  name,
  version: 'v1',
  contract: '1.0.0',
  routes,
  slots: [],
  entry: `/remotes/${name}/v1/remoteEntry.js`,
  preload: [],
  chrome: {},
  redirects: {},
});
const registry: RemoteRegistry = {
  contract: '1.0.0',
  remotes: [entry('mfe-search', ['/', '/guides/:id']), entry('mfe-report', ['/report', '/shared-report'])],
};
const host = { registry: () => registry };
const page = { remote: 'mfe-report@v1', route: '/report' };

const hide = (state: 'hidden' | 'visible') => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};
beforeEach(() => {
  network.answer('POST /api/visitor/vitals', { status: 204 });
  history.replaceState(null, '', '/report?reg=AB12CDE');
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('sends the final values of its own pages once, when the page is hidden, without data of the visitor', () => {
  let emit: (metric: { name: 'LCP' | 'INP' | 'CLS' | 'FCP' | 'TTFB'; value: number }) => void = () => undefined;
  reportWebVitals(page, () => location.pathname === '/report', [(onReading) => (emit = onReading)]);
  emit({ name: 'TTFB', value: 120.2 });
  emit({ name: 'LCP', value: 900.4 });
  emit({ name: 'LCP', value: 1_200.6 });
  emit({ name: 'CLS', value: 0.01234 });
  emit({ name: 'FCP', value: 1 });
  history.replaceState(null, '', '/');
  emit({ name: 'INP', value: 900 });
  hide('visible');
  expect(network.calls).toEqual([]);
  hide('hidden');
  hide('hidden');
  expect(network.calls).toEqual([
    {
      method: 'POST',
      path: '/api/visitor/vitals',
      body: { remote: 'mfe-report@v1', route: '/report', readings: { TTFB: 120, LCP: 1_201, CLS: 0.012 } },
    },
  ]);
  expect(pageSpeedSchema.safeParse(network.calls[0]?.body).success).toBe(true);
  expect(network.options[0]).toMatchObject({ keepalive: true });
});

test('sends nothing when nothing was measured', () => {
  reportWebVitals(page, () => true, []);
  hide('hidden');
  expect(network.calls).toEqual([]);
});

test('loads its library five seconds after the page, or on the first input, once', () => {
  const load = jest.fn<NonNullable<Parameters<typeof measureWebVitals>[2]>>(() => new Promise(() => undefined));
  measureWebVitals(host, 0.2, load);
  jest.advanceTimersByTime(4_999);
  expect(load).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  window.dispatchEvent(new Event('pointerdown'));
  expect(load).toHaveBeenCalledTimes(1);
  measureWebVitals(host, 0.2, load);
  window.dispatchEvent(new Event('keydown'));
  jest.advanceTimersByTime(10_000);
  expect(load).toHaveBeenCalledTimes(2);
});

test.each([
  ['/report?reg=AB12CDE', { remote: 'mfe-report@v1', route: '/report' }],
  ['/guides/AB12CDE', { remote: 'mfe-search@v1', route: '/guides/:id' }],
])('reports which release and route own %s, and whether it is still shown', async (address, owner) => {
  history.replaceState(null, '', address);
  const reported = jest.fn<typeof reportWebVitals>();
  measureWebVitals(host, 0, () => Promise.resolve({ reportWebVitals: reported }));
  window.dispatchEvent(new Event('keydown'));
  await jest.advanceTimersByTimeAsync(0);
  const [measured, isSamePage] = reported.mock.calls[0] ?? [];
  expect(measured).toEqual(owner);
  expect(isSamePage?.()).toBe(true);
  // Another page of the same remote is another page.
  history.replaceState(null, '', '/shared-report');
  expect(isSamePage?.()).toBe(false);
});

test('loads nothing for a visitor who saves data', () => {
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } });
  const load = jest.fn<NonNullable<Parameters<typeof measureWebVitals>[2]>>();
  measureWebVitals(host, 0, load);
  Reflect.deleteProperty(navigator, 'connection');
  window.dispatchEvent(new Event('pointerdown'));
  jest.advanceTimersByTime(10_000);
  expect(load).not.toHaveBeenCalled();
});

test.each([
  ['three pages of four', '/report', 0.25],
  ['a page of nobody', '/nothing', 0],
])('%s are not measured', (_what, path, chance) => {
  history.replaceState(null, '', path);
  const load = jest.fn<NonNullable<Parameters<typeof measureWebVitals>[2]>>();
  measureWebVitals(host, chance, load);
  window.dispatchEvent(new Event('pointerdown'));
  jest.advanceTimersByTime(10_000);
  expect(load).not.toHaveBeenCalled();
});
