import { expect, test } from '@jest/globals';
import { focusManager } from '@tanstack/react-query';
import { act, screen, within } from '@testing-library/react';
import type { PageSpeeds, RouteSpeed } from '@ve/contracts/http/operations/admin-page-speeds';
import { renderPage, signedInSession, staffSession } from '@ve/mfe-kit/testing';
import { type FakeRequestOutcome, installFakeNetwork } from '@ve/mfe-kit/testing-network';
import axe from 'axe-core';
import { PageSpeedPage } from './speed.page.tsx';

const network = installFakeNetwork();
const none = { p75: null, readings: 0 };
const speeds = (given: Partial<PageSpeeds>): PageSpeeds => ({ LCP: none, INP: none, CLS: none, TTFB: none, ...given });
const stable = { name: 'mfe-report', version: '1a2b', channel: 'stable' } as const;
const slow = speeds({ LCP: { p75: 4_132, readings: 2 }, CLS: { p75: 0.12, readings: 2 } });
const fast = speeds({ LCP: { p75: 1_204, readings: 1_000 }, TTFB: { p75: 88, readings: 1_000 } });
const ofReport: RouteSpeed = {
  route: '/report',
  speeds: fast,
  releases: [
    { ...stable, speeds: fast },
    { ...stable, version: '3c4d', channel: 'canary', speeds: slow },
  ],
};
const ofArticle: RouteSpeed = {
  route: '/blog/:id',
  speeds: slow,
  releases: [{ ...stable, name: 'mfe-content', speeds: slow }],
};

const open = (search: string, days: string, ...replies: FakeRequestOutcome[]) => {
  network.answer(`GET /api/admin/page-speeds?days=${days}`, ...replies);
  return renderPage(<PageSpeedPage />, { session: staffSession, queries: true, path: `/admin/speed${search}` });
};

test('shows each route with p75 of its figures, and which need improvement', async () => {
  const { container } = open('', '7', { body: { routes: [ofReport, ofArticle] } });
  const table = within(await screen.findByRole('table', { name: 'Speed by route' }));
  expect(
    table
      .getAllByRole('columnheader')
      .slice(0, 5)
      .map(({ textContent }) => textContent),
  ).toEqual(['Route', 'Largest paint', 'Response', 'Shift', 'First byte']);
  const [report, article] = [/^\/report$/, /^\/blog\/:id/].map((name) =>
    table.getByRole('rowheader', { name }).closest('tr'),
  );
  expect(report).toHaveTextContent(/^\/report1\.2 s p75 of 1,000 pagesNo readingsNo readings88 ms p75 of 1,000 pages$/);
  expect(article).toHaveTextContent(
    /^\/blog\/:idmfe-content 1a2b \(Stable\)4\.1 s Poorp75 of 2 pagesNo readings0\.12 Needs improvementp75 of 2 pagesNo readings$/,
  );
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations).toEqual([]);
});

test('shows the releases of a route that has several', async () => {
  const { user } = open('', '7', { body: { routes: [ofReport] } });
  await user.click(await screen.findByText('By release (2)'));
  const releases = within(screen.getByRole('table', { name: 'Releases of /report' }));
  expect(releases.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'mfe-report 1a2b (Stable)',
    'mfe-report 3c4d (Canary)',
  ]);
});

test('says before the first page was measured what will appear', async () => {
  open('', '7', { body: { routes: [] } });
  expect(await screen.findByRole('heading', { name: 'No page has been measured yet' })).toBeInTheDocument();
  expect(screen.getByText(/A row for each route appears here/)).toBeInTheDocument();
});

test('reads another period by the URL', async () => {
  const { user, address } = open('?days=28', '28', { body: { routes: [ofReport] } });
  network.answer('GET /api/admin/page-speeds?days=1', { body: { routes: [] } });
  expect(await screen.findByRole('link', { name: '28 days' })).toHaveAttribute('aria-current', 'true');
  await user.click(screen.getByRole('link', { name: 'Today' }));
  expect(await screen.findByRole('heading', { name: 'No page has been measured yet' })).toBeInTheDocument();
  expect(address()).toBe('/admin/speed?days=1');
});

test('is not asked for again within a minute, also by someone who comes back to it', async () => {
  const { unmount } = open('', '7', { body: { routes: [ofReport] } }, { body: { routes: [] } });
  await screen.findByRole('table', { name: 'Speed by route' });
  act(() => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
  });
  expect(screen.getByRole('table', { name: 'Speed by route' })).toBeInTheDocument();
  expect(network.calls).toHaveLength(1);
  focusManager.setFocused(undefined);
  unmount();
});

test('can be read again after a failure, and explains its figures', async () => {
  const { user } = open('', '7', 'no-answer', { body: { routes: [ofReport] } });
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load the speed of pages');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await user.click(await screen.findByText('What the figures mean'));
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'p75',
    'First byte',
    'Largest paint',
    'Response',
    'Shift',
  ]);
});

test('is hidden from other users', () => {
  renderPage(<PageSpeedPage />, { session: signedInSession({ roles: ['admin'] }), queries: true });
  expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeInTheDocument();
  expect(network.calls).toEqual([]);
});
