import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { RemoteRegistryEntry } from '@ve/contracts/remote-manifest';
import { errorLogSchema } from '@ve/contracts/http/jobs/error-logs';
import type { FillerProps, SlotName } from '@ve/contracts/slots';
import { Slot, type SlotFillers } from '@ve/mfe-kit/slot';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, use, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server.node';
import { MemoryRouter } from 'react-router-dom';
import { ShellApp } from './app.tsx';
import { createRemoteHost, type LoadRemoteModule, type RemoteHostOptions } from './remote-host.ts';

const [v1, v2] = ['report.after-checks/v1', 'report.after-checks/v2'] as const;

const entry = (name: string, more: Partial<RemoteRegistryEntry> = {}): RemoteRegistryEntry => ({
  name,
  version: 'r1',
  contract: '2.0.0',
  routes: [],
  slots: [],
  entry: `/remotes/${name}/r1/remoteEntry.js`,
  preload: [],
  chrome: {},
  redirects: {},
  ...more,
});
const owner = entry('mfe-report', { routes: ['/report'] });
const filler = (name: string, slots: SlotName[] = [v1], more: Partial<RemoteRegistryEntry> = {}) =>
  entry(name, { slots, ...more });

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
  Reflect.deleteProperty(globalThis, 'IntersectionObserver');
  Reflect.deleteProperty(globalThis, 'CSS');
});

const missed = 'Advice is not available right now.';

const v2Props = { registration: 'AB12CDE', verdict: 'PASSED', findings: [], isChecked: true } as const;

/** A page with a slot between its text. */
const pageWith = (fallback: string | null = missed) =>
  function Report() {
    return (
      <>
        <h1>Report</h1>
        <Slot
          name={v2}
          props={v2Props}
          older={{ [v1]: { registration: 'AB12CDE' } }}
          headingLevel={3}
          size="12rem"
          fallback={fallback}
        />
        <p>After the slot</p>
      </>
    );
  };

type Fillings = Record<string, SlotFillers | Promise<never> | 'missing' | { notSlots: true }>;

const loading =
  (fillings: Fillings, Page: () => ReactNode = pageWith()): LoadRemoteModule =>
  ({ name }, _attempt, part) => {
    if (part === 'remote') return Promise.resolve({ default: Page });
    const filling = fillings[name];
    if (filling === undefined || filling === 'missing') return Promise.reject(new Error('404'));
    if (filling instanceof Promise) return filling;
    return Promise.resolve('notSlots' in filling ? {} : { slots: filling });
  };

const text = (words: string) => ({ [v1]: () => <p>{words}</p> });

async function show(
  remotes: RemoteRegistryEntry[],
  loadModule: LoadRemoteModule,
  more: Partial<RemoteHostOptions> = {},
) {
  const registry = { contract: '2.1.0', remotes: [owner, ...remotes] };
  const host = createRemoteHost({
    registry,
    contractVersion: '2.1.0',
    loadModule,
    fetchRegistry: () => Promise.resolve(registry),
    ...more,
  });
  const user = userEvent.setup();
  const rendered = await act(async () => {
    const shown = render(
      <MemoryRouter initialEntries={['/report']}>
        <ShellApp host={host} />
      </MemoryRouter>,
    );
    await Promise.resolve();
    return shown;
  });
  expect(await screen.findByRole('heading', { name: 'Report' })).toBeVisible();
  return { ...rendered, user };
}

const expectPage = () => {
  expect(screen.getByRole('heading', { name: 'Report' })).toBeVisible();
  expect(screen.getByText('After the slot')).toBeVisible();
  expect(screen.getByRole('contentinfo')).toBeVisible();
};

describe('a slot', () => {
  test('is filled by another remote, with the props and the heading level of its page', async () => {
    const Advice = (props: FillerProps<typeof v1>) => <p>{JSON.stringify(props)}</p>;
    await show([filler('mfe-extra')], loading({ 'mfe-extra': { [v1]: Advice } }));
    expect(await screen.findByText('{"registration":"AB12CDE","headingLevel":3}')).toBeVisible();
  });

  test('renders nothing when no remote fills it', async () => {
    const { container } = await show([filler('mfe-extra', ['dashboard.after-vehicle/v1'])], loading({}));
    const main = container.querySelector('main');
    expect(main?.querySelectorAll('div:empty')).toHaveLength(0);
    expectPage();
  });

  test('of two versions takes the newer from a remote that has both, and shows only one of them', async () => {
    const both: SlotFillers = { [v1]: () => <p>Older</p>, [v2]: ({ verdict }) => <p>{`Newer ${verdict}`}</p> };
    await show(
      [filler('mfe-both', [v1, v2]), filler('mfe-old')],
      loading({ 'mfe-both': both, 'mfe-old': text('Old') }),
    );
    expect(await screen.findByText('Newer PASSED')).toBeVisible();
    expect(await screen.findByText('Old')).toBeVisible();
    expect(screen.queryByText('Older')).toBeNull();
  });

  test.each<[string, SlotName[], SlotFillers]>([
    ['declares only the older', [v1], { [v1]: () => <p>Older</p>, [v2]: () => <p>Newer</p> }],
    ['has only the older', [v1, v2], { [v1]: () => <p>Older</p> }],
  ])('takes the older version from a remote that %s', async (_name, slots, fillers) => {
    await show([filler('mfe-old', slots)], loading({ 'mfe-old': fillers }));
    expect(await screen.findByText('Older')).toBeVisible();
    expect(screen.queryByText('Newer')).toBeNull();
  });

  test('shows its fillers in the order of their names, regardless of the order of loading', async () => {
    const fillings = { 'mfe-b': text('Second'), 'mfe-a': { [v2]: () => <p>First</p> }, 'mfe-c': text('Third') };
    await show([filler('mfe-c'), filler('mfe-b'), filler('mfe-a', [v2])], loading(fillings));
    await screen.findByText('First');
    expect(screen.getAllByText(/^(First|Second|Third)$/).map(({ textContent }) => textContent)).toEqual([
      'First',
      'Second',
      'Third',
    ]);
  });
});

