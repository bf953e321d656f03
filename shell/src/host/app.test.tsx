import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { RemoteRegistry, RemoteRegistryEntry } from '@ve/contracts/remote-manifest';
import { errorLogSchema } from '@ve/contracts/http/jobs/error-logs';
import { usePageChrome } from '@ve/mfe-kit/page-chrome';
import { Link } from '@ve/mfe-kit/router';
import { storeSignInRequest } from '@ve/mfe-kit/sign-in-request';
import type { RemoteModule } from '@ve/mfe-kit/slot';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { ShellApp, type ForeignOriginDocument } from './app.tsx';
import { createRemoteHost, type LoadRemoteModule, type RemoteHostOptions } from './remote-host.ts';

const entry = (name: string, routes: string[], more: Partial<RemoteRegistryEntry> = {}): RemoteRegistryEntry => ({
  name,
  version: 'v1',
  contract: '1.0.0',
  routes,
  slots: [],
  entry: `/remotes/${name}/v1/remoteEntry.js`,
  preload: [],
  chrome: {},
  redirects: {},
  ...more,
});
const registry: RemoteRegistry = {
  contract: '1.0.0',
  remotes: [
    entry('mfe-search', ['/', '/broken'], { redirects: { '/pages/terms': '/report', '/pages/gone': '/gone' } }),
    entry('mfe-report', ['/report', '/blog/:id'], { chrome: { '/report': { phoneHeader: 'title' } } }),
  ],
};

/** A remote whose pages are a single heading. */
const remote = (title: string, more: Partial<RemoteModule> = {}): RemoteModule => ({
  default: () => (
    <>
      <h1>{title}</h1>
      <Link to="/report">To the report</Link>
      <Link to="/">Home</Link>
    </>
  ),
  ...more,
});

const network = installFakeNetwork();
const reports = () =>
  network.calls.filter(({ path }) => path === '/api/error-logs').map(({ body }) => errorLogSchema.parse(body));

