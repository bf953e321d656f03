import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { ReleaseOverrideStatus } from '@ve/contracts/http/operations/admin-override';
import type { OverriddenRemote } from '@ve/contracts/override';
import { screen, waitFor } from '@testing-library/react';
import { renderPage, staffSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { ReleaseOverrideSection } from './override-section.tsx';
import { PreviewReleaseOnSiteButton } from './preview-on-site.tsx';

const network = installFakeNetwork();
const read = 'GET /api/admin/override';
const set = 'POST /api/admin/override';
const until = new Date(Date.now() + 3_600_000).toISOString();
const preview: OverriddenRemote = {
  name: 'mfe-report',
  asked: { version: 'pr-7' },
  shown: 'pr-7',
  problem: null,
  why: [],
};
const unknownRelease: OverriddenRemote = {
  name: 'mfe-old',
  asked: { version: 'x' },
  shown: null,
  problem: 'unknown-release',
  why: [],
};
const visit = jest.fn();
const reload = jest.fn();
const seen = (...remotes: OverriddenRemote[]): ReleaseOverrideStatus => ({ outcome: 'set', remotes, until });
const sent = () => network.calls.find(({ method }) => method === 'POST')?.body;

beforeEach(() => {
  visit.mockClear();
  reload.mockClear();
  network.answer(read, { body: { outcome: 'none' } });
  network.answer(set, { body: seen(preview) });
});

const open = () =>
  renderPage(<ReleaseOverrideSection visit={visit} reload={reload} />, { session: staffSession, queries: true });

describe('a release of the list', () => {
  const press = async () => {
    const page = renderPage(<PreviewReleaseOnSiteButton name="mfe-report" version="pr-7" visit={visit} />, {
      session: staffSession,
      queries: true,
    });
    await page.user.click(screen.getByRole('button', { name: 'Preview mfe-report pr-7 on the site' }));
  };

  test('is previewed on the site, together with the session’s overrides', async () => {
    const other = { ...preview, name: 'mfe-search' };
    network.answer(read, { body: seen(other, unknownRelease) });
    await press();
    await waitFor(() => expect(visit).toHaveBeenCalledTimes(1));
    expect(sent()).toEqual({ remotes: { 'mfe-search': { version: 'pr-7' }, 'mfe-report': { version: 'pr-7' } } });
  });

  test('that does not fit is refused, with the reason', async () => {
    const why = ['It owns /signup, and so does another'];
    network.answer(set, { body: { outcome: 'refused', remotes: [{ ...preview, problem: 'does-not-fit', why }] } });
    await press();
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /Nothing was changed.*doesn’t fit.*It owns \/signup/,
    );
    expect(visit).not.toHaveBeenCalled();
  });

  test('cannot be previewed with break-glass access', async () => {
    network.answer(set, { body: { outcome: 'no-session' } });
    await press();
    expect((await screen.findByRole('alert')).textContent).toContain('Sign in with your own account');
  });

  test('shows a failure to set the override', async () => {
    network.answer(set, 'no-answer');
    await press();
    expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t start the preview');
  });
});

describe('the form', () => {
  const type = async (remote: string, target: string) => {
    const { user } = open();
    if (remote) await user.type(screen.getByLabelText('Remote'), remote);
    if (target) await user.type(screen.getByLabelText('Version or address'), target);
    await user.click(screen.getByRole('button', { name: 'Preview on the site' }));
  };

  test.each([
    ['pr-7', { version: 'pr-7' }],
    ['http://localhost:4201/', { local: 'http://localhost:4201' }],
    ['http://127.0.0.1:4201', { local: 'http://127.0.0.1:4201' }],
  ])('accepts %s', async (target, expected) => {
    await type('mfe-report', target);
    await waitFor(() => expect(visit).toHaveBeenCalledTimes(1));
    expect(sent()).toEqual({ remotes: { 'mfe-report': expected } });
  });

  test.each([
    ['report', 'pr-7', 'Enter the name of a remote, like mfe-report'],
    ['', '', 'Enter the name of a remote, like mfe-report'],
    ['mfe-report', '', 'Enter a version, or an address like http://localhost:4201'],
    ['mfe-report', 'https://evil.test', 'Enter a version, or an address like http://localhost:4201'],
    ['shell', 'http://localhost:4201', 'Enter a version, or an address like http://localhost:4201'],
  ])('refuses %j with %j', async (remote, target, problem) => {
    await type(remote, target);
    expect(await screen.findByText(problem)).toBeTruthy();
    expect(sent()).toBeUndefined();
  });
});

describe('the session’s override', () => {
  test('is shown, and ended', async () => {
    network.answer(read, { body: seen(preview, unknownRelease) });
    network.answer('DELETE /api/admin/override', { status: 204 });
    const { user } = open();
    expect(await screen.findByText(/You see mfe-report pr-7/)).toBeTruthy();
    expect(screen.getByText('We can’t show mfe-old x: no such release is published.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Remove it' }));
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  test('stays when ending it fails', async () => {
    network.answer(read, { body: seen(preview) });
    network.answer('DELETE /api/admin/override', 'no-answer');
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Remove it' }));
    expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t remove it');
    expect(reload).not.toHaveBeenCalled();
  });

  test('may be only the bar with its panel', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Show which team owns what on each page' }));
    await waitFor(() => expect(visit).toHaveBeenCalledTimes(1));
    expect(sent()).toEqual({ remotes: {} });
  });

  test('that cannot be read still shows the form', async () => {
    network.answer(read, 'no-answer');
    open();
    expect(await screen.findByText('We couldn’t load your current preview')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Preview on the site' })).toBeTruthy();
  });
});