describe('a filler that', () => {
  function Throws(): never {
    throw new Error('no such field');
  }
  const forever = new Promise<never>(() => undefined);
  function Suspends(): never {
    return use(forever);
  }

  test.each<[string, Fillings[string], Partial<RemoteRegistryEntry>, string]>([
    ['cannot be loaded, or throws at import', 'missing', {}, 'mfe-extra@r1 is missing'],
    ['exports no slots', { notSlots: true }, {}, 'mfe-extra@r1 is broken'],
    ['lacks the slot that it declares', {}, {}, 'mfe-extra@r1 is broken'],
    ['throws when it renders', { [v1]: Throws }, {}, 'no such field'],
    ['never resolves', forever, {}, 'mfe-extra@r1 is slow'],
    ['suspends for ever', { [v1]: Suspends }, {}, 'mfe-extra@r1 is slow'],
    ['needs another contract', text('Never'), { contract: '3.0.0' }, 'mfe-extra@r1 is incompatible'],
  ])('%s affects only its own area: a line with a retry, and a report', async (_name, filling, more, message) => {
    await show(
      [filler('mfe-extra', [v1], more), filler('mfe-other')],
      loading({ 'mfe-extra': filling, 'mfe-other': text('Whole') }),
      { timeoutMs: 20 },
    );
    expect(await screen.findByText(missed)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(await screen.findByText('Whole')).toBeVisible();
    expectPage();
    expect(reports()).toMatchObject([
      { error_message: message, additional_data: { remote: 'mfe-extra@r1', errorBoundary: 'RemoteErrorBoundary' } },
    ]);
  });

  test('failed is left out silently when the page has no message for it', async () => {
    const { container } = await show([filler('mfe-extra')], loading({ 'mfe-extra': 'missing' }, pageWith(null)));
    await waitFor(() => {
      expect(reports()).toHaveLength(1);
    });
    expect(container.querySelector('[data-settled]')).toBeEmptyDOMElement();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expectPage();
  });

  test('renders null leaves nothing', async () => {
    const { container } = await show([filler('mfe-extra')], loading({ 'mfe-extra': { [v1]: () => null } }));
    await act(() => Promise.resolve());
    expect(container.querySelector('[data-settled]')).toBeEmptyDOMElement();
    expectPage();
  });

  test('failed is loaded again by "Try again", and the focus moves to the place of the slot', async () => {
    let attempts = 0;
    const load: LoadRemoteModule = (wanted, attempt, part) => {
      if (part === 'remote') return loading({})(wanted, attempt, part);
      attempts += 1;
      return attempts === 1 ? Promise.reject(new Error('404')) : Promise.resolve({ slots: text('Back') });
    };
    const { user } = await show([filler('mfe-extra')], load);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Back')).toBeVisible();
    expect(document.activeElement).toContainElement(screen.getByText('Back'));
  });

  test('has an effect is cleaned up when its page unmounts', async () => {
    const listener = jest.fn();
    function Listens() {
      useEffect(() => {
        addEventListener('ve-test', listener);
        return () => {
          removeEventListener('ve-test', listener);
        };
      }, []);
      return <p>Listening</p>;
    }
    const { unmount } = await show([filler('mfe-extra')], loading({ 'mfe-extra': { [v1]: Listens } }));
    await screen.findByText('Listening');
    unmount();
    dispatchEvent(new Event('ve-test'));
    expect(listener).not.toHaveBeenCalled();
  });
});

describe('the place of a slot', () => {
  /** Reports an intersection to the newest observer. */
  let see: (sight: Partial<IntersectionObserverEntry> & { top?: number }) => Promise<void>;
  let margins: (string | undefined)[];
  let anchorsScroll: boolean;

  beforeEach(() => {
    margins = [];
    anchorsScroll = false;
    Object.assign(globalThis, { CSS: { supports: () => anchorsScroll } });
    class Observer {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        margins.push(options?.rootMargin);
        see = ({ isIntersecting = false, top = 0 }) =>
          act(async () => {
            const sight = { isIntersecting, boundingClientRect: { top }, rootBounds: { bottom: 800 } };
            callback([sight as IntersectionObserverEntry], this as unknown as IntersectionObserver);
            await Promise.resolve();
          });
      }
      readonly observe = () => undefined;
      readonly disconnect = () => undefined;
    }
    Object.assign(globalThis, { IntersectionObserver: Observer });
  });

  const watching = (margin: string) =>
    waitFor(() => {
      expect(margins.at(-1)).toBe(margin);
    });
  const placeOf = (container: HTMLElement): HTMLElement => {
    const place = container.querySelector<HTMLElement>('[tabindex="-1"]:not(main, h1)');
    if (place === null) throw new Error('There is no place');
    return place;
  };

  test('is filled when it is within a screen of the viewport, and keeps its height while it is in view', async () => {
    const load = jest.fn(loading({ 'mfe-extra': text('There') }));
    const { container } = await show([filler('mfe-extra')], load);
    await watching('100% 0px');
    await see({ isIntersecting: false });
    expect(load.mock.calls.map(([{ name }]) => name)).toEqual(['mfe-report']);
    expect(placeOf(container)).toHaveStyle({ minHeight: '12rem' });
    expect(placeOf(container)).toHaveAttribute('data-waiting');

    await see({ isIntersecting: true });
    expect(await screen.findByText('There')).toBeVisible();
    expect(placeOf(container)).not.toHaveAttribute('data-waiting');
    await watching('0px');
    await see({ isIntersecting: true, top: 300 });
    // Shrinking above the view would move the text that is in view.
    await see({ isIntersecting: false, top: -500 });
    expect(placeOf(container)).toHaveStyle({ minHeight: '12rem' });

    await see({ isIntersecting: false, top: 900 });
    expect(placeOf(container)).toHaveStyle({ minHeight: '0' });
  });

  test('is filled before it is near once the Tab key is used, which would skip its links', async () => {
    const load = jest.fn(loading({ 'mfe-extra': text('There') }));
    const { user } = await show([filler('mfe-extra')], load);
    await watching('100% 0px');
    await see({ isIntersecting: false });
    await user.keyboard('a');
    expect(load.mock.calls.map(([{ name }]) => name)).toEqual(['mfe-report']);
    // React awaits suspended content only inside an awaited `act()`.
    await act(() => user.tab());
    expect(await screen.findByText('There')).toBeVisible();
  });

  test('releases its height above the view where the browser anchors scrolling', async () => {
    anchorsScroll = true;
    const { container } = await show([filler('mfe-extra')], loading({ 'mfe-extra': 'missing' }, pageWith(null)));
    await watching('100% 0px');
    await see({ isIntersecting: true });
    await watching('0px');
    await see({ isIntersecting: true, top: -100 });
    expect(placeOf(container)).toHaveStyle({ minHeight: '12rem' });
    await see({ isIntersecting: false, top: -500 });
    expect(placeOf(container)).toHaveStyle({ minHeight: '0' });
  });

  test('keeps its height when its filler fails in view', async () => {
    const { container } = await show([filler('mfe-extra')], loading({ 'mfe-extra': 'missing' }, pageWith(null)));
    await watching('100% 0px');
    await see({ isIntersecting: true });
    await watching('0px');
    expect(placeOf(container)).toHaveStyle({ minHeight: '12rem' });
    expect(placeOf(container)).not.toHaveAttribute('data-waiting');
  });
});

