import { describe, expect, jest, test } from '@jest/globals';
import type { RemoteRegistry, RemoteRegistryEntry } from '@ve/contracts/remote-manifest';
import { RemoteError } from './remote-error.ts';
import { createRemoteHost, type LoadRemoteModule, type RemoteHostOptions } from './remote-host.ts';

const entry: RemoteRegistryEntry = {
  name: 'mfe-report',
  version: 'v1',
  contract: '1.0.0',
  routes: ['/report'],
  slots: [],
  entry: '/remotes/mfe-report/v1/remoteEntry.js',
  preload: [],
  chrome: {},
  redirects: {},
};
const registryOf = (...remotes: RemoteRegistryEntry[]): RemoteRegistry => ({ contract: '1.0.0', remotes });
const module = { default: () => null };
const hostWith = (loadModule: LoadRemoteModule, more: Partial<RemoteHostOptions> = {}) =>
  createRemoteHost({
    registry: registryOf(entry),
    contractVersion: '1.0.0',
    loadModule,
    fetchRegistry: () => Promise.resolve(null),
    ...more,
  });
const releaseFailureOf = async (promise: Promise<unknown>) => {
  const error: unknown = await promise.catch((reason: unknown) => reason);
  if (!(error instanceof RemoteError)) throw new Error(`not a RemoteError: ${String(error)}`);
  return `${error.kind} ${error.remote}`;
};

test('loads a remote once for any number of requests', async () => {
  const load = jest.fn<LoadRemoteModule>(() => Promise.resolve(module));
  const host = hostWith(load);
  expect(host.peek('mfe-report')).toBeNull();
  expect(host.load('mfe-report')).toBe(host.load('mfe-report'));
  await expect(host.load('mfe-report')).resolves.toBe(module);
  expect(host.peek('mfe-report')).toBe(module);
  expect(load.mock.calls).toEqual([[entry, 0, 'remote']]);
});

test('loads slots separately from pages, and keeps the two apart', async () => {
  const slots = { slots: {} };
  const load = jest.fn<LoadRemoteModule>((_entry, _attempt, part) =>
    Promise.resolve(part === 'slots' ? slots : module),
  );
  const host = hostWith(load);
  await expect(host.loadSlots('mfe-report')).resolves.toBe(slots);
  expect(host.peek('mfe-report')).toBeNull();
  await expect(host.load('mfe-report')).resolves.toBe(module);
  await expect(host.retrySlots('mfe-report')).resolves.toBe(slots);
  expect(load.mock.calls.map(([, attempt, part]) => [attempt, part])).toEqual([
    [0, 'slots'],
    [0, 'remote'],
    [1, 'slots'],
  ]);
  expect(await releaseFailureOf(hostWith(() => Promise.resolve(module)).loadSlots('mfe-report'))).toBe(
    'broken mfe-report@v1',
  );
});

describe('reports why a remote is unavailable:', () => {
  test('its files cannot be loaded', async () => {
    const cause = new Error('404');
    const loaded = hostWith(() => Promise.reject(cause)).load('mfe-report');
    expect(await releaseFailureOf(loaded)).toBe('missing mfe-report@v1');
    await expect(loaded).rejects.toMatchObject({ cause });
  });

  test('it is not in the registry', async () => {
    expect(await releaseFailureOf(hostWith(() => Promise.resolve(module)).load('mfe-other'))).toBe('missing mfe-other');
  });

  test('it takes too long', async () => {
    const never = () => new Promise<never>(() => undefined);
    expect(await releaseFailureOf(hostWith(never, { timeoutMs: 5 }).load('mfe-report'))).toBe('slow mfe-report@v1');
  });

  test.each([null, undefined, {}, { default: 'text' }, 'text'])('it is %p and not a remote', async (value) => {
    expect(await releaseFailureOf(hostWith(() => Promise.resolve(value)).load('mfe-report'))).toBe(
      'broken mfe-report@v1',
    );
  });

  test('it needs another contract, and is not fetched', async () => {
    const load = jest.fn<LoadRemoteModule>(() => Promise.resolve(module));
    const host = hostWith(load, { registry: registryOf({ ...entry, contract: '2.0.0' }) });
    expect(await releaseFailureOf(host.load('mfe-report'))).toBe('incompatible mfe-report@v1');
    expect(load).not.toHaveBeenCalled();
  });
});

describe('a retry', () => {
  test('sends one more request where a failed preload answered instead of the server', async () => {
    const load = jest
      .fn<LoadRemoteModule>()
      .mockRejectedValueOnce(new Error('404'))
      .mockRejectedValueOnce(new Error('preload'));
    const host = hostWith(load.mockResolvedValue(module));
    await releaseFailureOf(host.load('mfe-report'));
    await expect(host.retry('mfe-report')).resolves.toBe(module);
    expect(load.mock.calls.map(([, attempt]) => attempt)).toEqual([0, 1, 2]);
  });

  test('loads the release that the current registry names, as a new attempt', async () => {
    const newRelease = { ...entry, version: 'v2', entry: '/remotes/mfe-report/v2/remoteEntry.js' };
    const load = jest.fn<LoadRemoteModule>().mockRejectedValueOnce(new Error('404')).mockResolvedValue(module);
    const host = hostWith(load, { fetchRegistry: () => Promise.resolve(registryOf(newRelease)) });
    const listener = jest.fn();
    host.subscribe(listener);
    await releaseFailureOf(host.load('mfe-report'));
    await expect(host.retry('mfe-report')).resolves.toBe(module);
    expect(load.mock.calls).toEqual([
      [entry, 0, 'remote'],
      [newRelease, 1, 'remote'],
    ]);
    expect(listener).toHaveBeenCalledTimes(1);
    await expect(host.load('mfe-report')).resolves.toBe(module);
  });

  test('keeps its registry when no new one can be read, and can be repeated', async () => {
    const load = jest.fn<LoadRemoteModule>(() => Promise.reject(new Error('404')));
    const host = hostWith(load, { fetchRegistry: () => Promise.reject(new Error('offline')) });
    expect(await releaseFailureOf(host.load('mfe-report'))).toBe('missing mfe-report@v1');
    expect(await releaseFailureOf(host.retry('mfe-report'))).toBe('missing mfe-report@v1');
    expect(await releaseFailureOf(host.retry('mfe-report'))).toBe('missing mfe-report@v1');
    expect(load.mock.calls.map(([, attempt]) => attempt)).toEqual([0, 1, 2, 3, 4]);
  });
});
