import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { RemoteModule } from '@ve/mfe-kit/slot';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { act, screen, waitFor } from '@testing-library/react';
import { type ComponentType, lazy } from 'react';
import type { LoadRemoteModule } from './remote-host.ts';
import { startShellPage } from './start.tsx';

const registry = {
  contract: '1.0.0',
  remotes: [
    {
      name: 'mfe-search',
      version: 'v1',
      contract: '1.0.0',
      routes: ['/'],
      slots: [],
      entry: '/remotes/mfe-search/v1/remoteEntry.js',
      preload: ['/remotes/mfe-search/v1/remote.js'],
    },
  ],
};
const landing: RemoteModule = { default: () => <h1>Landing</h1> };
const prerendered = '<div><a href="/signup">Prerendered page</a></div>';

const network = installFakeNetwork();
beforeEach(() => {
  network.answer('GET /api/session', { body: { user: null } });
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** The document as the service sends it, opened at this URL. */
async function open(
  address: string,
  html: string,
  loadModule: LoadRemoteModule,
  warmUpMs?: number,
): Promise<HTMLElement> {
  history.replaceState(null, '', address);
  document.body.innerHTML = `<div id="root">${html}</div><script type="application/json" id="ve-registry"></script>`;
  const [root, script] = [document.getElementById('root'), document.getElementById('ve-registry')];
  if (root === null || script === null) throw new Error('no page');
  script.textContent = JSON.stringify(registry);
  await act(async () => {
    await startShellPage(root, { contractVersion: '1.0.0', loadModule, warmUpMs });
  });
  return root;
}

test('an empty page is rendered with the remote that owns the path', async () => {
  const load = jest.fn<LoadRemoteModule>(() => Promise.resolve(landing));
  await open('/', '', load);
  expect(await screen.findByRole('heading', { name: 'Landing' })).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});

test('an empty page waits briefly for its remote, then shows a skeleton', async () => {
  let arrive: (module: RemoteModule) => void = () => undefined;
  const late = new Promise<RemoteModule>((resolve) => {
    arrive = resolve;
  });
  await open('/', '', () => late, 5);
  expect(screen.getByRole('banner')).toBeVisible();
  expect(screen.getByRole('status')).toHaveAttribute('aria-busy', 'true');
  await act(async () => {
    arrive(landing);
    await late;
  });
  expect(await screen.findByRole('heading', { name: 'Landing' })).toBeVisible();
});

test('the prerendered frame is replaced by the page, and not before the page is rendered', async () => {
  const frame = '<main data-ve-loading="">Loading</main>';
  const seen: string[] = [];
  const root = await open('/', frame, async () => {
    await Promise.resolve();
    seen.push(document.getElementById('root')?.innerHTML ?? '');
    return landing;
  });
  expect(seen).toEqual([frame]);
  expect(await screen.findByRole('heading', { name: 'Landing' })).toBeVisible();
  expect(root.querySelectorAll('main')).toHaveLength(1);
  expect(root.querySelector('[data-ve-loading]')).toBeNull();
});

test('the prerendered frame stays until the code of its page has loaded too', async () => {
  const { promise, resolve } = Promise.withResolvers<{ default: ComponentType }>();
  const Late = lazy(() => promise);
  const root = await open('/', '<main data-ve-loading="">AB12 CDE</main>', () =>
    Promise.resolve({ default: () => <Late /> }),
  );
  expect(root).toHaveTextContent('AB12 CDE');
  expect(screen.queryByRole('banner')).toBeNull();
  await act(async () => {
    resolve(landing);
    await promise;
  });
  expect(await screen.findByRole('heading', { name: 'Landing' })).toBeVisible();
  expect(root).not.toHaveTextContent('AB12 CDE');
});

test('an empty page whose remote is down shows a message', async () => {
  await open('/', '', () => Promise.reject(new Error('404')));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
});

describe('prerendered HTML', () => {
  test('is left untouched when its remote is down', async () => {
    const nodes: Element[] = [];
    const root = await open('/', prerendered, () => {
      nodes.push(...document.querySelectorAll('#root *'));
      return Promise.reject(new Error('404'));
    });
    expect(root.innerHTML).toBe(prerendered);
    expect(nodes.length).toBeGreaterThan(1);
    expect(nodes.every((node) => node.isConnected)).toBe(true);
  });

  test('of a remote that was down hydrates on the first press after it is back', async () => {
    network.answer('POST /api/error-logs', { status: 204 });
    network.answer('GET /api/remotes', { body: registry });
    let isDown = true;
    const root = await open('/', prerendered, () =>
      isDown ? Promise.reject(new Error('404')) : Promise.resolve(landing),
    );
    const ready = jest.fn();
    document.addEventListener('ve-ready', ready, { once: true });
    await act(async () => {
      root.click();
      await Promise.resolve();
    });
    expect(ready).not.toHaveBeenCalled();
    isDown = false;
    await act(async () => {
      root.click();
      await Promise.resolve();
    });
    await waitFor(() => {
      expect(ready).toHaveBeenCalledTimes(1);
    });
  });

  test('reports a remote that does not load, with its release', async () => {
    network.answer('POST /api/error-logs', { status: 204 });
    await open('/', prerendered, () => Promise.reject(new Error('thrown at import')));
    const reports = network.calls.filter(({ path }) => path === '/api/error-logs').map(({ body }) => body);
    expect(reports).toMatchObject([
      {
        error_type: 'JavaScript Error',
        error_message: 'mfe-search@v1 is missing',
        additional_data: { remote: 'mfe-search@v1', errorName: 'RemoteError' },
      },
    ]);
  });

  test('is replaced for visitors from a partner', async () => {
    const root = await open('/?utm_source=partner', prerendered, () => Promise.resolve(landing));
    expect(await screen.findByRole('heading', { name: 'Landing' })).toBeVisible();
    expect(root).not.toHaveTextContent('Prerendered page');
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
  });
});