test('a prerendered page hydrates with an empty place, which is filled after that', async () => {
  const load = loading({ 'mfe-extra': text('Filled later') });
  const appWith = async (remotes: RemoteRegistryEntry[]) => {
    const registry = { contract: '2.1.0', remotes };
    const fetchRegistry = () => Promise.resolve(null);
    const host = createRemoteHost({ registry, contractVersion: '2.1.0', loadModule: load, fetchRegistry });
    await host.load('mfe-report');
    return (
      <MemoryRouter initialEntries={['/report']}>
        <ShellApp host={host} />
      </MemoryRouter>
    );
  };
  const root = document.createElement('div');
  // The release tool knows only the page's own remote.
  root.innerHTML = renderToString(await appWith([owner]));
  expect(root.querySelectorAll('main div:empty')).toHaveLength(1);
  document.body.append(root);
  const mismatches: unknown[] = [];
  const app = await appWith([owner, filler('mfe-extra')]);
  const hydrated = await act(async () => {
    const started = hydrateRoot(root, app, {
      onRecoverableError: (error) => {
        mismatches.push(error);
      },
    });
    await Promise.resolve();
    return started;
  });
  expect(await screen.findByText('Filled later')).toBeVisible();
  expect(mismatches).toEqual([]);
  act(() => {
    hydrated.unmount();
  });
  root.remove();
});