beforeEach(() => {
  network.answer('GET /api/session', { body: { user: null } });
  // React logs every error that a boundary catches.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

function Address() {
  const { pathname, search, hash } = useLocation();
  return <output>{pathname + search + hash}</output>;
}

async function show(
  path: string,
  loadModule: LoadRemoteModule,
  more: Partial<RemoteHostOptions> = {},
  documentRoute: ForeignOriginDocument | null = null,
) {
  const host = createRemoteHost({
    registry,
    contractVersion: '1.0.0',
    loadModule,
    fetchRegistry: () => Promise.resolve(registry),
    ...more,
  });
  // Suspended content is revealed in microtasks that act() waits for.
  await act(async () => {
    render(
      <MemoryRouter initialEntries={[path]}>
        <ShellApp host={host} documentRoute={documentRoute} />
        <Address />
      </MemoryRouter>,
    );
    await Promise.resolve();
  });
  return { host, user: userEvent.setup() };
}

/** Navigating to a page that suspends needs an awaited `act()`. */
const follow = (link: HTMLElement) =>
  act(async () => {
    fireEvent.click(link);
    await Promise.resolve();
  });

const expectFrame = () => {
  expect(screen.getByRole('banner')).toBeVisible();
  expect(screen.getByRole('contentinfo')).toBeVisible();
};

test('shows the page of the remote that owns the path, inside the frame', async () => {
  await show('/report', ({ name }) => Promise.resolve(remote(name)));
  expect(await screen.findByRole('heading', { name: 'mfe-report' })).toBeVisible();
  expectFrame();
});

test('renders loaded remotes synchronously', async () => {
  const host = createRemoteHost({
    registry,
    contractVersion: '1.0.0',
    loadModule: () => Promise.resolve(remote('Ready')),
    fetchRegistry: () => Promise.resolve(registry),
  });
  await host.load('mfe-search');
  render(
    <MemoryRouter>
      <ShellApp host={host} />
    </MemoryRouter>,
  );
  expect(screen.getByRole('heading', { name: 'Ready' })).toBeVisible();
});

test('navigates from one remote to another', async () => {
  await show('/', ({ name }) => Promise.resolve(remote(name)));
  await follow(await screen.findByText('To the report'));
  expect(await screen.findByRole('heading', { name: 'mfe-report' })).toBeVisible();
});

test('a signed-in user is redirected to the report that their tab requested', async () => {
  const user = { id: '00000000-0000-4000-8000-000000000001', email: 'driver@example.com', roles: ['user'] };
  network.answer('GET /api/session', { body: { user } });
  storeSignInRequest({ email: user.email, registration: 'AB12CDE' });
  await show('/', ({ name }) => Promise.resolve(remote(name)));
  expect(await screen.findByRole('heading', { name: 'mfe-report' })).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('/report?reg=AB12CDE');
});

describe('a remote that is down', () => {
  test('takes down only its own area, and recovers with Try again', async () => {
    const load = jest.fn<LoadRemoteModule>().mockRejectedValueOnce(new Error('404')).mockResolvedValue(remote('Back'));
    const { user } = await show('/report', load);
    expect(await screen.findByRole('alert')).toBeVisible();
    expectFrame();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Back' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(load.mock.calls.map(([, attempt]) => attempt)).toEqual([0, 1]);
  });

  test('stays down while it cannot be loaded, and reports each failed attempt', async () => {
    const { user } = await show('/report', () => Promise.reject(new Error('404')));
    for (let times = 0; times < 2; times += 1) {
      await user.click(await screen.findByRole('button', { name: 'Try again' }));
      expect(await screen.findByRole('alert')).toBeVisible();
    }
    expectFrame();
  });

  test('does not affect the pages of other remotes', async () => {
    await show('/', ({ name }) =>
      name === 'mfe-search' ? Promise.resolve(remote(name)) : Promise.reject(new Error('404')),
    );
    await follow(await screen.findByText('To the report'));
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    await follow(screen.getByRole('link', { name: 'Vehicle Enquiry home' }));
    expect(await screen.findByRole('heading', { name: 'mfe-search' })).toBeVisible();
  });

  test.each([
    ['slow', { timeoutMs: 1 }, () => new Promise<never>(() => undefined)],
    ['incompatible', { contractVersion: '2.0.0' }, () => Promise.resolve(remote('Never'))],
    ['broken', {}, () => Promise.resolve({ default: 'no component' })],
  ])('because it is %s shows the same message, and is logged', async (kind, more, load) => {
    await show('/report', load, more);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    expect(reports()).toMatchObject([
      {
        error_message: `mfe-report@v1 is ${kind}`,
        error_type: 'JavaScript Error',
        additional_data: { remote: 'mfe-report@v1', errorBoundary: 'RemoteErrorBoundary' },
      },
    ]);
  });
});

describe('a page that throws while rendering', () => {
  const failing = (message: string): RemoteModule => ({
    default: function Fails() {
      const { pathname } = useLocation();
      if (pathname === '/broken') throw new Error(message);
      return <h1>Whole</h1>;
    },
  });

  test('shows the fallback screen in its area and reports a React error', async () => {
    await show('/broken', () => Promise.resolve(failing('no such field')));
    expect(await screen.findByText('Something went wrong')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reload page' })).toBeVisible();
    expectFrame();
    expect(reports()).toMatchObject([{ error_message: 'no such field', error_type: 'React Error' }]);
  });

  test('is a payment component error when it is marked as one', async () => {
    await show('/broken', () => Promise.resolve(failing('Stripe is not there')));
    await screen.findByText('Something went wrong');
    expect(reports()).toMatchObject([{ error_type: 'Payment Component Error' }]);
  });

  test('does not affect the other pages of its remote', async () => {
    await show('/broken', () => Promise.resolve(failing('no such field')));
    await screen.findByText('Something went wrong');
    await follow(screen.getByRole('link', { name: 'Vehicle Enquiry home' }));
    expect(await screen.findByRole('heading', { name: 'Whole' })).toBeVisible();
  });
});

describe('paths', () => {
  test.each([
    ['/pages/terms', '/report'],
    ['/Pages/terms/?type=general#top', '/report?type=general#top'],
    ['/REPORT', '/report'],
    ['/report/', '/report'],
    ['/%72eport//?reg=Ab', '/report?reg=Ab'],
    ['/BLOG/Three', '/blog/Three'],
    ['/blog/caf%c3%a9', '/blog/caf%C3%A9'],
    ['//', '/'],
  ])('%s leads to the page at %s', async (from, to) => {
    await show(from, () => Promise.resolve(remote('Page')));
    expect(await screen.findByRole('heading', { name: 'Page' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent(to);
  });

  test.each(['/pages/gone', '//report', '/blog/%00', '/blog//3'])('%s is not found', async (path) => {
    await show(path, () => Promise.resolve(remote('Never')));
    expect(screen.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  });

  test('that are unknown are not found', async () => {
    await show('/nothing', () => Promise.resolve(remote('Never')));
    expect(screen.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  });
});

describe('a document with a CSP for foreign origins', () => {
  const documentRoute = (route: string) => ({ route, reload: jest.fn() });

  test('shows the page that it was sent for', async () => {
    const document = documentRoute('/blog/:id');
    await show('/blog/3', () => Promise.resolve(remote('Page')), {}, document);
    expect(await screen.findByRole('heading', { name: 'Page' })).toBeVisible();
    expect(document.reload).not.toHaveBeenCalled();
  });

  test('reloads the document for any other page', async () => {
    const document = documentRoute('/');
    await show('/', ({ name }) => Promise.resolve(remote(name)), {}, document);
    await follow(await screen.findByText('To the report'));
    expect(document.reload).toHaveBeenCalled();
    expect(screen.queryByRole('heading', { name: 'mfe-report' })).toBeNull();
    expect(screen.getByText('/report')).toBeVisible();
  });
});

test('the header shows the page’s title on routes with phoneHeader', async () => {
  const titled: RemoteModule = {
    default: function Titled() {
      usePageChrome({ title: 'CONFIRM' });
      return <Link to="/">Home</Link>;
    },
  };
  await show('/report', () => Promise.resolve(titled));
  expect(await screen.findByText('CONFIRM')).toBeInTheDocument();
  await follow(screen.getByText('Home'));
  expect(screen.queryByText('CONFIRM')).toBeNull();
});

test('a page without a registry fetches one', async () => {
  const { user } = await show('/', () => Promise.resolve(remote('Landing')), { registry: null });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Landing' })).toBeVisible();
});
