import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { PageReleaseOverride } from '@ve/contracts/override';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { type BoundFunctions, type queries, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { startDevtools } from './devtools.ts';

const registry = {
  contract: '1.0.0',
  remotes: [
    {
      name: 'mfe-report',
      version: 'pr-7',
      contract: '1.0.0',
      routes: ['/report'],
      slots: [],
      entry: '/remotes/mfe-report/pr-7/remoteEntry.ab12.js',
      preload: [],
    },
    {
      name: 'mfe-search',
      version: 'v1',
      contract: '1.0.0',
      routes: ['/'],
      slots: ['report.after-checks/v1'],
      entry: 'http://localhost:4201/remoteEntry.js',
      preload: [],
    },
  ],
};
const override: PageReleaseOverride = {
  by: 'staff',
  remotes: [{ name: 'mfe-report', asked: { version: 'pr-7' }, shown: 'pr-7', problem: null, why: [] }],
  releases: {
    shell: { version: 's1', from: 'stable' },
    'mfe-report': { version: 'pr-7', from: 'override' },
    'mfe-search': { version: 'v1', from: 'canary' },
  },
};
const network = installFakeNetwork();
const reload = jest.fn();

const entries = jest.fn<() => { name: string; duration: number }[]>();

beforeEach(() => {
  reload.mockClear();
  entries.mockReturnValue([
    { name: new URL('/remotes/mfe-report/pr-7/remoteEntry.ab12.js', location.href).href, duration: 84.6 },
  ]);
  // jsdom has neither.
  Object.assign(performance, { getEntriesByType: entries });
  Object.assign(CSSStyleSheet.prototype, { replaceSync: () => undefined });
  history.replaceState(null, '', '/report');
});

type Found = BoundFunctions<typeof queries>;

function open(given: unknown = override): Found {
  document.body.innerHTML = `
    <div id="root"><main>The report<div data-ve-slot="report.after-checks/v1" data-ve-fillers="mfe-search@v1"></div></main></div>
    <script type="application/json" id="ve-registry"></script>
    <script type="application/json" id="ve-override"></script>`;
  const fill = (id: string, value: unknown) => {
    const block = document.getElementById(id);
    if (block) block.textContent = JSON.stringify(value);
  };
  fill('ve-registry', registry);
  fill('ve-override', given);
  startDevtools(document, reload);
  const root = document.getElementById('ve-devtools')?.shadowRoot;
  return within((root ?? document.createElement('div')) as unknown as HTMLElement);
}

describe('a page without override', () => {
  test.each(['none', null, {}, { ...override, by: 'visitor' }])(
    'has no bar when the document’s override is %j',
    (given) => {
      const send = window.fetch;
      expect(open(given).queryByRole('region')).toBeNull();
      expect(document.getElementById('ve-devtools')).toBeNull();
      expect(window.fetch).toBe(send);
    },
  );
});

describe('the bar', () => {
  test('is the first element of the page and names the overridden release', () => {
    const bar = open().getByRole('region', { name: 'Releases on this page' });
    expect(bar.textContent).toContain('You see releases that visitors don’t. mfe-report pr-7');
    expect(document.body.firstElementChild?.id).toBe('ve-devtools');
  });

  test('names the commit and the branch of the overridden release', () => {
    const builtFrom = { commit: '3f2a9c1e4b7d'.padEnd(40, '0'), branch: 'mileage', dirty: false, ciUrl: null };
    const remotes = override.remotes.map((remote) => ({ ...remote, builtFrom }));
    const bar = open({ ...override, remotes }).getByRole('region', { name: 'Releases on this page' });
    expect(bar.textContent).toContain('mfe-report pr-7 from 3f2a9c1e4b7d (mileage)');
  });

  test('shows why a release is not shown, and what is shown instead', () => {
    const asked = { local: 'http://localhost:4201' };
    const remotes = [
      { name: 'mfe-a1', asked: { version: 'gone' }, shown: 'v1', problem: 'unknown-release', why: [] },
      { name: 'mfe-b1', asked: { version: 'v9' }, shown: 'v1', problem: 'does-not-fit', why: ['It owns /signup'] },
      { name: 'mfe-c1', asked, shown: null, problem: 'no-manifest', why: [] },
      { name: 'mfe-d1', asked, shown: 'local-4201', problem: null, why: [] },
    ];
    const { textContent } = open({ ...override, remotes }).getByRole('region');
    expect(textContent).toContain('mfe-a1: no release gone is published. You see v1.');
    expect(textContent).toContain('mfe-b1: v9 doesn’t fit this page. You see v1.');
    expect(textContent).toContain('It owns /signup');
    expect(textContent).toContain('the pages of localhost:4201 are unknown. It isn’t on this page.');
    expect(textContent).toContain('mfe-d1 from localhost:4201');
  });

  test('ends the override with one click and reloads the page', async () => {
    network.answer('DELETE /api/admin/override', { status: 204 });
    await userEvent.click(open().getByRole('button', { name: 'Remove it' }));
    await waitFor(() => {
      expect(reload).toHaveBeenCalledTimes(1);
    });
    expect(network.calls).toEqual([{ method: 'DELETE', path: '/api/admin/override', body: null }]);
  });

  test('reloads the page for a user who was signed out in the meantime', async () => {
    network.answer('DELETE /api/admin/override', { status: 401, body: {} });
    await userEvent.click(open().getByRole('button', { name: 'Remove it' }));
    await waitFor(() => {
      expect(reload).toHaveBeenCalledTimes(1);
    });
  });

  test('shows an error when ending the override fails, and allows a retry', async () => {
    network.answer('DELETE /api/admin/override', { status: 503, body: {} });
    const page = open();
    await userEvent.click(page.getByRole('button', { name: 'Remove it' }));
    expect((await page.findByText(/That didn’t work/)).hidden).toBe(false);
    expect(page.getByRole('button', { name: 'Remove it' })).toBeEnabled();
    expect(reload).not.toHaveBeenCalled();
  });

  test('says what a preview is, and offers no way to end it', () => {
    const page = open({ ...override, by: 'preview' });
    expect(page.getByRole('region').textContent).toContain('This is a preview. No one is signed in');
    expect(page.getByRole('region').textContent).toContain('mfe-report pr-7');
    expect(page.queryByRole('button', { name: 'Remove it' })).toBeNull();
  });

  test('offers no way to end an override that the service is configured with', () => {
    const page = open({ ...override, by: 'work-on' });
    expect(page.getByRole('region').textContent).toContain('in development');
    expect(page.queryByRole('button', { name: 'Remove it' })).toBeNull();
  });
});

describe('the panel', () => {
  const opened = async () => {
    const page = open();
    await userEvent.click(page.getByRole('button', { name: 'Who owns what' }));
    return page;
  };
  const areas = (page: Found) => page.getAllByRole('listitem').map((item) => item.textContent);

  test('shows which release renders which part of the page', async () => {
    const page = await opened();
    expect(page.getByRole('heading', { name: 'Who owns what on this page' })).toBeTruthy();
    expect(areas(page)).toEqual([
      expect.stringMatching(/^Frame.*shell@s1stable/),
      expect.stringMatching(/^This pagemfe-report@pr-7by override.*entry loaded in 85 ms · 0 errors/),
      expect.stringMatching(/^Slot report\.after-checks\/v1mfe-search@v1canary · entry not loaded · 0 errors/),
    ]);
  });

  test('draws outlines around the page and its slots', async () => {
    await opened();
    const boxes = document.getElementById('ve-devtools')?.shadowRoot?.querySelectorAll('.box') ?? [];
    expect([...boxes].map(({ textContent }) => textContent)).toEqual(['mfe-report@pr-7', 'mfe-search@v1']);
  });

  test('updates when the page navigates', async () => {
    const page = await opened();
    history.pushState(null, '', '/nowhere');
    document.querySelector('main')?.replaceChildren('Not found');
    expect(await page.findByText(/No remote owns this page/)).toBeTruthy();
    expect(areas(page)).toHaveLength(2);
  });

  test('counts the errors that the page reports, by owner', async () => {
    network.answer('POST /api/error-logs', { status: 204 });
    const page = await opened();
    const report = (entry: object) => fetch('/api/error-logs', { method: 'POST', body: JSON.stringify(entry) });
    await report({ error_stack: null, additional_data: { remote: 'mfe-report@pr-7' } });
    await report({ error_stack: 'at x (http://s/remotes/mfe-report/pr-7/9.js)', additional_data: {} });
    await report({ error_stack: 'at x (http://s/remotes/shell/s1/main.js)', additional_data: {} });
    await waitFor(() => {
      expect(areas(page)[1]).toContain('2 errors');
    });
    expect(areas(page)[0]).toContain('1 error');
  });

  test('closes by Escape and by its button, and returns the focus to its opener', async () => {
    const page = await opened();
    const opener = page.getByRole('button', { name: 'Who owns what' });
    const root = document.getElementById('ve-devtools')?.shadowRoot;
    expect(opener.getAttribute('aria-expanded')).toBe('true');
    expect(root?.activeElement?.textContent).toBe('Who owns what on this page');
    await userEvent.keyboard('{Escape}');
    expect(page.queryByRole('dialog')).toBeNull();
    expect(root?.activeElement).toBe(opener);
    await userEvent.click(opener);
    await userEvent.click(page.getByRole('button', { name: 'Close' }));
    expect(page.queryByRole('dialog')).toBeNull();
    expect(opener.getAttribute('aria-expanded')).toBe('false');
    expect(root?.querySelector('.boxes')).toBeNull();
  });
});
