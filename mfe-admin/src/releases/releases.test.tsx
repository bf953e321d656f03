import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { ReleaseChannelStatus, ReleaseStatus } from '@ve/contracts/http/operations/admin-releases';
import { renderPage, staffSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import axe from 'axe-core';
import { ReleasesPage } from './releases.page.tsx';

const network = installFakeNetwork();
const path = 'GET /api/admin/releases';
const move = 'POST /api/admin/releases/mfe-report/moves';
const at = '2026-11-22T10:00:00.000Z';
const none = { p75: null, readings: 0 };
const channel = (version: string, given: Partial<ReleaseChannelStatus> = {}): ReleaseChannelStatus => ({
  version,
  since: at,
  by: 'token:report team',
  share: 100,
  figures: null,
  speed: { LCP: none, INP: none, CLS: none },
  ...given,
});
const builtFrom = {
  commit: '3f2a9c1e4b7d'.padEnd(40, '0'),
  branch: 'mileage',
  dirty: true,
  ciUrl: 'https://ci.example/runs/7',
};
const withCanary: ReleaseStatus = {
  name: 'mfe-report',
  stable: channel('1a2b', {
    figures: { loads: 4_480, faulty: 3, errors: 2, failedLoads: 1 },
    speed: { LCP: { p75: 1_204, readings: 40 }, INP: { p75: 88, readings: 31 }, CLS: { p75: 0.02, readings: 40 } },
  }),
  canary: channel('3c4d', { share: 10, figures: { loads: 500, faulty: 0, errors: 0, failedLoads: 0 } }),
  verdict: { verdict: 'as-good', because: 'Faults met by no network.' },
  before: '0f9e',
  releases: [
    { version: '3c4d', publishedAt: at, publishedBy: 'token:report team', builtFrom },
    { version: '1a2b', publishedAt: at, publishedBy: 'prepare', builtFrom: null },
    { version: '0f9e', publishedAt: at, publishedBy: 'prepare', builtFrom: null },
  ],
  moves: [
    { id: 3, action: 'canary', from: null, to: '3c4d', share: 10, at, by: 'sam@example.com', why: null },
    { id: 2, action: 'stop', from: '2b3c', to: null, share: null, at, by: 'canary-watch', why: '<b>12 networks</b>' },
    { id: 1, action: 'stable', from: '0f9e', to: '1a2b', share: null, at, by: 'prepare', why: null },
  ],
};
const alone: ReleaseStatus = {
  ...withCanary,
  name: 'shell',
  canary: null,
  verdict: null,
  stable: channel('77aa'),
  before: '66aa',
  moves: [],
};

beforeEach(() => {
  network.answer(path, { body: { names: [alone, withCanary] } });
  network.answer('GET /api/admin/override', { body: { outcome: 'none' } });
});
const open = () => renderPage(<ReleasesPage />, { session: staffSession, queries: true, path: '/admin/releases' });
const section = (name: string) => screen.findByRole('region', { name });
const confirm = async (user: ReturnType<typeof open>['user'], title: string, button: string) => {
  const dialog = screen.getByRole('dialog', { name: title });
  await user.type(within(dialog).getByLabelText('Reason'), 'it is slow on phones');
  await user.click(within(dialog).getByRole('button', { name: button }));
  return dialog;
};

test('shows both channels of each package, those with a canary first, with figures and verdict', async () => {
  const { container } = open();
  const table = within(await screen.findByRole('table', { name: 'Channels of mfe-report' }));
  const [, stable, canary] = table.getAllByRole('row');
  expect(stable).toHaveTextContent(
    /^Stable1a2b.*by report team, by release token4,4803 visitors \(under 0.1%\)2 errors, 1 failed load1.2 sp75 of 40 pages88 msp75 of 31 pages0.02p75 of 40 pages$/,
  );
  expect(canary).toHaveTextContent(/^Canary, 10%3c4d.*5000 networks \(0%\)No readingsNo readingsNo readings$/);
  expect(screen.getByText('As good as stable')).toBeInTheDocument();
  expect(screen.getByText('Faults met by no network.')).toBeInTheDocument();
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'mfe-report',
    'Without a canary',
    'Preview another release',
  ]);
  const { violations } = await axe.run(container, {
    // Both rules need a canvas.
    rules: { 'color-contrast': { enabled: false }, 'label-content-name-mismatch': { enabled: false } },
  });
  expect(violations).toEqual([]);
});

test('lists the previews of a package', async () => {
  const preview = { preview: 'pr-12', version: '9f8e', expiresAt: at, setAt: at, setBy: 'token:report CI' };
  network.answer(path, { body: { names: [{ ...withCanary, previews: [preview] }] } });
  const { user } = open();
  await user.click(await screen.findByText('Previews (1)'));
  const [, row] = within(screen.getByRole('table', { name: 'Previews of mfe-report' })).getAllByRole('row');
  expect(row).toHaveTextContent(/^pr-129f8e.*report CI, by release token$/);
});

test('packages without a canary are rows of one table without empty figures, and can be rolled back', async () => {
  const { user } = open();
  const quiet = within(await section('Without a canary'));
  expect(quiet.getByText('No canary is running, so errors aren’t compared.')).toBeInTheDocument();
  const columns = quiet.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(columns).toEqual(['Part', 'Version', 'Since', 'Action']);
  expect(quiet.getByRole('row', { name: /^Shell 77aa/ })).toBeInTheDocument();
  expect(quiet.queryByRole('button', { name: /Promote/ })).toBeNull();
  expect(screen.queryByText('Not counted')).toBeNull();
  await user.click(quiet.getByRole('button', { name: 'Roll back: Shell' }));
  expect(screen.getByRole('dialog', { name: 'Roll Shell back?' })).toBeInTheDocument();
});

test('a package without a canary shows its releases and history on request', async () => {
  const { user } = open();
  const details = await screen.findByRole('button', { name: 'Releases and history: Shell' });
  expect(screen.queryByRole('region', { name: 'Shell' })).toBeNull();
  await user.click(details);
  expect(details).toHaveAttribute('aria-expanded', 'true');
  // The card may be below the fold.
  expect(await section('Shell')).toHaveFocus();
  const shell = within(await section('Shell'));
  expect(shell.getByRole('table', { name: 'Releases of Shell' })).toBeInTheDocument();
  expect(shell.queryByText('Not counted')).toBeNull();
  await user.click(details);
  expect(screen.queryByRole('region', { name: 'Shell' })).toBeNull();
});

test('shows first that the last canary was rolled back automatically, and why', async () => {
  const [, ...before] = withCanary.moves;
  network.answer(path, { body: { names: [{ ...withCanary, canary: null, verdict: null, moves: before }] } });
  open();
  const report = await section('mfe-report');
  expect(within(report).getByText('The last canary was rolled back automatically')).toBeInTheDocument();
  expect(report).toHaveTextContent(/: <b>12 networks<\/b>/);
});

test('shows the history, with the moves of the canary watch and their reasons, as text', async () => {
  open();
  const history = within(await screen.findByRole('table', { name: 'History of mfe-report' }));
  const rows = history.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows[1]).toContain('3c4d served to 10% as canarysam@example.com');
  expect(rows[2]).toContain('Canary 2b3c stoppedCanary watch<b>12 networks</b>');
  expect(rows[3]).toContain('1a2b served to everyone instead of 0f9ea deployment');
});

test.each([
  ['Promote canary: mfe-report', 'Promote the canary of mfe-report?', 'Promote canary', { action: 'promote' }],
  ['Stop canary: mfe-report', 'Stop the canary of mfe-report?', 'Stop canary', { action: 'rollback' }],
])('%s, with a reason and the releases that were shown', async (button, title, confirmed, asked) => {
  network.answer(move, { body: { outcome: 'moved' } });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: button }));
  await confirm(user, title, confirmed);
  expect(await screen.findByText('Done. Visitors get it on their next page.')).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await section('mfe-report')).toHaveFocus();
  expect(network.calls).toContainEqual({
    method: 'POST',
    path: '/api/admin/releases/mfe-report/moves',
    body: { move: asked, seen: { stable: '1a2b', canary: '3c4d' }, reason: 'it is slow on phones' },
  });
});

test('gives a release to a share of visitors, or to all', async () => {
  network.answer(move, { body: { outcome: 'moved' } });
  const { user } = open();
  const releases = within(await screen.findByRole('table', { name: 'Releases of mfe-report' }));
  expect(releases.queryByRole('button', { name: 'Serve to visitors: 1a2b' })).toBeNull();
  for (const [choice, asked] of [
    ['25% of visitors (canary)', { action: 'canary', version: '0f9e', share: 25 }],
    ['Everyone (stable)', { action: 'stable', version: '0f9e' }],
  ] as const) {
    await user.click(releases.getByRole('button', { name: 'Serve to visitors: 0f9e' }));
    await user.selectOptions(screen.getByLabelText('Who gets it'), choice);
    await confirm(user, 'Serve a release of mfe-report to visitors?', 'Serve it');
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(network.calls.filter(({ method }) => method === 'POST').at(-1)?.body).toMatchObject({ move: asked });
  }
});

test('shows that another member of staff was faster, and why a release was refused', async () => {
  network.answer(
    move,
    { body: { outcome: 'refused', reasons: ['/report is mfe-search’s already'] } },
    { body: { outcome: 'stale' } },
  );
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Promote canary: mfe-report' }));
  const dialog = await confirm(user, 'Promote the canary of mfe-report?', 'Promote canary');
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(
    'It doesn’t fit the live releases/report is mfe-search’s already',
  );
  await user.click(within(dialog).getByRole('button', { name: 'Promote canary' }));
  expect(await screen.findByText(/The releases have changed since you opened this page/)).toBeInTheDocument();
});

test('shows that there are no releases, and that they could not be read', async () => {
  network.answer(path, { status: 500, body: {} }, { body: { names: [] } });
  const { user } = open();
  expect(screen.getByText('Loading the releases')).toBeInTheDocument();
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load the releases');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'No releases yet' })).toBeInTheDocument();
});

test('explains the figures', async () => {
  const { user } = open();
  await user.click(await screen.findByText('What the figures mean'));
  const meanings = screen.getAllByRole('term').map(({ textContent }) => textContent);
  expect(meanings).toEqual(['Page loads', 'With faults', 'Largest paint, response and shift']);
  expect(screen.getByText(/Stable counts browsers.*The canary counts networks/)).toBeVisible();
});

test('shows that more errors in too few networks are not enough for a verdict', async () => {
  const verdict = { verdict: 'too-few-networks', because: 'Faults met by 20 networks.' } as const;
  network.answer(path, { body: { names: [{ ...withCanary, name: 'shell', verdict }] } });
  open();
  const shell = within(await section('Shell'));
  expect(shell.getByText('More faults than stable, but in too few networks to act on')).toBeInTheDocument();
});
